// Sending a file, with how far it has got.
import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { OnProgress } from '@/api/fetchWithProgress';
import { isUnreachable, problemText, refusedFields } from '@/api/problem';

interface UploadOptions<What, Answer> extends Pick<UseMutationOptions<Answer, Error, What>, 'onSuccess'> {
  send: (what: What, onProgress: OnProgress) => Promise<Answer>;
  /** What is wrong with it, so that it is not sent at all. */
  check?: (what: What) => string | null;
}

export function useUpload<What, Answer>({ send, check, onSuccess }: UploadOptions<What, Answer>) {
  const [share, setShare] = useState(0);
  const [wrong, setWrong] = useState<string | null>(null);
  const upload = useMutation<Answer, Error, What>({
    mutationFn: (what) => send(what, setShare),
    onMutate: () => setShare(0),
    ...(onSuccess && { onSuccess }),
  });
  return {
    /** What is being sent, or could not be: it can be sent again. */
    what: upload.isPending || upload.isError ? upload.variables : undefined,
    isPending: upload.isPending,
    percent: Math.round(share * 100),
    problem: wrong ?? (upload.isError ? uploadProblem(upload.error) : null),
    send: (what: What) => {
      const text = check?.(what) ?? null;
      setWrong(text);
      if (text) upload.reset();
      else upload.mutate(what);
    },
    forget: upload.reset,
  };
}

function uploadProblem(error: Error): string {
  if (isUnreachable(error)) return 'The file could not be sent. Check your connection and try again.';
  const refused = Object.values(refusedFields(error));
  return refused.join(' ') || problemText(error, 'The file could not be sent. Please try again.');
}
