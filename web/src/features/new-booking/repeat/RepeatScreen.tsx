// /booking/repeat/{id}: starts a new draft with the job of an earlier booking, and goes on to the create step. Its price and the choices made
// after it are not copied.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { BookingLayout, Button, ButtonLink, EmptyState, Skeleton } from '@/ui';
import { type BookingDraft, getDraft, resetDraft, updateDraft } from '../draft';

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
  const [unfinished, setUnfinished] = useState(() => unfinishedJob(getDraft()));
  const booking = unfinished === null ? data : undefined;
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
      ) : unfinished !== null ? (
        <Replace job={unfinished} onReplace={() => setUnfinished(null)} />
      ) : (
        <Skeleton className="h-60" label="Loading the booking" />
      )}
    </BookingLayout>
  );
}

/** What would be lost by starting over; null if nothing would. */
function unfinishedJob({ description, hasPhoto }: BookingDraft): string | null {
  if (description.trim()) return description;
  return hasPhoto ? 'A photo' : null;
}

function Replace({ job, onReplace }: { job: string; onReplace: () => void }) {
  return (
    <section aria-labelledby="unfinished" className="grid gap-4">
      <h2 id="unfinished" className="text-l">
        You have an unfinished booking
      </h2>
      <blockquote className="border-l-4 border-copper-line pl-3.5">
        <p dir="auto" className="line-clamp-4 whitespace-pre-line">
          {job}
        </p>
      </blockquote>
      <p className="text-muted">Repeating the other one replaces it.</p>
      <div className="grid gap-2.5">
        <Button onClick={onReplace}>Replace it</Button>
        <ButtonLink look="quiet" to={paths.booking.create} replace>
          Go on with it
        </ButtonLink>
      </div>
    </section>
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
