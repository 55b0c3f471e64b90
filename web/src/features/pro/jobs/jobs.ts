// The lists of the pro's jobs, a page at a time.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { endOf, fetchJobs, type JobFilter, type JobPage } from '@/api/jobs';
import { keys } from '@/api/keys';
import { onDevice } from '@/api/onDevice';

const PAGE = 20;

export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: keys.pro.jobs.list(filter),
    // What was kept as JSON has null for the first page.
    queryFn: ({ pageParam, signal }) =>
      fetchJobs({ filter, limit: PAGE, cursor: pageParam ?? undefined }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
    ...(filter === 'active' ? onDevice(keys.pro.jobs.list(filter), lastEnd) : {}),
  });

function lastEnd({ pages }: InfiniteData<JobPage, string | undefined>): number {
  return Math.max(0, ...pages.flatMap(({ items }) => items.map(endOf)));
}
