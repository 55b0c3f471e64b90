// What the client may change by a booking's status.
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { awaitsPrice } from '@/shared/bookingWords';
import { poundsTyped } from '@/shared/typed';

/** While no pro has it, and it has a price; not where one pro alone is asked. */
export function canRaise(booking: Booking): boolean {
  return factsOf(booking.status).canRaise && !awaitsPrice(booking) && !booking.matching?.onlyAsked;
}

/** An emergency has no time to choose; a visit that puts something right is called off, and asked for anew. */
export function canMove({ status, urgency, puts_right }: Booking): boolean {
  return urgency !== 'EMERGENCY' && !puts_right && factsOf(status).move !== 'never';
}

/** The whole pounds that somebody typed, £1 at least; null for anything else. */
export function poundsOf(typed: string): number | null {
  const pounds = poundsTyped(typed) ?? 0;
  return pounds >= 1 && pounds < 1_000_000 ? pounds : null;
}
