// How every screen puts a booking into words: where, when, who does it, for how much, and what the money is doing. Its status has a table
// of its own (bookingStatus).
import type { Booking } from '@/api/types';
import { factsOf, hasEnded } from './bookingStatus';
import { lengthText } from './jobLength';
import { formatSlot } from './london';
import { formatPence, poundsToPence } from './money';
import { untilText } from './until';

export { formatPhone } from './phone';
export { tradeOf } from './trades';

type Address = Pick<Booking, 'address_line1' | 'address_line2' | 'city' | 'postcode'>;

/** On one line; the non-breaking space keeps the postcode together. */
export function addressOf({ address_line1, address_line2, city, postcode }: Address): string {
  return [address_line1, address_line2, city, postcode?.replace(' ', '\u00a0')].filter(Boolean).join(', ');
}

interface Time {
  timeslot?: { start: string; end: string } | undefined;
  urgency?: Booking['urgency'];
  visit_minutes?: number | undefined;
}

/** 'Tue 24 Nov, 11:00–13:00', and 'takes 2 days' where a pro has said so. */
export function whenOf({ timeslot, urgency, visit_minutes }: Time): string {
  const when = timeslot ? formatSlot(timeslot.start, timeslot.end) : soon(urgency);
  return visit_minutes ? `${when}, takes ${lengthText(visit_minutes)}` : when;
}

function soon(urgency: Booking['urgency']): string {
  return urgency === 'EMERGENCY' ? 'Emergency call-out ASAP' : 'As soon as possible';
}

/** Whether pros name its price, and none is agreed yet. */
export function awaitsPrice(booking: Booking): boolean {
  return booking.open_price === true && penceOf(booking) === undefined;
}

/** Where a price would stand while pros name it. */
export const PROS_NAME_PRICE = 'Pros name a price';

/** The price in pence, or the client's own budget until client and pro agree on another price; undefined while there is none, and for those who
 *  may not see it. */
export function penceOf(booking: Booking): number | undefined {
  const { open_price, proposal, quote_mode, proposed_price, amount_pence } = booking;
  // A named price counts once it is chosen, paid or not.
  if (open_price && !amount_pence) return proposal?.approved ? proposal.amountPence : undefined;
  // What the client has approved of a pro is what is paid.
  if (proposal?.approved) return proposal.amountPence;
  const budget = quote_mode === 'REQUEST' ? proposed_price : undefined;
  return amount_pence ?? (budget === undefined ? undefined : poundsToPence(budget));
}

export function totalOf(booking: Booking): string | undefined {
  if (awaitsPrice(booking)) return hasEnded(booking.status) ? 'No price agreed' : PROS_NAME_PRICE;
  const pence = penceOf(booking);
  return pence === undefined ? undefined : formatPence(pence, booking.payment_currency);
}

export function totalName(booking: Booking): string {
  if (awaitsPrice(booking)) return 'Price';
  const { quote_mode, open_price, payment_method, proposed_price } = booking;
  const isBudget =
    quote_mode === 'REQUEST' &&
    !open_price &&
    (proposed_price === undefined || poundsToPence(proposed_price) === penceOf(booking));
  const kind = isBudget ? ' (your budget)' : '';
  return payment_method === 'cash' ? `Total${kind}, in cash` : `Total${kind}`;
}

