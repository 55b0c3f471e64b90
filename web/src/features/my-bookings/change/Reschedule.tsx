import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import type { LiveBooking } from '../live/useBooking';
import type { BookingRef } from '../live/useBookingRef';
import { canMove } from './allowed';

/** Leads to the time step in edit mode. */
export function Reschedule({ booking, bookingRef }: { booking: LiveBooking; bookingRef: BookingRef }) {
  if (!canMove(booking)) return null;
  const { guestToken } = bookingRef;
  return (
    <ButtonLink
      to={paths.booking.changeTime(booking.id, guestToken)}
      look="quiet"
      size="small"
      className="w-full"
    >
      {guestToken ? 'Suggest new time' : 'Reschedule'}
    </ButtonLink>
  );
}
