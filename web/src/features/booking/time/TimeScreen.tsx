// Step 3: when, how soon, and at which service level.
import { CalendarX, CloudOff, Zap } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { formatDay } from '@/shared/london';
import { paths } from '@/shared/paths';
import { Banner, BookingLayout, Button, Checkbox, EmptyState, Segmented, useIsDesk } from '@/ui';
import { useRepricedDraft } from '../estimate/useRepricedDraft';
import { bankHolidays } from './bankHolidays';
import { MonthCalendar } from './MonthCalendar';
import { PriceDocket, PriceFoot } from './PriceCard';
import { SlotList, SlotListSkeleton } from './SlotList';
import { TierChoice } from './TierChoice';
import { type TimeStep, useTimeStep } from './useTimeStep';

const urgencies = [
  { value: 'EMERGENCY', label: 'Emergency' },
  { value: 'ASAP', label: 'ASAP' },
  { value: 'SCHEDULED', label: 'Scheduled' },
] as const;

export function Component() {
  const step = useTimeStep();
  const navigate = useNavigate();
  const desk = useIsDesk();
  useRepricedDraft();
  const holidays = useMemo(() => bankHolidays(step.postcode), [step.postcode]);
  const { draft, price } = step;
  const list = useRef<HTMLDivElement>(null);

  return (
    <BookingLayout
      title="Schedule"
      step={3}
      onBack={() => navigate(paths.booking.address)}
      aside={desk && <PriceDocket draft={draft} price={price} />}
      foot={
        <PriceFoot
          price={price}
          full={!desk}
          action={
            <Button
              disabled={!step.ready}
              onClick={() => {
                step.keep();
                navigate(paths.booking.review);
              }}
            >
              Review & Pay
            </Button>
          }
        />
      }
    >
      <Segmented
        legend="How soon"
        name="urgency"
        value={draft.urgency}
        options={urgencies}
        onChange={step.setUrgency}
      />
      <MonthCalendar
        schedule={step.schedule}
        selected={step.day}
        holidays={holidays}
        disabled={step.emergency || step.windows.isPending}
        onSelect={(day) => {
          step.setDay(day);
          // On a phone the slots are below the calendar: scroll them into view.
          requestAnimationFrame(() => list.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }));
        }}
      />
      <div ref={list} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <Windows step={step} />
      </div>
      <Checkbox
        id="cheaper"
        label="Show cheaper options (wider window)"
        checked={step.cheaper}
        disabled={step.emergency}
        onChange={(event) => step.setCheaper(event.target.checked)}
      />
      <TierChoice draft={draft} onChange={step.setTier} />
    </BookingLayout>
  );
}

function Windows({ step }: { step: TimeStep }) {
  const { windows } = step;
  if (step.emergency)
    return (
      <Banner tone="copper" icon={<Zap aria-hidden="true" className="mt-px size-5 shrink-0" />}>
        Emergency call-out: there is no window to choose. We ask pros near you at once.
      </Banner>
    );
  if (windows.isPending) return <SlotListSkeleton />;
  if (!windows.data)
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
    <>
      {!windows.data.confirmed && (
        <Banner
          tone="neutral"
          role="status"
          icon={<CloudOff aria-hidden="true" className="mt-px size-5 shrink-0" />}
        >
          Times to be confirmed when you're back online.
        </Banner>
      )}
      {step.gone && (
        <Banner tone="warn" role="alert">
          The window you chose is no longer free. Please choose another.
        </Banner>
      )}
      {step.groups.length > 0 ? (
        <SlotList groups={step.groups} selectedId={step.draft.timeSlotId} onSelect={step.setSlot} />
      ) : (
        <NoWindows step={step} />
      )}
    </>
  );
}

function NoWindows({ step }: { step: TimeStep }) {
  const { nextDay } = step;
  return (
    <EmptyState
      icon={<CalendarX aria-hidden="true" className="size-5" />}
      title="No time windows on this day"
      action={
        nextDay && (
          <Button look="quiet" size="small" onClick={() => step.setDay(nextDay)}>
            Show {formatDay(nextDay)}
          </Button>
        )
      }
    >
      {step.day === null && 'Nothing is left today.'}
    </EmptyState>
  );
}
