// The parts of a booking that its live page and its details page both show, in the order in which they follow each other there. Whoever has a
// share link changes nothing and sees the job alone.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BookingEvent } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { hasPro } from '@/shared/live/hasPro';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { paths } from '@/shared/paths';
import { ButtonGroup } from '@/ui';
import { Reschedule } from './change/Reschedule';
import { SuggestedTime } from './change/SuggestedTime';
import { Disputes } from './dispute/Disputes';
import { ExtraWork } from './extras/ExtraWork';
import { CancelBooking } from './live/CancelBooking';
import { EntryNotes } from './live/EntryNotes';
import { NoShow } from './live/NoShow';
import { NotAsBooked } from './mismatch/NotAsBooked';
import { NewWork } from './NewWork';
import { PayDue } from './PayDue';
import { ProCard } from './ProCard';
import { PutRight } from './PutRight';
import { ReviewOfPro } from './ReviewOfPro';
import { StopJob, StopSaid } from './stop/StopJob';
import { StartCode } from './work/StartCode';
import { WorkShown } from './work/WorkShown';

interface PartsProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

interface WaitingPartsProps extends PartsProps {
  /** A proposal is answered first. */
  hasProposal?: boolean;
}

/** What waits for the client. */
export function WaitingParts({ booking, bookingRef, hasProposal = false }: WaitingPartsProps) {
  if (bookingRef.shareToken) return null;
  return (
    <>
      <NotAsBooked booking={booking} bookingRef={bookingRef} />
      <ExtraWork booking={booking} bookingRef={bookingRef} />
      {!hasProposal && <PayDue booking={booking} guestToken={bookingRef.guestToken} />}
      <SuggestedTime booking={booking} />
    </>
  );
}

interface VisitPartsProps extends PartsProps {
  /** Where the pro on the way is, in words; for pages without a map. */
  arrival?: string | undefined;
  /** Above the pro. */
  map?: ReactNode;
}

/** Who comes and by which code the work begins, in one card. */
export function VisitParts({ booking, bookingRef, arrival, map }: VisitPartsProps) {
  const isKnown = hasPro(booking);
  if (!isKnown && !booking.start_code) return null;
  return (
    <div className="card grid grid-cols-1 overflow-hidden p-0">
      {map}
      {isKnown && <ProCard booking={booking} arrival={arrival} />}
      <StartCode booking={booking} bookingRef={bookingRef} />
    </div>
  );
}

/** What the client says of it once it is done: what others should know first, then what went wrong. */
export function SaidParts({ booking, bookingRef }: PartsProps) {
  if (bookingRef.shareToken) return null;
  return (
    <>
      <ReviewOfPro booking={booking} bookingRef={bookingRef} />
      <PutRight booking={booking} bookingRef={bookingRef} />
      <NewWork booking={booking} bookingRef={bookingRef} />
      <Disputes booking={booking} bookingRef={bookingRef} />
    </>
  );
}

/** How the work began and ended. */
export function WorkParts({ booking, bookingRef }: PartsProps) {
  return <WorkShown work={booking.work} capability={capabilityOf(bookingRef)} />;
}

interface ChangePartsProps extends PartsProps {
  events: readonly BookingEvent[];
  /** More that can be changed. */
  children?: ReactNode;
}

/** What the client can change. */
export function ChangeParts({ booking, bookingRef, events, children }: ChangePartsProps) {
  const { hasEnded, canCancel } = factsOf(booking.status);
  if (bookingRef.shareToken) return null;
  return (
    <>
      <StopSaid booking={booking} />
      {!hasEnded && (
        <ButtonGroup id="change-title" title="Change booking">
          <Reschedule booking={booking} bookingRef={bookingRef} />
          <EntryNotes booking={booking} bookingRef={bookingRef} />
          {children}
          <StopJob booking={booking} bookingRef={bookingRef} />
          <NoShow booking={booking} bookingRef={bookingRef} events={events} />
          {canCancel && <CancelBooking booking={booking} bookingRef={bookingRef} />}
        </ButtonGroup>
      )}
    </>
  );
}

/** The last line of both pages. */
export function ContactSupport() {
  return (
    <p className="text-s text-muted">
      Something not right?{' '}
      <Link to={paths.support} className="link inline-flex min-h-11 items-center">
        Contact support
      </Link>
    </p>
  );
}
