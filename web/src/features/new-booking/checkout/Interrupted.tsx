// In place of a step that has lost what it was about: says what happened, and links on.
import type { ReactNode } from 'react';
import { paths } from '@/shared/paths';
import { BookingLayout, ButtonLink } from '@/ui';

export type InterruptedProps =
  | { bookingId: string }
  /** The step that asks for what another tab cleared. */
  | { missing: string; loggedOut: boolean };

export function Interrupted(props: InterruptedProps) {
  if ('bookingId' in props) return <Booked bookingId={props.bookingId} />;
  return props.loggedOut ? <LoggedOut /> : <Cleared missing={props.missing} />;
}

function Booked({ bookingId }: { bookingId: string }) {
  return (
    <Page
      title={
        <>
          You've already booked this: <span className="whitespace-nowrap">{bookingId}</span>
        </>
      }
      hint="Nothing was booked or charged twice."
    >
      <ButtonLink to={paths.booking.status(bookingId)}>Open it</ButtonLink>
      <ButtonLink look="quiet" to={paths.booking.create}>
        Make Another Booking
      </ButtonLink>
    </Page>
  );
}

function LoggedOut() {
  return (
    <Page
      title="You were logged out in another tab"
      hint="What you entered was cleared from this browser. Nothing was booked."
    >
      <ButtonLink to={paths.login({ next: paths.booking.create })}>Log in</ButtonLink>
      <ButtonLink look="quiet" to={paths.booking.create}>
        Start again
      </ButtonLink>
    </Page>
  );
}

function Cleared({ missing }: { missing: string }) {
  return (
    <Page title="This booking was changed in another tab" hint="Nothing was booked.">
      <ButtonLink to={missing}>{wayOn(missing)}</ButtonLink>
    </Page>
  );
}

function wayOn(missing: string): string {
  if (missing === paths.booking.time) return 'Choose a time';
  return missing === paths.booking.address ? 'Give the address' : 'Describe the problem';
}

function Page({ title, hint, children }: { title: ReactNode; hint: string; children: ReactNode }) {
  return (
    <BookingLayout title="Your booking">
      <div className="card grid gap-4">
        <div role="alert" className="grid gap-1">
          <p className="num text-m font-[650]">{title}</p>
          <p className="text-s text-muted">{hint}</p>
        </div>
        {children}
      </div>
    </BookingLayout>
  );
}
