// /booking/repeat/{id}: starts a new draft with the job of an earlier booking, and goes on to the create step. Its price and the choices made
// after it are not copied.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { BookingLayout, Button, EmptyState, Skeleton } from '@/ui';
import { forgetPhoto, resetDraft, updateDraft } from '../draft';

export function Component() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data, isError, refetch } = useQuery({
    queryKey: ['booking', 'repeat', id],
    queryFn: ({ signal }) => fetchBooking(id, {}, signal),
  });
  useEffect(() => {
    if (!data) return;
    fillDraft(data);
    navigate(paths.booking.create, { replace: true });
  }, [data, navigate]);

  return (
    <BookingLayout title="Repeat a booking" onBack={() => navigate(paths.bookings.list)}>
      {isError ? (
        <EmptyState
          title="Failed to load booking."
          action={
            <Button look="quiet" size="small" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        />
      ) : (
        <Skeleton className="h-60" label="Loading the booking" />
      )}
    </BookingLayout>
  );
}

function fillDraft(booking: Booking): void {
  resetDraft();
  void forgetPhoto();
  const { customer_name, customer_phone, address_line1, postcode } = booking;
  updateDraft({
    description: booking.description ?? '',
    postcodePrefix: postcode?.split(' ')[0] ?? '',
    ...(customer_name && customer_phone && address_line1 && postcode
      ? {
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
