import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type BookingPage, fetchBookings } from '@/api/bookings';
import { keys } from '@/api/keys';
import { personHere } from '@/shared/ofPerson';
import { rememberBookings } from '@/shared/seenBookings';

const PAGE = 20;
/** How many the overview shows. */
const RECENT = 5;

/** Every booking of the caller, newest first, a page at a time. */
export function useMyBookings() {
  return useInfiniteQuery({
    queryKey: keys.bookings.pages,
    queryFn: ({ pageParam, signal }) => fetchPage({ limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** The newest few. */
export const recentBookingsQuery = queryOptions({
  queryKey: keys.bookings.recent,
  queryFn: ({ signal }) => fetchPage({ limit: RECENT }, signal),
});

/** Those that have not ended; more than a page are never open at once. */
export const openBookingsQuery = queryOptions({
  queryKey: keys.bookings.open,
  queryFn: ({ signal }) => fetchPage({ limit: 100, filter: 'active' }, signal),
});

async function fetchPage(
  page: Parameters<typeof fetchBookings>[0],
  signal: AbortSignal,
): Promise<BookingPage> {
  const person = personHere();
  const answer = await fetchBookings(page, signal);
  rememberBookings(person, answer.items);
  return answer;
}
