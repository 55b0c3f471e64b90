import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOffer } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem, hasCode, problemText } from '@/api/problem';
import { toast } from '@/ui';
import { dropOffer } from './offers';

type Answer = 'accept' | 'decline';

/** Accepts or declines a job, whether it was offered or is in the pool. */
export function useAnswer(bookingId: string) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(whatJobsChange.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const { mutate, isPending, variables } = useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (answer: Answer) => answerOffer(bookingId, answer),
    onSuccess: ({ status }, answer) => {
      dropOffer(queryClient, bookingId);
      if (answer === 'accept')
        toast(status === 'accepted' ? 'Accepted. Waiting for the client to pay.' : 'Assigned', {
          tone: 'good',
        });
      void refresh();
    },
    onError: (error, answer) => {
      const isOver = error instanceof ApiProblem && [403, 404, 409].includes(error.status);
      if (isOver) {
        dropOffer(queryClient, bookingId);
        void refresh();
      }
      if (answer === 'accept') toast(notAccepted(error), { tone: 'bad' });
      else if (!isOver) toast('Failed to decline', { tone: 'bad' });
    },
  });
  return {
    accept: () => mutate('accept'),
    decline: () => mutate('decline'),
    /** The answer on its way. */
    answering: isPending ? variables : null,
  };
}

function notAccepted(error: Error): string {
  if (hasCode(error, 'offer_expired')) return 'Offer ended';
  if (hasCode(error, 'not_eligible')) return problemText(error, 'Failed to accept');
  return error instanceof ApiProblem && error.status === 409
    ? 'Too late — already taken'
    : 'Failed to accept';
}
