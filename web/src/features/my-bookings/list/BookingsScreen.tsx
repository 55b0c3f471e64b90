// /bookings: everything the caller has booked, newest first. Guests are also told how to keep their list.
import { ClipboardList } from 'lucide-react';
import { isRefusal, isUnreachable } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useSeenBookings } from '@/shared/seenBookings';
import { bearerToken, useClient } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { AreaPage, Banner, Button, ButtonLink, EmptyState, Skeleton } from '@/ui';
import { FindBooking } from '@/ui/FindBooking';
import { ShowMore } from '@/ui/ShowMore';
import { NotReached } from '../NotReached';
import { ForgetDevice, SeenBookingCard } from '../Seen';
import { useMyBookings } from '../useMyBookings';
import { BookingRow } from './BookingRow';

export function Component() {
  const client = useClient();
  return (
    <AreaPage
      title="My bookings"
      corner={
        <ButtonLink to={paths.booking.create} size="small">
          New booking
        </ButtonLink>
      }
    >
      {/* The key starts a fresh list for another person. */}
      {bearerToken() ? <MyBookings key={client?.id ?? 'guest'} isGuest={!client} /> : <NotSignedIn />}
    </AreaPage>
  );
}

function NotSignedIn() {
  return <FindBooking title="Sign in to see your bookings" />;
}

function MyBookings({ isGuest }: { isGuest: boolean }) {
  const list = useMyBookings();
  const { data, error, isPending, isError, refetch } = list;
  // The server no longer knows this guest, and their token has been dropped: without a token the list could only fail.
  if (isRefusal(error) && !bearerToken()) return <NotSignedIn />;
  const isCutOff = isUnreachable(error) && !data;
  const bookings = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid gap-4">
      {isError && <NotReached error={error} retry={() => void refetch()} />}
      {isCutOff && <SeenBookings />}
      {isGuest && bookings.length > 0 && <KeepBookings />}
      {isPending && <Loading />}
      {data && bookings.length === 0 && <NoBookings />}
      {bookings.length > 0 && (
        <ul className="grid gap-3">
          {bookings.map((booking) => (
            <BookingRow key={booking.id} booking={booking}>
              <ButtonLink
                to={paths.bookings.details(booking.id)}
                look="plain"
                size="small"
                className="-ml-3.5"
              >
                Details
                <span className="sr-only"> of {booking.readable_name}</span>
              </ButtonLink>
            </BookingRow>
          ))}
        </ul>
      )}
      <ShowMore list={list} />
      {isGuest && (data || isCutOff) && <ForgetDevice />}
    </div>
  );
}

function SeenBookings() {
  return useSeenBookings().map((booking) => (
    <SeenBookingCard key={booking.id} booking={booking} to={paths.booking.status(booking.id)} />
  ));
}

function Loading() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-32" label="Loading your bookings" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  );
}

export function NoBookings() {
  return (
    <EmptyState
      icon={<ClipboardList aria-hidden="true" className="size-6" />}
      title="No bookings yet"
      action={<ButtonLink to={paths.booking.create}>New booking</ButtonLink>}
    >
      Make your first booking in a minute.
    </EmptyState>
  );
}

function KeepBookings() {
  return (
    <Banner
      tone="action"
      actions={
        <Button size="small" look="quiet" onClick={() => void askToSignIn()}>
          Sign in
        </Button>
      }
    >
      You booked as a guest: this list is on this device only. Sign in to keep it everywhere.
    </Banner>
  );
}
