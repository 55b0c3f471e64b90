import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type JobStep, jobQuery } from '@/api/jobs';
import { ApiProblem } from '@/api/problem';
import { putJob } from '@/ui/outbox/kinds';
import { takeStep } from '@/ui/outbox/steps';
import { forgetDraft } from '../drafts';

/** Takes the next step of a job; without a connection it waits on this device. */
export function useMoveJob(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(id);
  return useMutation({
    mutationFn: (step: JobStep) => takeStep('move', id, step),
    onSuccess: (job) => {
      if (job) putJob(queryClient, job);
      forgetDraft(`begin:${id}`);
      forgetDraft(`finish:${id}`);
    },
    onError: (error) => {
      // It has moved on without us: the page shows where it is.
      if (error instanceof ApiProblem) void queryClient.invalidateQueries({ queryKey });
    },
  });
}
