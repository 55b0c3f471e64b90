import type { Booking, StandingProposal } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { awaitsPrice } from '@/shared/bookingWords';

/** Whether pros are asked for prices now. */
export function isNaming(booking: Booking): boolean {
  return factsOf(booking.status).isOffered && awaitsPrice(booking);
}

/** '2 pros have named a price' */
export function countText({ length }: readonly StandingProposal[]): string {
  return length === 1 ? '1 pro has named a price' : `${length} pros have named a price`;
}
