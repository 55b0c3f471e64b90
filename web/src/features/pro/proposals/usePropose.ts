import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Job, type NamedPrice, type PriceProposal, proposePrice } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem, hasCode } from '@/api/problem';
import { toast } from '@/ui';
import { dropOffer, refreshOffers } from '../offers/offers';
import { type Answerable, notAccepted } from '../offers/useAnswer';

/** What is known of the job for which a price is proposed. */
export interface Proposable extends Answerable {
  pricePence: number;
  feePence: number;
  netPence: number;
  feeBasisPoints: number;
  /** There is no price yet: pros name it. */
  openPrice?: boolean | undefined;
}

export function proposableOf(job: Job): Proposable {
  return {
    bookingId: job.id,
    startsAt: job.timeslot?.start,
    pricePence: job.price_pence,
    feePence: job.fee_pence,
    netPence: job.net_pence,
    feeBasisPoints: job.fee_basis_points,
    openPrice: job.open_price,
  };
}

export function usePropose({ bookingId, startsAt }: Answerable) {
  const queryClient = useQueryClient();
  const leaveList = () => {
    dropOffer(queryClient, bookingId);
    for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (proposal: PriceProposal | NamedPrice) => proposePrice(bookingId, startsAt, proposal),
    onSuccess: () => {
      toast('Sent. The client has it now.', { tone: 'good' });
      leaveList();
      refreshOffers(queryClient);
    },
    onError: (error) => {
      const isOver = error instanceof ApiProblem && [403, 404, 409].includes(error.status);
      // While the client pays, the offer stands at its price; one of five named prices may be taken back.
      if (isOver && !hasCode(error, 'payment_due') && !hasCode(error, 'proposals_full')) leaveList();
      // A job that was moved is offered anew.
      if (hasCode(error, 'offer_expired')) refreshOffers(queryClient);
    },
  });
}

/** Why a price could not be proposed. */
export function notSent(error: unknown): string {
  return notAccepted(error, 'It could not be sent. Please try again.');
}
