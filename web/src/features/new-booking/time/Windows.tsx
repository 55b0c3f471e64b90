// The windows of the chosen day under its name, and whatever there is to say about them.
import { CalendarX, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '@/shared/london';
import { Banner, Button, EmptyState, Skeleton } from '@/ui';
import { ProsThen, SlotList, SlotListSkeleton } from './SlotList';
import type { TimeStep } from './useTimeStep';

const HEADING = 'chosen-day';

/** `moreDates` stands beside the day's name. */
export function Windows({ step, moreDates }: { step: TimeStep; moreDates: ReactNode }) {
  const { windows, day, loading } = step;
  if (windows.isError && !windows.data)
    return (
      <Banner
        tone="bad"
        role="alert"
        actions={
          <Button size="small" look="quiet" busy={windows.isFetching} onClick={() => void windows.refetch()}>
            Retry
          </Button>
        }
      >
        Couldn't load time slots.
      </Banner>
    );
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        {loading && <Skeleton className="h-[1.36rem] w-44" />}
        {!loading && day && (
          <h2 id={HEADING} aria-live="polite" className="text-s font-[650] tracking-normal">
            {formatDay(day)}
          </h2>
        )}
        {moreDates}
      </div>
      {loading ? <SlotListSkeleton /> : <LoadedWindows step={step} />}
    </section>
  );
}

function LoadedWindows({ step }: { step: TimeStep }) {
  const { notice } = step;
  return (
    <>
      {!step.windows.data?.confirmed && (
        <Banner
          tone="neutral"
          role="status"
          icon={<CloudOff aria-hidden="true" className="mt-px size-5 shrink-0" />}
        >
          Times to be confirmed when you're back online.
        </Banner>
      )}
      {step.insteadOfToday && (
        <Banner tone="action" role="status">
          {step.insteadOfToday}
        </Banner>
      )}
      {notice && (
        <div ref={reveal}>
          <Banner tone={notice.isProblem ? 'warn' : 'action'} role={notice.isProblem ? 'alert' : 'status'}>
            {notice.text}
          </Banner>
        </div>
      )}
      {step.slots.length > 0 ? (
        <>
          <SlotList
            slots={step.slots}
            labelledBy={HEADING}
            totals={step.totals}
            selectedId={step.draft.timeSlotId}
            onSelect={step.setSlot}
          />
          <ProsThen slot={step.slots.find(({ id }) => id === step.draft.timeSlotId)} />
        </>
      ) : (
        <NoWindows step={step} />
      )}
    </>
  );
}

/** Whoever has scrolled on sees it as well. */
function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView?.({ block: 'nearest' });
}

function NoWindows({ step: { nextDay, setDay } }: { step: TimeStep }) {
  return (
    <EmptyState
      icon={<CalendarX aria-hidden="true" className="size-5" />}
      title="No time windows on this day"
      action={
        nextDay && (
          <Button look="quiet" size="small" onClick={() => setDay(nextDay)}>
            Show {formatDay(nextDay)}
          </Button>
        )
      }
    />
  );
}
