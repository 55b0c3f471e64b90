// What happens next, in three sentences, while a pro is looked for and once there is one.
import type { Booking } from '@/api/types';
import { awaitsPrice, penceOf, totalOf } from '@/shared/bookingWords';
import { formatSlot } from '@/shared/london';
import { untilText } from '@/shared/until';
import type { MatchStatus } from './matchStatus';

export function whatHappens(booking: Booking, match: MatchStatus): string[] {
  switch (match) {
    case 'SEARCHING':
      return searching(booking);
    case 'PENDING_ACCEPT':
      return withBudget(booking);
    case 'PENDING_PRICES':
      return withPrices(booking);
    case 'PENDING_ONE':
      return withOne(booking);
    case 'ASSIGNED':
      return assigned(booking);
    default:
      return [];
  }
}

function searching(booking: Booking): string[] {
  const asked = booking.matching?.asked;
  return [
    `We ask pros near ${placeOf(booking)}, the nearest first.${asked ? ` ${asked} so far.` : ''}`,
    `When one accepts, we ${charge(booking)}${tell(booking)} you who comes.`,
    `Nobody free${byThen(booking)}? ${back(booking)}`,
  ];
}

/** What was booked by an invitation is that pro's or nobody's. */
function withOne(booking: Booking): string[] {
  return [
    `We're asking only ${booking.matching?.onlyAsked}, who suggested it.`,
    answered(booking),
    `Not taken${byThen(booking)}? ${back(booking)}`,
  ];
}

function answered(booking: Booking): string {
  const byCard = booking.payment_method !== 'cash';
  if (awaitsPrice(booking)) return `They name a price. We ${tell(booking)} you, and you say yes or no.`;
  if (booking.quote_mode === 'REQUEST' && byCard)
    return `When they take it, we ${tell(booking)} you a link to pay by card.`;
  return `When they take it, we ${charge(booking)}${tell(booking)} you.`;
}

function isCharged({ card }: Booking): boolean {
  return card?.money === 'charged';
}

/** Money is held on the card. */
function isHeld(booking: Booking): boolean {
  const isPrepaid = booking.payment_method !== 'cash' && booking.quote_mode !== 'REQUEST';
  return isPrepaid && penceOf(booking) !== 0 && !isCharged(booking);
}

function charge(booking: Booking): string {
  return isHeld(booking) ? `charge your ${totalOf(booking)} and ` : '';
}

function back(booking: Booking): string {
  if (isCharged(booking)) return `Your ${totalOf(booking)} is refunded.`;
  return isHeld(booking) ? 'The hold is released and you pay nothing.' : 'You pay nothing.';
}

function withBudget(booking: Booking): string[] {
  return [
    `We ask pros near ${placeOf(booking)} to do it for ${totalOf(booking)}.`,
    booking.payment_method === 'cash'
      ? `When one accepts, we ${tell(booking)} you who comes.`
      : `When one accepts, we ${tell(booking)} you a link to pay by card.`,
    `Nobody accepts${byThen(booking)}? You pay nothing.`,
  ];
}

function withPrices(booking: Booking): string[] {
  return [
    `Pros near ${placeOf(booking)} name a price. We ${tell(booking)} you the first.`,
    booking.payment_method === 'cash' ? 'You choose one.' : 'You choose one, and pay it by card.',
    'No price you like? You pay nothing.',
  ];
}

function assigned({ assigned_master_name: name, timeslot, start_code }: Booking): string[] {
  const when = timeslot ? formatSlot(timeslot.start, timeslot.end) : 'as soon as possible';
  return [
    `${name ?? 'Your pro'} comes ${when}.`,
    ...(start_code ? ['Show your start code at the door: it is on the live page.'] : []),
    'Something has changed? Reschedule or cancel on the live page.',
  ];
}

/** 'SW1A' */
function placeOf({ postcode }: Booking): string {
  return postcode?.split(' ')[0] ?? 'you';
}

function tell({ customer_email }: Booking): 'email' | 'text' {
  return customer_email ? 'email' : 'text';
}

function byThen({ matching }: Booking): string {
  return matching ? ` by ${untilText(matching.until)}` : '';
}
