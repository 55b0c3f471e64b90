// /booking/{id}: the live status of a booking, exactly as the server reports it.
import { CircleCheck, CircleX, Search, Truck, UserCheck, Wrench } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { ApiProblem, isRefusal, problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useClient } from '@/shared/session';
import { Badge, Banner, BookingLayout, Button, ButtonLink, Skeleton, useIsDesk } from '@/ui';
import { ConnectionLost } from '../ConnectionLost';
import { ProgressPipe } from '../ProgressPipe';
import { hasEnded } from '../statusAppearance';
import { CancelBooking } from './CancelBooking';
import { type LiveStatus, liveAppearance, stepOfEvent, steps } from './liveStatus';
import { StatusRows } from './StatusRows';
import { type LiveBooking, statusOf, useBooking, useBookingEvents } from './useBooking';
import { type BookingRef, useBookingRef } from './useBookingRef';

const icons: Record<LiveStatus, typeof Search> = {
  CREATED: Search,
  MATCHING: Search,
  ASSIGNED: UserCheck,
  EN_ROUTE: Truck,
  IN_PROGRESS: Wrench,
  COMPLETED: CircleCheck,
  CANCELLED: CircleX,
  NO_RESPONSE: Search,
};

/** One layout from the start, so that its heading keeps the focus while the booking loads. */
export function Component() {
  const ref = useBookingRef();
  const { data, isError, error, refetch } = useBooking(ref);
  // Once a link has been revoked, hide what it showed before.
  const booking = isRefusal(error) ? undefined : data;
  const navigate = useNavigate();
  const client = useClient();
  return (
    <BookingLayout
      title={client ? 'Booking live' : 'Live booking'}
      hasError={isError && !booking}
      onBack={() => navigate(client ? paths.bookings.list : paths.landing)}
      corner={
        <span role="status" className="uppercase">
          {booking && <StatusBadge status={statusOf(booking)} />}
        </span>
      }
      aside={booking && <StatusRows booking={booking} />}
      asideOnPhone="hidden"
    >
      <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
        {booking && isError && <ConnectionLost />}
      </div>
      {booking ? (
        <Live booking={booking} bookingRef={ref} />
      ) : isError ? (
        <NotLoaded error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </BookingLayout>
  );
}

function StatusBadge({ status }: { status: LiveStatus }) {
  const { tone, badge } = liveAppearance[status];
  const Icon = icons[status];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-4" />}>
      {badge}
    </Badge>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-9 w-3/4" label="Loading your booking" />
      <Skeleton className="h-44" />
      <Skeleton className="h-64" />
    </>
  );
}

function Live({ booking, bookingRef }: { booking: LiveBooking; bookingRef: BookingRef }) {
  const events = useBookingEvents(booking, bookingRef);
  const status = statusOf(booking);
  const appearance = liveAppearance[status];
  // On a phone the status comes before the docket.
  const desk = useIsDesk();
  // The server sends the guest link only to the owner.
  const isOwner = booking.guest_token !== undefined;
  const canCancel = !bookingRef.shareToken && !hasEnded(booking.status) && status !== 'IN_PROGRESS';
  return (
    <>
      <div>
        <p className="num text-s text-muted">
          Booking <span className="[overflow-wrap:anywhere]">{booking.id}</span>
        </p>
        <h2 className="mt-1 text-xl">{appearance.header}</h2>
      </div>
      <Explanation status={status} booking={booking} />
      <ProgressPipe
        steps={steps}
        stepOf={(event) => stepOfEvent[event]}
        now={appearance.step}
        events={events.data ?? []}
        stopped={status === 'CANCELLED'}
      />
      {!desk && <StatusRows booking={booking} />}
      {isOwner && booking.id && (
        <ButtonLink to={paths.bookings.details(booking.id)} look="quiet" size="small">
          Booking details
        </ButtonLink>
      )}
      {canCancel && <CancelBooking booking={booking} bookingRef={bookingRef} />}
      {status === 'CANCELLED' && !bookingRef.shareToken && (
        <ButtonLink to={paths.booking.create}>Create new booking</ButtonLink>
      )}
      <p className="text-s text-muted">
        Something not right?{' '}
        <Link to={paths.support} className="link inline-flex min-h-11 items-center">
          Contact support
        </Link>
      </p>
    </>
  );
}

/** A sentence about a booking that found no pro or was cancelled. */
function Explanation({ status, booking }: { status: LiveStatus; booking: LiveBooking }) {
  if (status === 'CREATED')
    return <Banner tone="warn">The payment of this booking has not been confirmed yet.</Banner>;
  if (status === 'NO_RESPONSE')
    return <Banner tone="warn">We couldn't reach a pro in time. You have not been charged.</Banner>;
  if (status !== 'CANCELLED') return null;
  const text =
    booking.cancel_reason === 'payment_abandoned'
      ? 'The payment was not completed in time. Nothing was charged.'
      : booking.cancel_reason === 'replaced'
        ? 'A newer booking has taken its place.'
        : 'This booking is over. Nobody will come.';
  return <Banner tone="neutral">{text}</Banner>;
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
      <p>Failed to load booking</p>
      <p className="font-normal">{missing ? 'Booking not found.' : problemText(error, '')}</p>
    </Banner>
  );
}
