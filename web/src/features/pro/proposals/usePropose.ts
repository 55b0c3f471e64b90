import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PriceProposal, proposePrice } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem, hasCode } from '@/api/problem';
import { toast } from '@/ui';
import { dropOffer, refreshOffers } from '../offers/offers';
import type { Answerable } from '../offers/useAnswer';

/** What is known of the job for which another price is proposed. */
export interface Proposable extends Answerable {
  pricePence: number;
  feePence: number;
  netPence: number;
  feeBasisPoints: number;
}

export function usePropose({ bookingId, startsAt }: Answerable) {
  const queryClient = useQueryClient();
  const leaveList = () => {
    dropOffer(queryClient, bookingId);
    for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (proposal: PriceProposal) => proposePrice(bookingId, startsAt, proposal),
    onSuccess: () => {
      toast('Sent. The client has it now.', { tone: 'good' });
      leaveList();
      refreshOffers(queryClient);
    },
    onError: (error) => {
      const isOver = error instanceof ApiProblem && [403, 404, 409].includes(error.status);
      // While the client pays, the offer stands at its price.
      if (isOver && !hasCode(error, 'payment_due')) leaveList();
      // A job that was moved is offered anew.
      if (hasCode(error, 'offer_expired')) refreshOffers(queryClient);
    },
  });
}
