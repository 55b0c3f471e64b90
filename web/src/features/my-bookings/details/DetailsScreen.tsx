// /bookings/{id}: everything about one booking for its owner, and what can be done with it.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiProblem, isRefusal, isUnreachable, problemText } from '@/api/problem';
import type { BookingEvent } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { type LiveBooking, useBookingEvents } from '@/shared/live/useBooking';
import { ownRef, useBookingRef } from '@/shared/live/useBookingRef';
import { useLiveBooking } from '@/shared/live/useLiveBooking';
import { paths } from '@/shared/paths';
import { isNamed, useSeenBookings } from '@/shared/seenBookings';
import { bearerToken } from '@/shared/session';
import { AreaPage, Banner, LoadError, Skeleton, useMediaQuery } from '@/ui';
import { AddToCalendar } from '@/ui/BookingLinks';
import { ConnectionLost } from '@/ui/ConnectionLost';
import { FindBooking } from '@/ui/FindBooking';
import { ProgressPipe } from '@/ui/ProgressPipe';
import { workNote } from '@/ui/workNote';
import { ChangeParts, ContactSupport, SaidParts, VisitParts, WaitingParts, WorkParts } from '../BookingParts';
import { RaisePrice } from '../change/RaisePrice';
import { DemoProBanner } from '../DemoProBanner';
import { feeOf } from '../live/StatusRows';
import { NotReached } from '../NotReached';
import { Photo } from '../Photo';
import { NamedPrices } from '../prices/NamedPrices';
import { Receipt } from '../Receipt';
import { ForgetDevice, SeenBookingCard } from '../Seen';
import { StatusBadge } from '../StatusBadge';
import { useArrival } from '../useArrival';
import { DetailRows } from './DetailRows';
import { PhaseButton } from './PhaseButton';
import { ShareLink } from './ShareLink';
import { timelineOf } from './timeline';

const back = { to: paths.bookings.list, label: 'My bookings' };

/** One layout from the start, so that its heading keeps the focus while the booking loads. */
export function Component() {
  const ref = useBookingRef();
  const { data, isError, error, refetch } = useLiveBooking(ref);
  const booking = isRefusal(error) ? undefined : data;
  const mustSignIn = isRefusal(error) && !bearerToken();
  return (
    <AreaPage
      title="Booking details"
      back={back}
      hasError={isError && !booking && !mustSignIn}
      corner={booking && <StatusBadge status={booking.status} />}
    >
      <div role="status" className="not-empty:mb-5">
        {booking && isError && <ConnectionLost />}
      </div>
      <div role="status" className="not-empty:mb-5">
        {booking && <DemoProBanner booking={booking} />}
      </div>
      {booking ? (
        <>
          <About id={booking.id} />
          <Details booking={booking} />
        </>
      ) : mustSignIn ? (
        <FindBooking title="Sign in to see this booking" />
      ) : isError ? (
        <NotLoaded error={error} id={ref.id} retry={() => void refetch()} />
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
  const ref = ownRef(booking.id);
  const events: readonly BookingEvent[] = useBookingEvents(booking, ref).data ?? [];
  const { phase, money, hasEnded } = factsOf(booking.status);
  const timeline = timelineOf(booking);
  const arrival = useArrival(booking);
  const isWide = useMediaQuery('(min-width: 1280px)');
  const actions = (
    <Actions>
      <WaitingParts booking={booking} bookingRef={ref} />
      <PhaseButton booking={booking} />
      <div className="flex flex-wrap gap-2.5 *:flex-auto">
        {!hasEnded && <AddToCalendar id={booking.id} />}
        {phase !== 'done' && money !== 'unconfirmed' && <Receipt id={booking.id} look="quiet" />}
      </div>
    </Actions>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_340px]">
      <div className="grid grid-cols-1 gap-5">
        <NamedPrices booking={booking} bookingRef={ref} />
        <DetailRows booking={booking} feePence={feeOf(events)} />
        {booking.photo_url && <Photo url={booking.photo_url} />}
        {phase === 'no_response' && <Banner tone="warn">We couldn't reach a pro in time.</Banner>}
        {!isWide && actions}
        <VisitParts booking={booking} bookingRef={ref} arrival={arrival} />
        <SaidParts booking={booking} bookingRef={ref} />
        <WorkParts booking={booking} bookingRef={ref} />
        <section className="card p-4">
          <ProgressPipe
            {...timeline}
            events={events}
            noteOf={(event) => workNote(event, 'client', booking.work)}
            stopped={phase === 'cancelled'}
          />
        </section>
      </div>
      <div className="grid grid-cols-1 gap-5">
        {isWide && actions}
        {!hasEnded && <ShareLink booking={booking} />}
        <ChangeParts booking={booking} bookingRef={ref} events={events}>
          <RaisePrice booking={booking} bookingRef={ref} look="row" />
        </ChangeParts>
        <ContactSupport />
      </div>
    </div>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-2.5">{children}</div>;
}

/** Why there are two pages. */
function About({ id }: { id: string }) {
  return (
    <p className="-mt-3 mb-5 text-s text-muted">
      What you booked, and how it adds up. What is happening now is on its{' '}
      <Link to={paths.booking.status(id)} className="link inline-flex min-h-11 items-center">
        live page
      </Link>
      .
    </p>
  );
}

interface NotLoadedProps {
  error: Error;
  id: string | undefined;
  retry: () => void;
}

function NotLoaded({ error, id, retry }: NotLoadedProps) {
  const seen = useSeenBookings().find((booking) => isNamed(booking, { id, guestToken: undefined }));
  if (isUnreachable(error) && seen)
    return (
      <div className="grid gap-4">
        <ConnectionLost />
        <SeenBookingCard booking={seen} />
        <ForgetDevice />
      </div>
    );
  if (isUnreachable(error)) return <NotReached error={error} retry={retry} />;
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <LoadError retry={retry}>
      {missing ? 'Booking not found.' : problemText(error, 'Failed to load booking.')}
    </LoadError>
  );
}
