import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';
import { BookingLinks } from '@/ui/BookingLinks';

export function ConfirmationActions({ booking }: { booking: Booking }) {
  return (
    <>
      <BookingLinks booking={booking} calendar={{}} />
      <ButtonLink look="plain" size="small" to={paths.booking.create} className="-ml-3.5 self-start">
        Make Another Booking
      </ButtonLink>
    </>
  );
}
