// A booking in words: where, when and for how much.
import type { Booking } from '@/api/types';
import { formatSlot } from '@/shared/london';
import { formatPence, poundsToPence } from '@/shared/money';

export function addressOf(booking: Booking): string {
  const { address_line1, address_line2, city, postcode } = booking;
  return [address_line1, address_line2, city, postcode].filter(Boolean).join(', ');
}

export function whenOf({ timeslot, urgency }: Booking): string {
  if (timeslot) return formatSlot(timeslot.start, timeslot.end);
  return urgency === 'EMERGENCY' ? 'Emergency call-out ASAP' : 'As soon as possible';
}

/** The price, or the client's own budget; undefined for who may not see it. */
export function totalOf({ quote_mode, proposed_price, amount_pence, payment_currency }: Booking) {
  const pence =
    quote_mode === 'REQUEST' && proposed_price !== undefined ? poundsToPence(proposed_price) : amount_pence;
  return pence === undefined ? undefined : formatPence(pence, payment_currency);
}

export function totalName({ quote_mode, payment_method }: Booking): string {
  const kind = quote_mode === 'REQUEST' ? ' (your budget)' : '';
  return payment_method === 'cash' ? `Total${kind}, in cash` : `Total${kind}`;
}
