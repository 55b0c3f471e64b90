// Step 5: the booking as the server knows it, what happens now, and the links to follow it.
import type { ReactNode } from 'react';
import { paths } from '@/shared/paths';
import { useClient } from '@/shared/session';
import { Banner, BookingLayout, Button, ButtonLink, EmptyState, Foot, Skeleton, useIsDesk } from '@/ui';
import { type BookingDraft, useDraft } from '../draft';
import { BookingSummary } from './BookingSummary';
import { ConfirmationActions } from './ConfirmationActions';
import { MatchHeadline } from './MatchHeadline';
import { NextSteps } from './NextSteps';
import { SignInPrompt } from './SignInPrompt';
import { StillLooking } from './StillLooking';
import { useAfterBooking } from './useAfterBooking';
import { type PolledBooking, usePolledBooking } from './usePolledBooking';
import { type ConfirmationSource, useSource } from './useSource';
import { type ConfirmationView, viewOfBooking, viewOfDraft } from './view';

export function Component() {
  const draft = useDraft();
  const source = useSource();
  const polled = usePolledBooking(source);
  const booking = polled.state === 'settled' ? polled.booking : undefined;
  useAfterBooking(booking);

  if (!source.intent && !source.bookingId) return <NotFound />;
  if (booking) return <Confirmation view={viewOfBooking(booking)} intent={source.intent} />;
  if (source.failed) return <PaymentFailed />;
  if (polled.state === 'waiting') return <Waiting />;
  if (polled.state !== 'settled' && isOf(draft, source))
    return (
      <Confirmation
        view={viewOfDraft(draft, source.method)}
        notice={<StillConfirming again={polled.again} />}
      />
    );
  return <NotLoaded polled={polled} />;
}

/** Whether the draft is still the one that this booking was made of. */
function isOf(draft: BookingDraft, source: ConfirmationSource): boolean {
  if (!draft.bookingId) return false;
  if (source.intent) return draft.paymentIntentId === source.intent;
  return draft.bookingId === source.bookingId;
}

function titleOf(view: ConfirmationView): string {
  if (view.match === 'CANCELLED') return 'Your booking';
  return view.isBudget ? 'Request sent' : 'Booking confirmed';
}

interface ConfirmationProps {
  view: ConfirmationView;
  intent?: string | undefined;
  notice?: ReactNode;
}

function Confirmation({ view, intent, notice }: ConfirmationProps) {
  // On a phone the news comes before the slip.
  const desk = useIsDesk();
  const client = useClient();
  const title = notice ? 'Confirming your booking' : titleOf(view);
  return (
    <BookingLayout
      title={title}
      step={5}
      asideOnPhone="hidden"
      aside={<BookingSummary view={view} />}
      foot={
        view.bookingId && (
          <Foot
            action={
              <ButtonLink to={paths.booking.status(view.bookingId)}>
                {client ? 'View My Booking' : 'Open live status'}
              </ButtonLink>
            }
          />
        )
      }
    >
      {notice}
      <MatchHeadline match={view.match} />
      {!desk && <BookingSummary view={view} />}
      {view.match === 'NO_RESPONSE' && <StillLooking />}
      <NextSteps view={view} />
      {!notice && view.bookingId && <SignInPrompt bookingId={view.bookingId} intent={intent} />}
      <ConfirmationActions view={view} />
    </BookingLayout>
  );
}

function Waiting() {
  return (
    <BookingLayout title="Confirming your booking" step={5}>
      <p role="status" className="text-muted">
        One moment: we are confirming your booking.
      </p>
      <Skeleton className="h-44" />
      <Skeleton className="h-32" />
    </BookingLayout>
  );
}

function StillConfirming({ again }: { again: () => void }) {
  return (
    <Banner
      tone="warn"
      role="status"
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

function PaymentFailed() {
  return (
    <BookingLayout title="Payment failed" step={5} hasError>
      <Banner tone="bad" role="alert">
        Payment failed. Nothing has been charged.
      </Banner>
      <ButtonLink to={paths.booking.payment}>Back to payment</ButtonLink>
    </BookingLayout>
  );
}

function NotFound() {
  return (
    <BookingLayout title="Your booking" step={5} hasError>
      <EmptyState
        title="Booking not found."
        action={<ButtonLink to={paths.booking.create}>Make a booking</ButtonLink>}
      />
    </BookingLayout>
  );
}

function NotLoaded({ polled }: { polled: PolledBooking }) {
  const missing = polled.state === 'refused' && polled.error.status === 404;
  return (
    <BookingLayout title="Your booking" step={5} hasError>
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
    </BookingLayout>
  );
}
