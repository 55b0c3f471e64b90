// The lists of the pro's jobs, a page at a time.
import { infiniteQueryOptions } from '@tanstack/react-query';
import { fetchJobs, type JobFilter } from '@/api/jobs';
import { keys } from '@/api/keys';

const PAGE = 20;

export const jobsQuery = (filter: JobFilter) =>
  infiniteQueryOptions({
    queryKey: keys.pro.jobs.list(filter),
    queryFn: ({ pageParam, signal }) => fetchJobs({ filter, limit: PAGE, cursor: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor,
  });
