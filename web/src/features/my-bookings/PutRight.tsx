// Putting right what was done, as its client sees it.
import { useQueryClient } from '@tanstack/react-query';
import { keys, whatBookingsChange } from '@/api/keys';
import type { Booking } from '@/api/types';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { PutRight as Shared } from '@/ui/putRight/PutRight';

interface PutRightProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

export function PutRight({ booking, bookingRef }: PutRightProps) {
  const queryClient = useQueryClient();
  const { put_right: asked, put_right_until: until } = booking;
  return (
    <Shared<Booking>
      bookingId={booking.id}
      side="client"
      speaker={{ as: 'client', capability: capabilityOf(bookingRef) }}
      asked={asked}
      until={until}
      visit={visitOf(asked, bookingRef)}
      onSeen={(seen) => {
        queryClient.setQueryData(keys.booking.one(bookingRef), seen);
        for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
      }}
    />
  );
}

/** By the visit's own link where nobody is signed in. */
function visitOf(asked: LiveBooking['put_right'], { guestToken }: BookingRef): string | undefined {
  if (guestToken) return asked?.visitToken && paths.guest(asked.visitToken);
  return asked?.visitId && paths.booking.status(asked.visitId);
}
