// The pro's jobs: active, by the day of the visit, completed or cancelled. The filter stands in the address, so that 'back' finds it again.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Job, JobFilter } from '@/api/jobs';
import { EmptyState, Segmented, Skeleton } from '@/ui';
import { AsOf } from '@/ui/AsOf';
import { ShowMore } from '@/ui/ShowMore';
import { JobRow } from './JobRow';
import { byDay, jobsQuery } from './jobs';

type Shown = Exclude<JobFilter, 'pending'>;

const filters: readonly { value: Shown; label: string; empty: string }[] = [
  { value: 'active', label: 'Active', empty: 'No active jobs' },
  { value: 'completed', label: 'Completed', empty: 'No completed jobs' },
  { value: 'cancelled', label: 'Cancelled', empty: 'No cancelled jobs' },
];

interface JobListsProps {
  /** An active job that the page shows already. */
  besides?: Job | undefined;
}

export function JobLists({ besides }: JobListsProps) {
  const [query, setQuery] = useSearchParams();
  const { value, empty } = filters.find((filter) => filter.value === query.get('filter')) ?? {
    value: 'active',
    empty: 'No active jobs',
  };
  return (
    <div className="grid grid-cols-1 gap-4">
      <Segmented
        legend="Which jobs"
        name="jobs"
        value={value}
        options={filters}
        onChange={(filter) => setQuery(filter === 'active' ? {} : { filter }, { replace: true })}
      />
      <JobList key={value} filter={value} empty={empty} besides={value === 'active' ? besides : undefined} />
    </div>
  );
}

interface JobListProps extends JobListsProps {
  filter: Shown;
  empty: string;
}

function JobList({ filter, empty, besides }: JobListProps) {
  const jobs = useInfiniteQuery(jobsQuery(filter));
  const all = jobs.data?.pages.flatMap((page) => page.items) ?? [];
  const items = all.filter(({ id }) => id !== besides?.id);
  return (
    <>
      <AsOf
        queryKey={jobsQuery(filter).queryKey}
        hasFailed={jobs.isError}
        retry={() => void jobs.refetch()}
        fallback="Failed to load your jobs"
      />
      {jobs.isPending && (
        <div className="grid gap-3">
          <Skeleton className="h-44" label="Loading your jobs" />
          <Skeleton className="h-44" />
        </div>
      )}
      {jobs.data && items.length === 0 && (
        <EmptyState
          icon={<ClipboardList aria-hidden="true" className="size-6" />}
          title={besides ? 'No other active jobs' : empty}
        />
      )}
      {items.length > 0 && (
        <div className="grid grid-cols-1 gap-5">
          {(filter === 'active' ? byDay(items) : [{ day: '', jobs: items }]).map(({ day, jobs }) => (
            <div key={day} className="grid grid-cols-1 gap-3">
              {day && <h3 className="text-m">{day}</h3>}
              <ul aria-label={day || undefined} className="grid grid-cols-1 gap-3">
                {jobs.map((job) => (
                  <JobRow key={job.id} job={job} heading={day ? 'h4' : 'h3'} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      )}
      <ShowMore list={jobs} />
    </>
  );
}
