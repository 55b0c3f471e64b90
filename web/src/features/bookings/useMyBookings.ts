import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { fetchBookings } from '@/api/bookings';

const PAGE = 20;

/** Every booking of the caller, newest first, a page at a time. */
export function useMyBookings() {
  return useInfiniteQuery({
    queryKey: ['bookings', 'all'],
    queryFn: ({ pageParam, signal }) => fetchBookings({ limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** The newest few. */
export const recentBookingsQuery = queryOptions({
  queryKey: ['bookings', 'recent'],
  queryFn: ({ signal }) => fetchBookings({ limit: 20 }, signal),
});
