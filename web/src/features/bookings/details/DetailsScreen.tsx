// /bookings/{id}: everything about one booking for its owner, and what can be done with it.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiProblem, isRefusal, problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { bearerToken } from '@/shared/session';
import { AreaPage, Badge, Banner, Button, ButtonLink, Skeleton, useMediaQuery } from '@/ui';
import { ConnectionLost } from '../ConnectionLost';
import { CancelBooking } from '../live/CancelBooking';
import { type LiveBooking, useBooking, useBookingEvents } from '../live/useBooking';
import { useBookingRef } from '../live/useBookingRef';
import { ProgressPipe } from '../ProgressPipe';
import { SignInFirst } from '../SignInFirst';
import { detailsAppearance, hasEnded } from '../statusAppearance';
import { AddToCalendar } from './AddToCalendar';
import { DetailRows } from './DetailRows';
import { PhaseButton, Receipt } from './PhaseButton';
import { ProCard } from './ProCard';
import { ShareLink } from './ShareLink';
import { timelineOf } from './timeline';

const back = { to: paths.bookings.list, label: 'My bookings' };

/** One layout from the start, so that its heading keeps the focus while the booking loads. */
export function Component() {
  const ref = useBookingRef();
  const { data, isError, error, refetch } = useBooking(ref);
  const booking = isRefusal(error) ? undefined : data;
  const appearance = booking && detailsAppearance(booking.status);
  const mustSignIn = isRefusal(error) && !bearerToken();
  return (
    <AreaPage
      title="Booking details"
      back={back}
      hasError={isError && !booking && !mustSignIn}
      corner={appearance && <Badge tone={appearance.tone}>{appearance.label}</Badge>}
    >
      <div role="status" className="not-empty:mb-5">
        {booking && isError && <ConnectionLost />}
      </div>
      {booking ? (
        <Details booking={booking} />
      ) : mustSignIn ? (
        <SignInFirst title="Sign in to see this booking" />
      ) : isError ? (
        <NotLoaded error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </AreaPage>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-60" label="Loading your booking" />
      <Skeleton className="h-80" />
    </div>
  );
}

function Details({ booking }: { booking: LiveBooking }) {
  const ref = { id: booking.id, guestToken: undefined, shareToken: undefined, intent: undefined };
  const events = useBookingEvents(booking, ref);
  const { phase } = detailsAppearance(booking.status);
  const timeline = timelineOf(booking);
  const isWide = useMediaQuery('(min-width: 1280px)');
  const canCancel = !hasEnded(booking.status) && booking.status !== 'in_progress';
  const actions = (
    <Actions>
      <PhaseButton booking={booking} phase={phase} />
      <div className="flex flex-wrap gap-2">
        {hasEnded(booking.status) ? <LiveLink id={booking.id} /> : <AddToCalendar id={booking.id} />}
        {phase !== 'done' && booking.status !== 'created' && <Receipt id={booking.id} look="quiet" />}
      </div>
    </Actions>
  );
  return (
    <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid gap-5">
        <DetailRows booking={booking} />
        <ProCard booking={booking} />
        {booking.status === 'no_response' && (
          <Banner tone="warn">We couldn't reach a pro in time. You have not been charged.</Banner>
        )}
        {!isWide && actions}
        <section className="card p-4">
          <ProgressPipe {...timeline} events={events.data ?? []} stopped={booking.status === 'cancelled'} />
        </section>
      </div>
      <div className="grid gap-5">
        {isWide && actions}
        {!hasEnded(booking.status) && <ShareLink booking={booking} />}
        {canCancel && <CancelBooking booking={booking} bookingRef={ref} />}
        <p className="text-s text-muted">
          Something not right?{' '}
          <Link to={paths.support} className="link inline-flex min-h-11 items-center">
            Contact support
          </Link>
        </p>
      </div>
    </div>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="grid gap-2.5">{children}</div>;
}

function LiveLink({ id }: { id: string }) {
  return (
    <ButtonLink to={paths.booking.status(id)} look="quiet" size="small">
      Live page
    </ButtonLink>
  );
}

function NotLoaded({ error, retry }: { error: Error; retry: () => void }) {
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <Banner
      tone="bad"
      role="alert"
      actions={
        <Button size="small" look="quiet" onClick={retry}>
          Retry
        </Button>
      }
    >
      {missing ? 'Booking not found.' : problemText(error, 'Failed to load booking.')}
    </Banner>
  );
}
