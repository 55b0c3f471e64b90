import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type JobStep, jobQuery, moveJob } from '@/api/jobs';
import { keys } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import { forgetDraft } from '../drafts';

/** Takes the next step of a job. */
export function useMoveJob(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(id);
  return useMutation({
    mutationFn: (step: JobStep) => moveJob(id, step),
    onSuccess: (job) => {
      queryClient.setQueryData(queryKey, job);
      forgetDraft(`begin:${id}`);
      forgetDraft(`finish:${id}`);
      for (const queryKey of [keys.pro.jobs.all, keys.pro.payouts, keys.pro.badges.all])
        void queryClient.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      // It has moved on without us: the page shows where it is.
      if (error instanceof ApiProblem) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
