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
  /** The fields that say by themselves what the server finds wrong with them. */
  fields?: readonly string[];
  onDone?: () => void;
  /** What to say when the server says nothing for people. */
  otherwise?: string;
}

const TEXT = ['text'];

export function useSaid<T>({ id, say, fields = TEXT, onDone, otherwise = NOT_SENT }: Saying<T>) {
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
  const errors = refusedFields(failed);
  const isAtField = fields.some((field) => errors[field] !== undefined);
  return {
    isBusy: saying.isPending,
    send: saying.mutate,
    /** What the server says of the text. */
    textError: errors.text,
    /** The same of any field. */
    errors,
    /** What it says of anything else. */
    problem: failed && !isAtField ? textOf(failed, otherwise) : null,
  };
}

function textOf(failed: Error, otherwise: string): string {
  return failed instanceof NoPlace ? failed.message : problemText(failed, otherwise);
}
