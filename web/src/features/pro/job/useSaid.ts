// Something that a pro says of a job: what the server answers is the job as it then stands.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Job, jobQuery } from '@/api/jobs';
import { problemText, refusedFields } from '@/api/problem';
import { NoPlace } from '../position/here';

const NOT_SENT = 'Your message could not be sent. Please try again.';

interface Saying<T> {
  id: string;
  say: (said: T) => Promise<Job>;
  onDone?: () => void;
}

export function useSaid<T>({ id, say, onDone }: Saying<T>) {
  const queryClient = useQueryClient();
  const [failed, setFailed] = useState<Error | null>(null);
  const saying = useMutation({
    mutationFn: say,
    onMutate: () => setFailed(null),
    onSuccess: (job) => {
      queryClient.setQueryData(jobQuery(id).queryKey, job);
      onDone?.();
    },
    onError: setFailed,
  });
  const { text: textError } = refusedFields(failed);
  return {
    isBusy: saying.isPending,
    send: saying.mutate,
    /** What the server says of the text. */
    textError,
    /** What it says of anything else. */
    problem: failed && !textError ? textOf(failed) : null,
  };
}

function textOf(failed: Error): string {
  return failed instanceof NoPlace ? failed.message : problemText(failed, NOT_SENT);
}
