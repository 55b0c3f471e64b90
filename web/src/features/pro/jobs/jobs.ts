// The lists of the pro's jobs, a page at a time.
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { endOf, fetchJobs, type Job, type JobFilter, type JobPage } from '@/api/jobs';
import { keys } from '@/api/keys';
import { onDevice } from '@/api/onDevice';
import { addDays, asLondon, formatDay, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';

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

interface Day {
  /** 'Now', 'Today', 'Tomorrow', 'Wednesday 25 November' */
  day: string;
  jobs: Job[];
}

/** Jobs in the order of their visits, day by day; an emergency has no window, and is for now. */
export function byDay(jobs: readonly Job[]): Day[] {
  const days: Day[] = [];
  for (const job of jobs) {
    const day = dayOf(job);
    const last = days.at(-1);
    if (last?.day === day) last.jobs.push(job);
    else days.push({ day, jobs: [job] });
  }
  return days;
}

function dayOf({ timeslot }: Job): string {
  if (!timeslot) return 'Now';
  const { day } = asLondon(timeslot.start);
  const today = londonDay(serverNow());
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : formatDay(day);
}
