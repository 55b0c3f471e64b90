import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PriceProposal, proposePrice } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import { toast } from '@/ui';
import { dropOffer, refreshOffers } from '../offers/offers';

/** What is known of the job for which another price is proposed. */
export interface Proposable {
  bookingId: string;
  pricePence: number;
  feePence: number;
  netPence: number;
}

export function usePropose({ bookingId }: Proposable) {
  const queryClient = useQueryClient();
  const leaveList = () => {
    dropOffer(queryClient, bookingId);
    for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (proposal: PriceProposal) => proposePrice(bookingId, proposal),
    onSuccess: () => {
      toast('Sent. The client has it now.', { tone: 'good' });
      leaveList();
      refreshOffers(queryClient);
    },
    onError: (error) => {
      if (error instanceof ApiProblem && [403, 404, 409].includes(error.status)) leaveList();
    },
  });
}