/** What the client's money is doing, in a sentence; undefined for those who may not see the price. `feePence` is what cancelling cost. */
export function moneyOf(booking: Booking, feePence = 0): string | undefined {
  const total = totalOf(booking);
  if (total === undefined) return undefined;
  const { money } = factsOf(booking.status);
  if (money === 'released') return letGo(booking, total, feePence);
  if (money === 'kept_for_a_while') return keptFor(booking, total);
  if (booking.payment_due && booking.payment_due.reason !== 'change_order')
    return `${formatPence(booking.payment_due.amountPence)} is still to be paid.`;
  if (awaitsPrice(booking))
    return booking.payment_method === 'cash'
      ? 'You pay in cash when the job is done.'
      : 'Nothing is held. You pay by card once you have chosen a price.';
  if (penceOf(booking) === 0) return 'There is nothing to pay.';
  if (booking.payment_method === 'cash') return paidInCash(booking, total);
  if (booking.quote_mode === 'REQUEST' && money !== 'charged')
    return 'Nothing is held. You pay by card once a pro has accepted.';
  return {
    unconfirmed: 'The payment has not been confirmed yet.',
    held: `${total} held on your card, not charged.`,
    charged: `${total} paid by card.`,
  }[booking.card?.money === 'charged' ? 'charged' : money];
}

/** What becomes of the money while nobody has taken the booking. */
function keptFor({ card }: Booking, total: string): string {
  const until = card?.until ? ` until ${untilText(card.until)}` : '';
  switch (card?.money) {
    case 'held':
      return `Your ${total} stays held${until}.`;
    case 'charged':
      return `We keep your ${total}${until}, then it is refunded.`;
    case 'released':
    case 'refunded':
      return `Your ${total} was ${card.money}.`;
    default:
      return "You pay nothing if you don't try again.";
  }
}

/** Whether the money of a booking that nobody took is gone: then the card is asked again before pros are. */
export function isLetGo({ card }: Booking): boolean {
  return card?.money === 'released' || card?.money === 'refunded';
}

/** Why there is no pro. */
export function nobodyText(booking: Booking): string {
  return awaitsPrice(booking) ? 'No price was agreed in time.' : 'Nobody nearby was free in time.';
}

/** What trying again costs; in a booking that nobody took. */
export function retryText(booking: Booking): string {
  const total = totalOf(booking);
  const { card } = booking;
  if (isLetGo(booking)) return `Your ${total} was ${card?.money}. Trying again asks for your card.`;
  return card?.until
    ? `Trying again costs nothing until ${untilText(card.until)}.`
    : 'Trying again costs nothing.';
}

function letGo(booking: Booking, total: string, feePence: number): string {
  const { cancel_reason } = booking;
  if (cancel_reason === 'stopped' && feePence > 0)
    return feePence === penceOf(booking)
      ? `The work so far cost the whole ${total}.`
      : `The work so far cost ${formatPence(feePence)}. The rest of your ${total} is refunded.`;
  const back = booking.card?.money === 'released' ? 'released' : 'refunded';
  if ((cancel_reason === 'not_home' || cancel_reason === 'not_as_booked') && feePence > 0)
    return `The visit cost ${formatPence(feePence)}. The rest of your ${total} is ${back}.`;
  if (feePence > 0) return `Cancelling cost ${formatPence(feePence)}. The rest of your ${total} is ${back}.`;
  if (cancel_reason === 'pro_no_show' && booking.payment_method !== 'cash')
    return `Your ${total} is refunded. You pay nothing.`;
  if (cancel_reason === 'payment_ended') return 'You pay nothing: anything that was charged is given back.';
  if (!wasHeld(booking) || wasGivenUp(booking)) return 'You pay nothing.';
  return booking.card?.money === 'refunded'
    ? `Your ${total} is refunded. You pay nothing.`
    : `Your ${total} hold is released. You pay nothing.`;
}

/** It was called off before it was paid, and so never became a booking: paid for anew in its place, or not in time. */
export function wasGivenUp({ cancel_reason }: Booking): boolean {
  return cancel_reason === 'replaced' || cancel_reason === 'payment_abandoned';
}

function wasHeld(booking: Booking): boolean {
  const { payment_method, quote_mode } = booking;
  return payment_method !== 'cash' && quote_mode !== 'REQUEST' && penceOf(booking) !== 0;
}

function paidInCash({ status }: Booking, total: string): string {
  return factsOf(status).phase === 'done'
    ? `${total} in cash.`
    : `You pay ${total} in cash when the job is done.`;
}
