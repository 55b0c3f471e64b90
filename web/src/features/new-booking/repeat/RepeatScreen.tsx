// /booking/repeat/{id}: starts a new draft with the job of an earlier booking, and goes on to the create step. Its price and the choices made
// after it are not copied.

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { BookingLayout, Button, EmptyState, Skeleton } from '@/ui';
import { resetDraft, updateDraft } from '../draft';
import { Unfinished, useUnfinished } from './Unfinished';

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const type = search.get('type') ?? undefined;
  const token = search.get('token') ?? undefined;
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery({
    queryKey: keys.booking.toRepeat(id),
    queryFn: ({ signal }) => fetchBooking(id, { token }, signal),
  });
  const unfinished = useUnfinished();
  const booking = unfinished.job === null ? data : undefined;
  useEffect(() => {
    if (!booking) return;
    fillDraft(booking, type);
    navigate(paths.booking.create, { replace: true });
  }, [booking, type, navigate]);

  return (
    <BookingLayout
      title="Repeat a booking"
      onBack={() => navigate(token ? paths.guest(token) : paths.bookings.list)}
    >
      {isError ? (
        <EmptyState
          title="Failed to load booking."
          action={
            <Button look="quiet" size="small" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : unfinished.job !== null ? (
        <Unfinished job={unfinished.job} onReplace={unfinished.replace}>
          Repeating the other one replaces it.
        </Unfinished>
      ) : (
        <Skeleton className="h-60" label="Loading the booking" />
      )}
    </BookingLayout>
  );
}

function fillDraft(booking: Booking, problemTypeToUse: string | undefined): void {
  resetDraft();
  const { customer_name, customer_phone, address_line1, postcode } = booking;
  updateDraft({
    description: booking.description ?? '',
    problemTypeToUse,
    postcodePrefix: postcode?.split(' ')[0] ?? '',
    ...(customer_name && customer_phone && address_line1 && postcode
      ? {
          addressToConfirm: true,
          address: {
            fullName: customer_name,
            phone: customer_phone,
            line1: address_line1,
            postcode,
            ...(booking.customer_email && { email: booking.customer_email }),
            ...(booking.address_line2 && { line2: booking.address_line2 }),
            ...(booking.city && { city: booking.city }),
            ...(booking.entry_info && { entryInfo: booking.entry_info }),
          },
        }
      : {}),
  });
}
