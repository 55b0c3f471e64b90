// The parts of a booking that its live page and its details page both show, in the order in which they follow each other there. Whoever has a
// share link changes nothing and sees the job alone.
import { Link } from 'react-router';
import type { BookingEvent } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { paths } from '@/shared/paths';
import { Reschedule } from './change/Reschedule';
import { SuggestedTime } from './change/SuggestedTime';
import { Disputes } from './dispute/Disputes';
import { ExtraWork } from './extras/ExtraWork';
import { CancelBooking } from './live/CancelBooking';
import { EntryNotes } from './live/EntryNotes';
import { NoShow } from './live/NoShow';
import { capabilityOf, type LiveBooking } from './live/useBooking';
import type { BookingRef } from './live/useBookingRef';
import { PayDue } from './PayDue';
import { ProCard } from './ProCard';
import { ReviewOfPro } from './ReviewOfPro';
import { StopJob } from './stop/StopJob';
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
      <ExtraWork booking={booking} bookingRef={bookingRef} />
      {!hasProposal && <PayDue booking={booking} guestToken={bookingRef.guestToken} />}
      <SuggestedTime booking={booking} />
    </>
  );
}

interface JobPartsProps extends PartsProps {
  /** Where the pro on the way is, in words; for pages without a map. */
  arrival?: string | undefined;
}

/** Who does the job, what was done, and what the client says of it. */
export function JobParts({ booking, bookingRef, arrival }: JobPartsProps) {
  return (
    <>
      <StartCode booking={booking} bookingRef={bookingRef} />
      <ProCard booking={booking} arrival={arrival} />
      <WorkShown work={booking.work} capability={capabilityOf(bookingRef)} />
      {!bookingRef.shareToken && (
        <>
          <Disputes booking={booking} bookingRef={bookingRef} />
          <ReviewOfPro booking={booking} bookingRef={bookingRef} />
        </>
      )}
    </>
  );
}

interface ChangePartsProps extends PartsProps {
  events: readonly BookingEvent[];
}

/** What the client can change. */
export function ChangeParts({ booking, bookingRef, events }: ChangePartsProps) {
  const { hasEnded, canCancel } = factsOf(booking.status);
  if (bookingRef.shareToken) return null;
  return (
    <>
      <Reschedule booking={booking} bookingRef={bookingRef} />
      {!hasEnded && <EntryNotes booking={booking} bookingRef={bookingRef} />}
      <StopJob booking={booking} bookingRef={bookingRef} />
      <NoShow booking={booking} bookingRef={bookingRef} events={events} />
      {canCancel && <CancelBooking booking={booking} bookingRef={bookingRef} />}
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
