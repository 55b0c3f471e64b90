import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type JobStep, jobQuery } from '@/api/jobs';
import { ApiProblem } from '@/api/problem';
import { putJob } from '@/ui/outbox/kinds';
import { giveUp, takeStep, waitingSteps } from '@/ui/outbox/steps';
import { forgetDraft } from '../drafts';

/** Takes the next step of a job; without a connection it waits on this device. */
export function useMoveJob(id: string) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(id);
  return useMutation({
    mutationFn: (step: JobStep) =>
      isTakenBack(id, step) ? Promise.resolve(undefined) : takeStep('move', id, step),
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

/** Whether that the pro has set off still waits on this device: then it is not sent at all. */
function isTakenBack(id: string, { status }: JobStep): boolean {
  const last = waitingSteps(id).at(-1);
  if (status !== 'assigned' || last?.kind !== 'move') return false;
  if ((last.what as JobStep).status !== 'en_route') return false;
  giveUp([last]);
  return true;
}
