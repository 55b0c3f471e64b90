// /booking/{id}: the live status of a booking, exactly as the server reports it.
import { CircleCheck, CircleX, Hourglass, Search, SearchX, Truck, UserCheck, Wrench } from 'lucide-react';
import { useNavigate } from 'react-router';
import { ApiProblem, isRefusal, isUnreachable, problemText } from '@/api/problem';
import type { BookingEvent } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { hasPro } from '@/shared/live/hasPro';
import { LIVE_HEADER, type LiveStatus, liveAppearance, stepOfEvent, steps } from '@/shared/live/liveStatus';
import { capabilityOf, type LiveBooking, statusOf, useBookingEvents } from '@/shared/live/useBooking';
import { type BookingRef, useBookingRef } from '@/shared/live/useBookingRef';
import { useLiveBooking } from '@/shared/live/useLiveBooking';
import { paths } from '@/shared/paths';
import { isNamed, useSeenBookings } from '@/shared/seenBookings';
import { useClient } from '@/shared/session';
import { Badge, Banner, BookingLayout, ButtonLink, LoadError, Skeleton, useIsDesk } from '@/ui';
import { BookingLinks } from '@/ui/BookingLinks';
import { ConnectionLost } from '@/ui/ConnectionLost';
import { FindBooking } from '@/ui/FindBooking';
import { ProgressPipe } from '@/ui/ProgressPipe';
import { workNote } from '@/ui/workNote';
import { ChangeParts, ContactSupport, SaidParts, VisitParts, WaitingParts, WorkParts } from '../BookingParts';
import { RaisePrice } from '../change/RaisePrice';
import { DemoProBanner } from '../DemoProBanner';
import { NamedPrices } from '../prices/NamedPrices';
import { countText, isNaming } from '../prices/words';
import { ForgetDevice, SeenBookingCard } from '../Seen';
import { AtTheDoor } from './AtTheDoor';
import { Broaden } from './Broaden';
import { DoneActions } from './DoneActions';
import { LiveChat } from './LiveChat';
import { MatchingLine } from './MatchingLine';
import { MapChip } from './map/MapChip';
import { ProposalCard } from './ProposalCard';
import { requestOf, titleOf } from './proposal';
import { StatusRows } from './StatusRows';
import { TryAgain } from './TryAgain';

const icons: Record<LiveStatus, typeof Search> = {
  CREATED: Search,
  MATCHING: Search,
  WAITING_FOR_YOU: Hourglass,
  ASSIGNED: UserCheck,
  EN_ROUTE: Truck,
  IN_PROGRESS: Wrench,
  COMPLETED: CircleCheck,
  CANCELLED: CircleX,
  NO_RESPONSE: SearchX,
};

