// How every screen puts a booking into words: where, when, for how much, and its status.
import type { Booking, BookingStatus } from '@/api/types';
import { formatSlot } from './london';
import { formatPence, poundsToPence } from './money';

/** The booking's own status; the live page has words of its own (features/bookings/live). */
export const statusLabels: Record<BookingStatus, string> = {
  created: 'Created',
  paid: 'Paid',
  pending: 'Matching',
  accepted: 'Waiting for you',
  no_response: 'No response',
  confirmed: 'Confirmed',
  assigned: 'Pro assigned',
  en_route: 'On the way',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** On one line; the non-breaking space keeps the postcode together. */
export function addressOf(booking: Booking): string {
  const { address_line1, address_line2, city, postcode } = booking;
  return [address_line1, address_line2, city, postcode?.replace(' ', '\u00a0')].filter(Boolean).join(', ');
}

export function whenOf({ timeslot, urgency }: Booking): string {
  if (timeslot) return formatSlot(timeslot.start, timeslot.end);
  return urgency === 'EMERGENCY' ? 'Emergency call-out ASAP' : 'As soon as possible';
}

/** The price, or the client's own budget, in pence; undefined for those who may not see it. */
export function penceOf({ quote_mode, proposed_price, amount_pence }: Booking): number | undefined {
  return quote_mode === 'REQUEST' && proposed_price !== undefined
    ? poundsToPence(proposed_price)
    : amount_pence;
}

export function totalOf(booking: Booking): string | undefined {
  const pence = penceOf(booking);
  return pence === undefined ? undefined : formatPence(pence, booking.payment_currency);
}

export function totalName({ quote_mode, payment_method }: Booking): string {
  const kind = quote_mode === 'REQUEST' ? ' (your budget)' : '';
  return payment_method === 'cash' ? `Total${kind}, in cash` : `Total${kind}`;
}
