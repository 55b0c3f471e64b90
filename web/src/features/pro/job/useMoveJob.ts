import { useMutation, useQueryClient } from '@tanstack/react-query';
import { jobQuery, moveJob } from '@/api/jobs';
import { keys } from '@/api/keys';
import { ApiProblem } from '@/api/problem';

/** Moves a job on to its next status. */
export function useMoveJob(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(id);
  return useMutation({
    mutationFn: (status: Parameters<typeof moveJob>[1]) => moveJob(id, status),
    onSuccess: (job) => {
      queryClient.setQueryData(queryKey, job);
      for (const queryKey of [keys.pro.jobs.all, keys.pro.payouts, keys.pro.badges.all])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // It has moved on without us: the page shows where it is.
      if (error instanceof ApiProblem) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
