// The content of the confirmation page in each state: waiting, confirmed, no answer yet, failed, not found.
import type { ReactNode } from 'react';
import { paths } from '@/shared/paths';
import { Banner, Button, ButtonLink, EmptyState, Skeleton } from '@/ui';
import type { BookingDraft } from '../draft';
import { ConfirmationActions } from './ConfirmationActions';
import { MatchHeadline } from './MatchHeadline';
import { NextSteps } from './NextSteps';
import { SignInPrompt } from './SignInPrompt';
import { StillLooking } from './StillLooking';
import type { PolledBooking } from './usePolledBooking';
import type { ConfirmationSource } from './useSource';
import { type ConfirmationView, viewOfBooking, viewOfDraft } from './view';

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
  if (polled.state === 'settled') return confirmed(viewOfBooking(polled.booking), source.intent);
  if (source.failed) return paymentFailed;
  if (polled.state === 'waiting') return waiting;
  return isOf(draft, source)
    ? stillConfirming(viewOfDraft(draft, source.method), polled.again)
    : notLoaded(polled);
}

const CONFIRMING = 'Confirming your booking';

/** Whether the draft is still the one this booking was made from. */
function isOf(draft: BookingDraft, source: ConfirmationSource): boolean {
  if (!draft.bookingId) return false;
  if (source.intent) return draft.paymentIntentId === source.intent;
  return draft.bookingId === source.bookingId;
}

function titleOf(view: ConfirmationView): string {
  if (view.match === 'CANCELLED') return 'Your booking';
  return view.isBudget ? 'Request sent' : 'Booking confirmed';
}

function confirmed(view: ConfirmationView, intent: string | undefined): Page {
  return {
    title: titleOf(view),
    view,
    status: <MatchHeadline match={view.match} />,
    children: (
      <>
        <WhatNext view={view} />
        {view.bookingId && <SignInPrompt bookingId={view.bookingId} intent={intent} />}
        <ConfirmationActions view={view} />
      </>
    ),
  };
}

/** The server has not answered yet, so the page shows what the draft knows. */
function stillConfirming(view: ConfirmationView, again: () => void): Page {
  return {
    title: CONFIRMING,
    view,
    status: (
      <>
        <StillConfirming again={again} />
        <MatchHeadline match={view.match} />
      </>
    ),
    children: (
      <>
        <WhatNext view={view} />
        <ConfirmationActions view={view} />
      </>
    ),
  };
}

function WhatNext({ view }: { view: ConfirmationView }) {
  return (
    <>
      {view.match === 'NO_RESPONSE' && <StillLooking />}
      <NextSteps view={view} />
    </>
  );
}

function StillConfirming({ again }: { again: () => void }) {
  return (
    <Banner
      tone="warn"
      actions={
        <Button size="small" look="quiet" onClick={again}>
          Check again
        </Button>
      }
    >
      We have not heard back from the server yet. Your booking is saved, and nothing is lost if you close this
      page.
    </Banner>
  );
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

function notLoaded(polled: PolledBooking): Page {
  const missing = polled.state === 'refused' && polled.error.status === 404;
  return {
    title: 'Your booking',
    hasError: true,
    children: (
      <Banner
        tone="bad"
        role="alert"
        actions={
          'again' in polled && (
            <Button size="small" look="quiet" onClick={polled.again}>
              Try again
            </Button>
          )
        }
      >
        {missing ? 'Booking not found.' : 'Failed to load booking.'}
      </Banner>
    ),
  };
}
