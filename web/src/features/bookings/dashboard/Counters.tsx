import type { ClientSummary } from '@/api/types';
import { Skeleton } from '@/ui';

/** Booking counts from the server. */
export function Counters({ summary }: { summary: ClientSummary | undefined }) {
  const counters = [
    { label: 'Total Requests', value: summary?.total },
    { label: 'Active', value: summary?.active },
    { label: 'Completed', value: summary?.completed },
  ];
  return (
    <dl className="grid grid-cols-3 gap-1.5 sm:gap-3">
      {counters.map(({ label, value }) => (
        <div
          key={label}
          className="card flex min-w-0 flex-col-reverse justify-end gap-1 px-1.5 py-3.5 min-[360px]:px-3 sm:px-4"
        >
          <dt className="text-xs text-muted sm:text-s">{label}</dt>
          <dd className="num text-xl font-[750]">
            {value ?? <Skeleton className="h-7 w-8" label={`Loading: ${label}`} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
