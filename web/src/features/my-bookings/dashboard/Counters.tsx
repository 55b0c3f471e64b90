import type { ClientSummary } from '@/api/types';
import { Skeleton } from '@/ui';

interface CountersProps {
  summary: ClientSummary | undefined;
  hasFailed: boolean;
}

/** Booking counts from the server; dashes when it could not be asked. */
export function Counters({ summary, hasFailed }: CountersProps) {
  const counters = [
    { label: 'Total Requests', value: summary?.total },
    { label: 'Active', value: summary?.active },
    { label: 'Completed', value: summary?.completed },
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-1.5 sm:gap-3">
      {counters.map(({ label, value }) => (
        <div
          key={label}
          className="card flex min-w-0 flex-col-reverse justify-end gap-1 px-1.5 py-3.5 min-[360px]:px-3 sm:px-4"
        >
          <dt className="text-xs text-muted sm:text-s">{label}</dt>
          <dd className="num text-xl font-[750]">
            {value ?? (hasFailed ? '–' : <Skeleton className="h-7 w-8" label={`Loading: ${label}`} />)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
