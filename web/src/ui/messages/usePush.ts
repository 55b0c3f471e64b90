import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { keys } from '@/api/keys';
import { problemText } from '@/api/problem';
import { endBlockedPush, type PushState, pushState, turnPushOff, turnPushOn } from '@/shared/browserPush';
import { toast } from '../toast';
import { pushServer } from './pushServer';

/** This device's notifications: how they stand, null until that is known, and turning them on and off, which only a press may do. */
export function usePush() {
  const queryClient = useQueryClient();
  const [state, setState] = useState<PushState | null>(null);
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnPushOn(pushServer) : turnPushOff(pushServer)),
    onSuccess: (changed) => {
      setState(changed);
      countAgain(queryClient);
    },
    onError: (error) =>
      toast(problemText(error, 'Notifications could not be turned on. Try again.'), { tone: 'bad' }),
  });
  useEffect(() => {
    let isShown = true;
    const look = async () => {
      if (await endBlockedPush(pushServer)) countAgain(queryClient);
      const found = await pushState().catch(() => 'unsupported' as const);
      if (isShown) setState(found);
    };
    void look();
    // Somebody who has been to the browser's settings comes back to a page that knows.
    window.addEventListener('focus', look);
    return () => {
      isShown = false;
      window.removeEventListener('focus', look);
    };
  }, [queryClient]);
  return {
    state,
    isOn: change.isPending ? change.variables : state === 'on',
    isChanging: change.isPending,
    turn: (on: boolean) => {
      if (!change.isPending) change.mutate(on);
    },
  };
}

/** The messages say how many browsers are notified. */
function countAgain(queryClient: QueryClient): void {
  for (const queryKey of [keys.pro.messages, keys.me.messages])
    void queryClient.invalidateQueries({ queryKey });
}
