import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { acceptOffer, declineOffer } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem, hasCode, isUnreachable, problemText } from '@/api/problem';
import { noConnectionText } from '@/shared/connection';
import { paths } from '@/shared/paths';
import { toast } from '@/ui';
import { dropOffer, refreshOffers } from './offers';

type Answer = 'accept' | 'decline';

export interface Answerable {
  bookingId: string;
  /** When the window begins that the pro sees; an emergency has none. */
  startsAt: string | undefined;
}

/** Accepts or declines a job, whether it was offered or is in the pool. Whoever has accepted one is at it then. */
export function useAnswer({ bookingId, startsAt }: Answerable) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refresh = () =>
    Promise.all(whatJobsChange.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
  const { mutate, isPending, variables } = useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (answer: Answer) =>
      answer === 'accept' ? acceptOffer(bookingId, startsAt) : declineOffer(bookingId),
    onSuccess: ({ status }, answer) => {
      dropOffer(queryClient, bookingId);
      // A budget by card must be paid first.
      if (answer === 'accept' && status === 'accepted') refreshOffers(queryClient);
      if (answer === 'accept')
        toast(status === 'accepted' ? 'Accepted. Waiting for the client to pay.' : 'Assigned', {
          tone: 'good',
        });
      void refresh();
      if (answer === 'accept') void navigate(paths.master.job(bookingId));
    },
    onError: (error, answer) => {
      const isOver = error instanceof ApiProblem && [403, 404, 409].includes(error.status);
      if (isOver) {
        dropOffer(queryClient, bookingId);
        // A job that was moved is offered anew.
        if (hasCode(error, 'offer_expired')) refreshOffers(queryClient);
        void refresh();
      }
      if (answer === 'accept')
        toast(withCause(notAccepted(error, 'Failed to accept'), error), { tone: 'bad' });
      else if (!isOver) toast(withCause('Failed to decline', error), { tone: 'bad' });
    },
  });
  return {
    accept: () => mutate('accept'),
    decline: () => mutate('decline'),
    /** The answer on its way. */
    answering: isPending ? variables : null,
  };
}

/** Why a job could not be had; `otherwise` if that is not known. */
export function notAccepted(error: unknown, otherwise: string): string {
  if (hasCode(error, 'offer_expired')) return 'Offer ended';
  const saysWhy = ['not_eligible', 'payment_due', 'proposals_full'].some((code) => hasCode(error, code));
  if (saysWhy) return problemText(error, otherwise);
  return error instanceof ApiProblem && error.status === 409 ? 'Too late — already taken' : otherwise;
}

/** 'Failed to accept. You're offline. Try again.' */
function withCause(text: string, error: unknown): string {
  return isUnreachable(error) ? `${text}. ${noConnectionText()} Try again.` : text;
}
