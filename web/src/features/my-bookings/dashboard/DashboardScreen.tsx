// /client: the client's overview, with booking counts, the active booking, the latest bookings, and help.
import { useQuery } from '@tanstack/react-query';
import { Lightbulb, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { profileQuery, summaryQuery } from '@/api/me';
import type { Booking } from '@/api/types';
import { foremost } from '@/shared/foremost';
import { paths } from '@/shared/paths';
import { AreaPage, ButtonLink, Skeleton } from '@/ui';
import { GasNumbers } from '@/ui/EmergencyNumbers';
import { Section } from '@/ui/Section';
import { ChatLink } from '../ChatLink';
import { BookingRow } from '../list/BookingRow';
import { NoBookings } from '../list/BookingsScreen';
import { NotReached } from '../NotReached';
import { openBookingsQuery, recentBookingsQuery } from '../useMyBookings';
import { ActiveBooking } from './ActiveBooking';
import { Counters } from './Counters';

export function Component() {
  const profile = useQuery(profileQuery);
  const summary = useQuery(summaryQuery);
  const recent = useQuery(recentBookingsQuery);
  const open = useQuery(openBookingsQuery);
  const isPending = recent.isPending || open.isPending;
  const bookings = recent.data?.items ?? [];
  const active = foremost(open.data?.items ?? []);
  const firstName = profile.data?.name?.split(' ')[0];
  return (
    <AreaPage
      title={firstName ? `Welcome back, ${firstName}` : 'Welcome back'}
      corner={
        <ButtonLink
          to={paths.booking.create}
          size="small"
          icon={<Plus aria-hidden="true" className="size-4" />}
        >
          New Request
        </ButtonLink>
      }
    >
      <div className="grid gap-6">
        {(recent.isError || open.isError || summary.isError) && (
          <NotReached
            error={recent.error ?? open.error ?? summary.error}
            retry={() => {
              void recent.refetch();
              void open.refetch();
              void summary.refetch();
            }}
          />
        )}
        <Counters summary={summary.data} hasFailed={summary.isError} />
        {isPending && <Skeleton className="h-40" label="Loading your bookings" />}
        {active && <ActiveBooking booking={active} />}
        {recent.data && (
          <Section title="Recent Requests" id="recent">
            {bookings.length === 0 ? <NoBookings /> : <Recent bookings={bookings} />}
          </Section>
        )}
        {/* Only once the bookings have loaded, which would push these links down while one is being pressed. */}
        {!isPending && (
          <>
            <SafetyTip />
            <Help />
          </>
        )}
      </div>
    </AreaPage>
  );
}

function Recent({ bookings }: { bookings: Booking[] }) {
  return (
    <ul className="grid gap-3">
      {bookings.map((booking) => (
        <BookingRow key={booking.id} booking={booking}>
          <ButtonLink to={paths.bookings.details(booking.id)} look="quiet" size="small">
            Details
            <span className="sr-only"> of {booking.readable_name}</span>
          </ButtonLink>
          <ButtonLink to={paths.booking.repeat(booking.id)} look="quiet" size="small">
            Repeat
            <span className="sr-only"> {booking.readable_name}</span>
          </ButtonLink>
          {booking.chat && <ChatLink booking={booking} />}
        </BookingRow>
      ))}
    </ul>
  );
}

function SafetyTip() {
  return (
    <section className="card flex items-start gap-3 p-4" aria-labelledby="tip-title">
      <Lightbulb aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-copper" />
      <div className="grid gap-1">
        <h2 id="tip-title" className="text-m">
          Safety tip
        </h2>
        <p className="text-s text-muted">
          Water near a socket or a light? Keep away from it, switch the power off at the consumer unit if you
          can reach it safely, and close the stopcock. If you smell gas, leave and call from outside:{' '}
          <GasNumbers />.
        </p>
      </div>
    </section>
  );
}

function Help() {
  const questions = [
    { to: paths.support, label: 'Help and contact' },
    { to: paths.cancellation, label: 'What does cancelling cost?' },
    { to: paths.client.loyalty, label: 'How do I earn a coupon?' },
  ];
  return (
    <Section title="Support & FAQ" id="help">
      <ul className="card grid p-2">
        {questions.map(({ to, label }) => (
          <li key={label}>
            <Link to={to} className="link flex min-h-11 items-center px-2 font-normal">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
