import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type PriceProposal, proposePrice } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import { serverNow } from '@/shared/session';
import { toast } from '@/ui';
import { dropOffer } from '../offers/offers';
import { noteSent, type SentProposal, timeToAnswer } from './sent';
import { waitingText } from './words';

/** What is known of the job for which another price is proposed. */
export interface Proposable {
  bookingId: string;
  title: string;
  pricePence: number;
  feePence: number;
  netPence: number;
  urgency: string;
}

export function usePropose({ bookingId, title, pricePence, urgency }: Proposable) {
  const queryClient = useQueryClient();
  const leaveList = () => {
    dropOffer(queryClient, bookingId);
    for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  };
  return useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: (proposal: PriceProposal) => proposePrice(bookingId, proposal),
    onSuccess: (_, { price_delta }) => {
      const sent: SentProposal = {
        bookingId,
        title,
        pricePence: pricePence + price_delta * 100,
        waitsFor: 'answer',
        until: serverNow() + timeToAnswer(urgency),
      };
      noteSent(sent);
      toast(`Sent. ${waitingText(sent)}`, { tone: 'good' });
      leaveList();
    },
    onError: (error) => {
      if (error instanceof ApiProblem && [403, 404, 409].includes(error.status)) leaveList();
    },
  });
}