/** One layout from the start, so that its heading keeps the focus while the booking loads. */
export function Component() {
  const ref = useBookingRef();
  const { data, isError, isLost, error, refetch } = useLiveBooking(ref);
  // Once a link has been revoked, hide what it showed before.
  const booking = isRefusal(error) ? undefined : data;
  const events = useBookingEvents(booking, ref).data ?? [];
  const navigate = useNavigate();
  const client = useClient();
  return (
    <BookingLayout
      title={client ? 'Booking live' : 'Live booking'}
      hasError={isError && !booking}
      onBack={() => navigate(client ? paths.bookings.list : paths.landing)}
      corner={<span role="status">{booking && <StatusBadge status={statusOf(booking, ref)} />}</span>}
      aside={booking && <StatusRows booking={booking} events={events} />}
      asideOnPhone="hidden"
    >
      <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
        {booking && (isError || isLost) && <ConnectionLost />}
      </div>
      {booking ? (
        <Live booking={booking} bookingRef={ref} events={events} />
      ) : isError ? (
        <NotLoaded error={error} bookingRef={ref} retry={() => void refetch()} />
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

interface LiveProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
  events: readonly BookingEvent[];
}

function Live({ booking, bookingRef, events }: LiveProps) {
  const status = statusOf(booking, bookingRef);
  const appearance = liveAppearance[status];
  // On a phone the status comes before the docket.
  const desk = useIsDesk();
  const mayChange = !bookingRef.shareToken;
  // Without a link it is the caller's own.
  const isOwner = mayChange && !bookingRef.guestToken;
  const { hasEnded, isOffered } = factsOf(booking.status);
  const isDone = status === 'COMPLETED';
  const isComing = status === 'EN_ROUTE' || (status === 'ASSIGNED' && hasPro(booking));
  // Whoever has a share link decides nothing.
  const proposal = status === 'WAITING_FOR_YOU' && mayChange ? booking.proposal : undefined;
  const naming = mayChange && isNaming(booking);
  // A guest's link carries its own token; to the owner the server sends it.
  const withLink = { ...booking, guest_token: booking.guest_token ?? bookingRef.guestToken };
  return (
    <>
      <div>
        <p className="num text-s text-muted">
          Booking <span className="[overflow-wrap:anywhere]">{booking.id}</span>
        </p>
        <h2 id={LIVE_HEADER} className="mt-1 text-xl">
          {mayChange ? appearance.header : (appearance.toFriends ?? appearance.header)}
        </h2>
        {status === 'MATCHING' && mayChange && !naming && <MatchingLine matching={booking.matching} />}
      </div>
      <div role="status" className="empty:-mt-4 desk:empty:-mt-5">
        <DemoProBanner booking={booking} />
      </div>
      {mayChange && <AtTheDoor status={booking.status} events={events} late={booking.running_late} />}
      <Explanation status={status} booking={booking} />
      {booking.puts_right && (
        <Banner tone="neutral">This visit puts right what was done. It costs you nothing.</Banner>
      )}
      <p role="status" className="sr-only">
        {proposal && `${titleOf(proposal)}. ${requestOf(proposal)}`}
        {naming && booking.proposals?.length ? `${countText(booking.proposals)}.` : null}
      </p>
      {naming && <NamedPrices booking={booking} bookingRef={bookingRef} />}
      {proposal && <ProposalCard booking={booking} bookingRef={bookingRef} proposal={proposal} />}
      <WaitingParts booking={booking} bookingRef={bookingRef} hasProposal={proposal !== undefined} />
      {mayChange && status === 'NO_RESPONSE' && <TryAgain booking={booking} bookingRef={bookingRef} />}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] items-end gap-2.5 empty:hidden">
        {mayChange && isOffered && !naming && (
          <Broaden id={booking.id} bookingRef={bookingRef} matching={booking.matching} />
        )}
        {isOwner && <RaisePrice booking={booking} bookingRef={bookingRef} />}
      </div>
      {isDone && mayChange && <DoneActions booking={booking} bookingRef={bookingRef} />}
      {isDone && <SaidParts booking={booking} bookingRef={bookingRef} />}
      <VisitParts booking={booking} bookingRef={bookingRef} map={isComing && <MapChip booking={booking} />} />
      {!isDone && <SaidParts booking={booking} bookingRef={bookingRef} />}
      <WorkParts booking={booking} bookingRef={bookingRef} />
      <ProgressPipe
        steps={steps}
        stepOf={(event) => stepOfEvent[event]}
        now={appearance.step}
        events={events}
        {...(mayChange && { noteOf: (event) => workNote(event, 'client', booking.work) })}
        stopped={status === 'CANCELLED'}
      />
      <LiveChat booking={booking} bookingRef={bookingRef} />
      {!desk && <StatusRows booking={booking} events={events} />}
      {isOwner && booking.id && (
        <ButtonLink to={paths.bookings.details(booking.id)} look="quiet" size="small">
          Booking details
        </ButtonLink>
      )}
      {mayChange && !hasEnded && <BookingLinks booking={withLink} calendar={capabilityOf(bookingRef)} />}
      <ChangeParts booking={booking} bookingRef={bookingRef} events={events} />
      {status === 'CANCELLED' && mayChange && <BookAnother booking={booking} token={bookingRef.guestToken} />}
      <ContactSupport />
    </>
  );
}

/** A sentence about a booking that is not paid yet or was cancelled. */
function Explanation({ status, booking }: { status: LiveStatus; booking: LiveBooking }) {
  if (status === 'CREATED')
    return <Banner tone="warn">The payment of this booking has not been confirmed yet.</Banner>;
  if (status !== 'CANCELLED') return null;
  const text = whyCancelled[booking.cancel_reason ?? ''] ?? 'This booking is over. Nobody will come.';
  return <Banner tone="neutral">{text}</Banner>;
}

const whyCancelled: Record<string, string> = {
  payment_abandoned: 'The payment was not completed in time.',
  replaced: 'A newer booking has taken its place.',
  pro_no_show: "Your pro didn't come. We are sorry.",
  no_pro: 'We found no pro for it.',
  demo_off: 'The demonstration is over. Nobody was really coming.',
  not_taken: "The pro who suggested it can't take it, and nobody else was asked. You pay nothing.",
  not_as_booked: 'You ended the job, since it was not what was booked.',
  put_right_off: "Your pro can't come to put it right. You can ask again on the page of the job.",
  stopped: 'The job was stopped.',
  not_home: 'Nobody was at home when your pro came.',
  payment_ended: 'It was not paid in time. You pay nothing.',
};

/** The same job again for a client whose pro did not come; otherwise a new one. */
function BookAnother({ booking, token }: { booking: LiveBooking; token: string | undefined }) {
  if (booking.cancel_reason === 'pro_no_show')
    return <ButtonLink to={paths.booking.repeat(booking.id, { token })}>Book again</ButtonLink>;
  return <ButtonLink to={paths.booking.create}>Create new booking</ButtonLink>;
}

interface NotLoadedProps {
  error: Error;
  bookingRef: BookingRef;
  retry: () => void;
}

function NotLoaded({ error, bookingRef, retry }: NotLoadedProps) {
  const seen = useSeenBookings().find((booking) => isNamed(booking, bookingRef));
  if (isUnreachable(error) && seen && !bookingRef.shareToken)
    return (
      <>
        <ConnectionLost />
        <SeenBookingCard booking={seen} />
        <ForgetDevice />
      </>
    );
  if (isRefusal(error) && !bookingRef.shareToken) return <Closed bookingRef={bookingRef} />;
  const missing = error instanceof ApiProblem && error.status === 404;
  return (
    <LoadError retry={retry}>
      <p>Failed to load booking</p>
      <p className="font-normal">{missing ? 'Booking not found.' : problemText(error, '')}</p>
    </LoadError>
  );
}

/** Another browser, or a link that has ended. */
function Closed({ bookingRef: { id, guestToken } }: { bookingRef: BookingRef }) {
  if (guestToken)
    return <FindBooking title="This link no longer opens a booking" next={paths.bookings.list} />;
  return (
    <FindBooking title={id ? `Booking ${id} can't be opened here` : "This booking can't be opened here"} />
  );
}
