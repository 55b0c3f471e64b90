// Step 3: how soon, which day and window, and at which service level. On a phone a strip of days comes first, at a desk the month.
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { paths } from '@/shared/paths';
import { BookingLayout, Button, Checkbox, Segmented, useIsDesk } from '@/ui';
import { InvitedNotice, useStepOrder } from '../draft';
import { useRepricedDraft } from '../estimate/useRepricedDraft';
import { bankHolidays } from './bankHolidays';
import { ChangeTime } from './ChangeTime';
import { DayStrip } from './DayStrip';
import { EmergencyPanel } from './EmergencyPanel';
import { MonthCalendar } from './MonthCalendar';
import { MoreDates } from './MoreDates';
import { PriceDocket, PriceFoot } from './PriceCard';
import { TierChoice } from './TierChoice';
import { type TimeStep, useTimeStep } from './useTimeStep';
import { Windows } from './Windows';

const urgencies = [
  { value: 'EMERGENCY', label: 'Emergency' },
  { value: 'ASAP', label: 'ASAP' },
  { value: 'SCHEDULED', label: 'Scheduled' },
] as const;

/** `?edit=` names a booking whose time is to be changed. */
export function Component() {
  const [search] = useSearchParams();
  const edited = search.get('edit');
  if (edited) return <ChangeTime id={edited} token={search.get('token') ?? undefined} />;
  return <NewTime />;
}

function NewTime() {
  const step = useTimeStep();
  const order = useStepOrder();
  const desk = useIsDesk();
  useRepricedDraft();
  const { draft, price } = step;
  // An emergency is for whoever is nearest.
  const isForOne = draft.invitation !== undefined && !step.emergency;

  return (
    <BookingLayout
      title="Schedule"
      step={3}
      onBack={() => order.goBack(paths.booking.address)}
      aside={desk && <PriceDocket draft={draft} price={price} />}
      foot={
        <PriceFoot
          draft={draft}
          price={price}
          full={!desk}
          action={
            <Button
              disabled={!step.ready}
              onClick={() => {
                step.keep();
                order.goOn(paths.booking.review);
              }}
            >
              Review & Pay
            </Button>
          }
        />
      }
    >
      <InvitedNotice />
      <Segmented
        legend="How soon"
        name="urgency"
        value={step.urgency}
        options={isForOne ? urgencies.filter(({ value }) => value !== 'EMERGENCY') : urgencies}
        onChange={step.setUrgency}
      />
      {step.emergency ? (
        <EmergencyPanel
          draft={draft}
          price={price}
          withPrice={!desk}
          onOtherTime={() => step.setUrgency('SCHEDULED')}
        />
      ) : (
        <DayAndWindow step={step} desk={desk} />
      )}
    </BookingLayout>
  );
}

function DayAndWindow({ step, desk }: { step: TimeStep; desk: boolean }) {
  const { schedule, day, postcode, setDay } = step;
  const holidays = useMemo(() => bankHolidays(postcode), [postcode]);
  const calendar = {
    schedule,
    selected: day,
    holidays,
    disabled: !step.windows.data,
    onSelect: setDay,
  };
  return (
    <>
      {desk ? (
        <MonthCalendar {...calendar} />
      ) : (
        <DayStrip schedule={schedule} selected={day} known={Boolean(step.windows.data)} onSelect={setDay} />
      )}
      <Windows step={step} moreDates={!desk && <MoreDates {...calendar} />} />
      {/* Not before the windows: how many there are decides where this stands. */}
      {step.windows.data && !step.loading && (
        <>
          <Checkbox
            id="cheaper"
            label="Show cheaper options (wider window)"
            checked={step.cheaper}
            onChange={(event) => step.setCheaper(event.target.checked)}
          />
          {/* A service level is how many are asked. */}
          {!step.draft.invitation && (
            <TierChoice
              draft={step.pricedDraft}
              chosen={step.draft.tier}
              open={desk}
              withTotals={!step.price?.from}
              onChange={step.setTier}
            />
          )}
        </>
      )}
    </>
  );
}
