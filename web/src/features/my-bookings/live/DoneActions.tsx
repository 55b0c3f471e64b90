import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { Receipt } from '../Receipt';

interface DoneActionsProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

/** What most people want of a job that is done. */
export function DoneActions({ booking: { id, puts_right }, bookingRef }: DoneActionsProps) {
  const { guestToken } = bookingRef;
  return (
    <div className="grid gap-2.5">
      {/* A visit that puts something right is free. */}
      {!puts_right && <Receipt id={id} capability={capabilityOf(bookingRef)} />}
      <ButtonLink to={paths.booking.repeat(id, { token: guestToken })} look="quiet" size="small">
        Book again
      </ButtonLink>
    </div>
  );
}
