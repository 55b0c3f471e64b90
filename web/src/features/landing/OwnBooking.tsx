import { ArrowRight, CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { fetchBookings } from '@/api/bookings';
import type { Booking } from '@/api/types';
import { foremost } from '@/shared/foremost';
import { addDays, asLondon, formatDay, londonDay } from '@/shared/london';
import { paths } from '@/shared/paths';
import { bearerToken, useSession } from '@/shared/session';
import { useWhenIdle } from './useWhenIdle';

/** For whoever may have bookings: a link to their list, which turns into one to the booking they need most once that is known. It takes the same
 *  room either way, so that nothing moves. */
export function OwnBooking() {
  useSession();
  const token = bearerToken();
  const bookings = useWhenIdle(
    token,
    async (signal) => (await fetchBookings({ limit: 100, filter: 'active' }, signal)).items,
  );
  if (!token) return null;
  const next = bookings && foremost(bookings);
  return (
    <Link
      to={next ? paths.booking.status(next.id) : paths.bookings.list}
      className="card mb-4 flex min-h-14 items-center gap-3 py-2 font-[650] hover:border-line-strong"
    >
      <CalendarClock aria-hidden="true" className="size-5 shrink-0 text-action" />
      <span className="min-w-0 flex-1">{next ? `Your booking: ${timeOf(next)}` : 'Your bookings'}</span>
      <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-action" />
    </Link>
  );
}

/** 'Sun 09:00'; from a week on with its date. */
function timeOf({ timeslot }: Booking): string {
  if (!timeslot) return 'as soon as possible';
  const { day, clock } = asLondon(timeslot.start);
  const today = londonDay();
  const isThisWeek = day >= today && day < addDays(today, 7);
  const name = formatDay(day, 'short');
  return isThisWeek ? `${name.split(' ')[0]} ${clock}` : `${name}, ${clock}`;
}
