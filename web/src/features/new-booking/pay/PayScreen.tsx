// The card page of a booking that is to be paid again: what for, a card, one button, and what happens otherwise.

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import { isRefusal, problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { Banner, BookingLayout, ButtonLink, LoadError, Skeleton } from '@/ui';
import { FindBooking } from '@/ui/FindBooking';
import { DueDocket } from './DueDocket';
import { PayForm } from './PayForm';
import { nothingDue } from './reason';

/** Milliseconds. */
const LOOK_AGAIN = 5000;

function mayBeTaken(booking: Booking | undefined): boolean {
  return booking?.payment_due !== undefined && factsOf(booking.status).isOffered;
}

export function Component() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const token = search.get('token') ?? undefined;
  const query = useQuery({
    queryKey: keys.booking.toPay(id, token),
    queryFn: ({ signal }) => fetchBooking(id, { token }, signal),
    staleTime: 0,
    // A pro may accept at the old price while the card is typed in.
    refetchInterval: ({ state }) => (mayBeTaken(state.data) ? LOOK_AGAIN : false),
  });
  const status = token ? paths.guest(token) : paths.booking.status(id);
  const navigate = useNavigate();
  const due = query.data?.payment_due;
  const isClosed = isRefusal(query.error);

  return (
    <BookingLayout
      title="Payment"
      hasError={query.isError}
      onBack={() => navigate(status)}
      aside={query.data && due && <DueDocket booking={query.data} due={due} />}
      asideOnPhone="before"
    >
      {query.isPending && <Skeleton className="h-64" label="Loading your booking" />}
      {query.isError &&
        (isClosed ? (
          <FindBooking
            title={token ? 'This link no longer opens a booking' : 'Sign in to pay for this booking'}
            next={paths.pay(id)}
          />
        ) : (
          <LoadError retry={() => void query.refetch()}>
            {problemText(query.error, 'We could not load your booking.')}
          </LoadError>
        ))}
      {query.data &&
        (due ? (
          <PayForm
            booking={query.data}
            due={due}
            token={token}
            status={status}
            onStale={() => void query.refetch()}
          />
        ) : (
          <div className="grid gap-4">
            <Banner tone="copper">{nothingDue(query.data)}</Banner>
            <ButtonLink to={status}>View your booking</ButtonLink>
          </div>
        ))}
    </BookingLayout>
  );
}
