import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { canMove } from './allowed';

/** Leads to the time step in edit mode. */
export function Reschedule({ booking, bookingRef }: { booking: LiveBooking; bookingRef: BookingRef }) {
  if (!canMove(booking)) return null;
  const { guestToken } = bookingRef;
  return (
    <ButtonLink to={paths.booking.changeTime(booking.id, guestToken)} look="row" size="small">
      {guestToken ? 'Suggest new time' : 'Reschedule'}
    </ButtonLink>
  );
}
