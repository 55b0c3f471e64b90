import type { BookingEvent } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import type { LiveBooking } from '@/shared/live/useBooking';

const HOUR = 60 * 60_000;

/** From when on a pro who has not come can be reported, in Unix milliseconds: from the end of the window, and an hour after the assignment where
 *  there is no window; later where the pro has said that they are late. Undefined while that cannot be reported. */
export function lateFrom(booking: LiveBooking, events: readonly BookingEvent[]): number | undefined {
  const { status, urgency, timeslot, running_late: late } = booking;
  if (!factsOf(status).isProComing) return undefined;
  if (late) return Date.parse(late.noShowFrom);
  if (urgency !== 'EMERGENCY' && timeslot) return Date.parse(timeslot.end);
  const assigned = events.findLast(({ type }) => type === 'assigned');
  return assigned && Date.parse(assigned.at) + HOUR;
}
