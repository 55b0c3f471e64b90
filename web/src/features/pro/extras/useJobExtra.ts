import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Job, jobQuery } from '@/api/jobs';
import { keys } from '@/api/keys';
import { ApiProblem } from '@/api/problem';

/** A call about the extra work of a job; what it answers is shown at once, and when it is refused the job is fetched again. */
export function useJobExtra<Input = void>(bookingId: string, change: (input: Input) => Promise<Job>) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(bookingId);
  return useMutation({
    mutationFn: change,
    onSuccess: (job) => {
      queryClient.setQueryData(queryKey, job);
      void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.all });
    },
    onError: (error) => {
      // It is answered, or the job has moved on: the page shows how it stands.
      if (error instanceof ApiProblem && error.status !== 422)
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
