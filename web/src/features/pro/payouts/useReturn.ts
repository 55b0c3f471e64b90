import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { payoutsQuery, refreshDetails } from '@/api/payouts';

/** Back from the provider's page (`?details=returned`): has the server ask the provider once what it knows now. */
export function useReturn() {
  const [search, setSearch] = useSearchParams();
  const queryClient = useQueryClient();
  const isBack = search.get('details') === 'returned';
  const { mutate, isError, isPending } = useMutation({
    mutationFn: refreshDetails,
    onSuccess: ({ details }) => {
      queryClient.setQueryData(payoutsQuery.queryKey, (known) => known && { ...known, details });
      void queryClient.invalidateQueries({ queryKey: payoutsQuery.queryKey });
    },
  });
  const arrived = useEffectEvent(() =>
    mutate(undefined, { onSettled: () => setSearch({}, { replace: true }) }),
  );
  useEffect(() => {
    if (isBack) arrived();
  }, [isBack]);
  return {
    /** The provider is being asked: what was known before may be wrong. */
    isBack,
    /** Until trying again has succeeded. */
    hasFailed: !isBack && (isError || isPending),
    retry: () => mutate(),
  };
}
