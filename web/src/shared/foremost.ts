// Which of several bookings the client needs most.
import type { Booking } from '@/api/types';
import { factsOf } from './bookingStatus';

/** Something waits for the client; a pro is at work, on the way, or comes, the next first; a pro is looked for. */
export function foremost(bookings: readonly Booking[]): Booking | undefined {
  const open = bookings.filter(({ status }) => !factsOf(status).hasEnded);
  return open.toSorted((a, b) => rankOf(a) - rankOf(b) || startOf(a) - startOf(b))[0];
}

function rankOf(booking: Booking): number {
  const { phase } = factsOf(booking.status);
  if (waitsForClient(booking)) return 0;
  return { in_progress: 1, on_the_way: 2, booked: 3, searching: 4, no_response: 4, done: 5, cancelled: 5 }[
    phase
  ];
}

function waitsForClient(booking: Booking): boolean {
  const { live } = factsOf(booking.status);
  const hasPrices = Boolean(booking.proposals?.length);
  const hasExtra = booking.change_orders?.some(({ status }) => status === 'open');
  const hasReport = booking.not_as_booked?.endPence !== undefined;
  if (hasReport) return true;
  return live === 'WAITING_FOR_YOU' || Boolean(booking.payment_due) || hasPrices || Boolean(hasExtra);
}

/** Without a window, it is for now. */
function startOf({ timeslot }: Booking): number {
  return timeslot ? Date.parse(timeslot.start) : 0;
}
