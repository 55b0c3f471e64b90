// The card page of a booking that is to be paid again: a card, one button, and what happens otherwise.

import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import { keys } from '@/api/keys';
import { isRefusal, problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { Banner, Button, ButtonLink, PageLayout, Skeleton } from '@/ui';
import { PayForm } from './PayForm';
import { nothingDue } from './reason';

const TITLE = 'Payment';

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

  return (
    <PageLayout title={TITLE} heading={TITLE} width="narrow">
      {query.isPending && <Skeleton className="h-64" label="Loading your booking" />}
      {query.isError && (
        <Banner
          tone="bad"
          role="alert"
          actions={
            !isRefusal(query.error) && (
              <Button size="small" look="quiet" onClick={() => void query.refetch()}>
                Try again
              </Button>
            )
          }
        >
          {problemText(query.error, 'We could not load your booking.')}
        </Banner>
      )}
      {query.data &&
        (query.data.payment_due ? (
          <PayForm
            booking={query.data}
            due={query.data.payment_due}
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
    </PageLayout>
  );
}
