// The content of the confirmation page in each state: waiting, confirmed, no answer yet, failed, not found.
import type { ReactNode } from 'react';
import { isRefusal } from '@/api/problem';
import type { Booking } from '@/api/types';
import { awaitsPrice, tradeOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { Banner, Button, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { FindBooking } from '@/ui/FindBooking';
import type { BookingDraft } from '../draft';
import { ConfirmationActions } from './ConfirmationActions';
import { MatchHeadline } from './MatchHeadline';
import { type MatchStatus, matchStatus } from './matchStatus';
import { SignInPrompt } from './SignInPrompt';
import type { PolledBooking } from './usePolledBooking';
import type { ConfirmationSource } from './useSource';
import { type ConfirmationView, viewOfBooking, viewOfDraft } from './view';
import { WhoWasTold } from './WhoWasTold';

export interface Page {
  title: string;
  hasError?: boolean;
  /** The status of the booking, announced as it changes. */
  status?: ReactNode;
  /** The booking, once there is one to show. */
  view?: ConfirmationView;
  children: ReactNode;
}

export function pageOf(draft: BookingDraft, source: ConfirmationSource, polled: PolledBooking): Page {
  if (!source.intent && !source.bookingId) return notFound;
  if (polled.state === 'settled') return confirmed(polled.booking, source.intent);
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

function titleOf(match: MatchStatus, isBudget: boolean): string {
  if (match === 'CANCELLED' || match === 'NO_RESPONSE') return 'Your booking';
  if (match === 'PENDING_PRICES') return 'Your request is in';
  return isBudget && match === 'PENDING_ACCEPT' ? 'Your budget is in' : "You're booked in";
}

function confirmed(booking: Booking, intent: string | undefined): Page {
  const isBudget = booking.quote_mode === 'REQUEST';
  const match = matchStatus({
    status: booking.status,
    proAttached: Boolean(booking.assigned_master_id),
    quoteMode: booking.quote_mode,
    budget: isBudget,
    open: awaitsPrice(booking),
  });
  const isOn = match !== 'CANCELLED' && match !== 'NO_RESPONSE';
  return {
    title: titleOf(match, isBudget),
    view: viewOfBooking(booking),
    status: <MatchHeadline match={match} trade={tradeOf(booking.problem_type)} />,
    children: (
      <>
        {isOn && <WhoWasTold booking={booking} />}
        {isOn && <ConfirmationActions booking={booking} />}
        <SignInPrompt bookingId={booking.id} intent={intent} />
        <WhatIfNobody booking={booking} match={match} />
      </>
    ),
  };
}

/** What happens to the money if no pro takes the job. */
function WhatIfNobody({ booking, match }: { booking: Booking; match: MatchStatus }) {
  if (match === 'NO_RESPONSE')
    return <ButtonLink to={paths.booking.repeat(booking.id)}>Book again</ButtonLink>;
  if (!['SEARCHING', 'PENDING_ACCEPT', 'PENDING_PRICES'].includes(match)) return null;
  const isHeld = booking.payment_method !== 'cash' && match === 'SEARCHING' && booking.amount_pence !== 0;
  return (
    <p className="text-s text-muted">
      {isHeld ? 'Nobody free? The hold is released and you pay nothing.' : 'Nobody free? You pay nothing.'}
    </p>
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
