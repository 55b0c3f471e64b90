// /bookings: everything the caller has booked, newest first. A guest's own list is told how to keep it.
import { ClipboardList } from 'lucide-react';
import { isRefusal } from '@/api/problem';
import { paths } from '@/shared/paths';
import { bearerToken, useClient } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { AreaPage, Banner, Button, ButtonLink, EmptyState, Skeleton } from '@/ui';
import { SignInFirst } from '../SignInFirst';
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
      {/* Keyed: another person's list is another list. */}
      {bearerToken() ? <MyBookings key={client?.id ?? 'guest'} isGuest={!client} /> : <NobodyYet />}
    </AreaPage>
  );
}

function NobodyYet() {
  return <SignInFirst title="Sign in to see your bookings" />;
}

function MyBookings({ isGuest }: { isGuest: boolean }) {
  const { data, error, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useMyBookings();
  // A guest that the server no longer knows is forgotten: nobody's list would fail for ever.
  if (isRefusal(error) && !bearerToken()) return <NobodyYet />;
  const bookings = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="grid gap-4">
      {isError && (
        <Banner
          tone="bad"
          role="alert"
          actions={
            <Button size="small" look="quiet" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          Failed to load your bookings.
        </Banner>
      )}
      {isGuest && bookings.length > 0 && <KeepThem />}
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
      {hasNextPage && (
        <Button
          look="quiet"
          busy={isFetchingNextPage}
          busyText="Loading…"
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
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

function KeepThem() {
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
