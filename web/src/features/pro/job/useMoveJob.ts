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
      void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.all });
    },
    onError: (error) => {
      // It has moved on without us: the page shows where it is.
      if (error instanceof ApiProblem) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
