// The content of the confirmation page in each state: waiting, confirmed, no answer yet, failed, not found.
import type { ReactNode } from 'react';
import { isRefusal } from '@/api/problem';
import type { Booking } from '@/api/types';
import { nobodyText, retryText, tradeOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { Banner, Button, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { ConnectionLost } from '@/ui/ConnectionLost';
import { FindBooking } from '@/ui/FindBooking';
import type { BookingDraft } from '../draft';
import { ConfirmationActions } from './ConfirmationActions';
import { MatchHeadline } from './MatchHeadline';
import { type MatchStatus, matchStatus } from './matchStatus';
import { SignInPrompt } from './SignInPrompt';
import type { PolledBooking } from './usePolledBooking';
import type { ConfirmationSource } from './useSource';
import { type ConfirmationView, viewOfBooking, viewOfDraft } from './view';
import { WhatHappensNow } from './WhatHappensNow';
import { WhoWasTold } from './WhoWasTold';

export interface Page {
  title: string;
  hasError?: boolean;
  /** The status of the booking, announced as it changes. */
  status?: ReactNode;
  /** The booking, once there is one to show. */
  view?: ConfirmationView;
  /** Where the button at the foot leads; its label, where it is not to follow the booking. */
  next?: { to: string; label?: string };
  children: ReactNode;
}

export function pageOf(draft: BookingDraft, source: ConfirmationSource, polled: PolledBooking): Page {
  if (!source.intent && !source.bookingId) return notFound;
  if (polled.state === 'settled') return confirmed(polled.booking, source.intent, polled.isLost);
  if (source.failed) return paymentFailed;
  if (polled.state === 'waiting') return waiting;
  return isOf(draft, source) ? stillConfirming(viewOfDraft(draft), polled.again) : notLoaded(source, polled);
}

const CONFIRMING = 'Confirming your booking';

/** Whether the draft is still the one this booking was made from. */
function isOf(draft: BookingDraft, source: ConfirmationSource): boolean {
  if (!draft.bookingId) return false;
  if (source.intent) return draft.paymentIntentId === source.intent;
  return draft.bookingId === source.bookingId;
}

function titleOf(match: MatchStatus): string {
  if (match === 'CANCELLED' || match === 'NO_RESPONSE' || match === 'COMPLETED') return 'Your booking';
  if (match === 'PENDING_PRICES' || match === 'PENDING_ONE') return 'Your booking is in';
  return match === 'PENDING_ACCEPT' ? 'Your budget is in' : "You're booked in";
}

function confirmed(booking: Booking, intent: string | undefined, isLost: boolean): Page {
  const match = matchStatus(booking);
  const isOn = match !== 'CANCELLED' && match !== 'NO_RESPONSE' && match !== 'COMPLETED';
  return {
    title: titleOf(match),
    view: viewOfBooking(booking),
    status: (
      <>
        {isLost && <ConnectionLost />}
        <MatchHeadline match={match} trade={tradeOf(booking.problem_type)} />
      </>
    ),
    children: (
      <>
        {match === 'NO_RESPONSE' && <StillLooking booking={booking} />}
        <WhatHappensNow booking={booking} match={match} />
        {isOn && <WhoWasTold booking={booking} />}
        {isOn && <ConfirmationActions booking={booking} />}
        <SignInPrompt bookingId={booking.id} intent={intent} />
      </>
    ),
    next: nextOf(booking, match),
  };
}

/** The one thing to do next; by default to follow it. */
function nextOf(booking: Booking, match: MatchStatus): Page['next'] {
  const to = paths.booking.status(booking.id);
  if (match === 'NO_RESPONSE') return { to, label: 'Broaden search area' };
  return { to };
}

function StillLooking({ booking }: { booking: Booking }) {
  return (
    <section aria-labelledby="still-looking" className="card grid gap-1 border-copper-line">
      <h2 id="still-looking" className="text-m">
        Still looking for someone
      </h2>
      <p>
        {nobodyText(booking)} {retryText(booking)}
      </p>
    </section>
  );
}

/** The server has not answered yet, so the page shows what the draft knows. */
function stillConfirming(view: ConfirmationView, again: () => void): Page {
  return {
    title: CONFIRMING,
    view,
    status: (
      <Banner
        tone="warn"
        actions={
          <Button size="small" look="quiet" onClick={again}>
            Check again
          </Button>
        }
      >
        We haven't heard back, so we can't say yet whether your booking went through. What you typed is kept
        on this device, and you won't be charged twice.
      </Banner>
    ),
    children: null,
  };
}

const waiting: Page = {
  title: CONFIRMING,
  status: <p className="text-muted">One moment: we are confirming your booking.</p>,
  children: (
    <>
      <Skeleton className="h-44" />
      <Skeleton className="h-32" />
    </>
  ),
};

const paymentFailed: Page = {
  title: 'Payment failed',
  hasError: true,
  children: (
    <>
      <Banner tone="bad" role="alert">
        Payment failed. Nothing has been charged.
      </Banner>
      <ButtonLink to={paths.booking.payment}>Back to payment</ButtonLink>
    </>
  ),
};

const notFound: Page = {
  title: 'Your booking',
  hasError: true,
  children: (
    <EmptyState
      title="Booking not found."
      action={<ButtonLink to={paths.booking.create}>Make a booking</ButtonLink>}
    />
  ),
};

function notLoaded(
  { bookingId }: ConfirmationSource,
  polled: Extract<PolledBooking, { again: () => void }>,
): Page {
  const isRefused = polled.state === 'refused' && isRefusal(polled.error);
  const next = bookingId ? paths.booking.status(bookingId) : paths.bookings.list;
  return {
    title: 'Your booking',
    hasError: true,
    children: isRefused ? (
      <FindBooking title="This booking can't be opened here" next={next} />
    ) : (
      <LoadError retry={polled.again}>Failed to load booking.</LoadError>
    ),
  };
}
