// The time step for a booking that exists: which day and window, at what price. Once a pro has it, the time is a suggestion to that pro.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import { fetchTimes, reschedule } from '@/api/changes';
import { keys, whatBookingsChange } from '@/api/keys';
import { hasCode, isRefusal, problemText } from '@/api/problem';
import type { Booking, BookingTime } from '@/api/types';
import { usePricing } from '@/pricing';
import { awaitsPrice, PROS_NAME_PRICE, whenOf } from '@/shared/bookingWords';
import { asLondon, formatDay, formatSlot, londonDay, londonWallClock } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import {
  BookingLayout,
  Button,
  ButtonLink,
  EmptyState,
  Foot,
  LoadError,
  Skeleton,
  toast,
  useIsDesk,
} from '@/ui';
import { Problem } from '@/ui/Problem';
import { changeOf, type Hints, scheduleOf, slotsOf } from './changedTime';
import { DayStrip } from './DayStrip';
import { MonthCalendar } from './MonthCalendar';
import { MoreDates } from './MoreDates';
import { ProsThen, SlotList, SlotListSkeleton } from './SlotList';
import { firstFreeDay } from './schedule';

const TITLE = 'Change time';
const HEADING = 'chosen-day';
const NO_HOLIDAYS: ReadonlyMap<string, string> = new Map();

export interface ChangeTimeProps {
  id: string;
  /** The guest link's token, where nobody is signed in. */
  token: string | undefined;
}

export function ChangeTime({ id, token }: ChangeTimeProps) {
  const navigate = useNavigate();
  const status = token ? paths.guest(token) : paths.booking.status(id);
  const booking = useQuery({
    queryKey: keys.booking.toMove(id, token),
    queryFn: ({ signal }) => fetchBooking(id, { token }, signal),
    staleTime: 0,
  });
  const times = useQuery({
    queryKey: keys.booking.times(id, token),
    queryFn: ({ signal }) => fetchTimes(id, token ? { token } : {}, signal),
    staleTime: 0,
  });
  const failed = booking.error ?? times.error;
  if (booking.data && times.data && !failed)
    return <Choice id={id} token={token} booking={booking.data} times={times.data} status={status} />;
  return (
    <BookingLayout title={TITLE} onBack={() => navigate(status)} hasError={failed !== null}>
      {failed ? (
        <LoadError
          retry={() => {
            void booking.refetch();
            void times.refetch();
          }}
        >
          {isRefusal(failed)
            ? problemText(failed, "This booking's time cannot be changed.")
            : "Couldn't load time slots."}
        </LoadError>
      ) : (
        <>
          <Skeleton className="h-[4.5rem]" label="Loading time slots" />
          <SlotListSkeleton />
        </>
      )}
    </BookingLayout>
  );
}

/** None until the price book is there. */
function useHints(): Hints | undefined {
  const { data: pricing } = usePricing();
  return useMemo(() => {
    const slots = pricing?.slots({ now: londonWallClock(serverNow()), cheaper: true });
    return slots && new Map(slots.map(({ id, tierHint }) => [id, tierHint]));
  }, [pricing]);
}

interface ChoiceProps extends ChangeTimeProps {
  booking: Booking;
  times: readonly BookingTime[];
  status: string;
}

function Choice({ id, token, booking, times, status }: ChoiceProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const desk = useIsDesk();
  const isOpen = awaitsPrice(booking);
  const hints = useHints();
  const schedule = useMemo(() => scheduleOf(times, londonDay(serverNow()), hints), [times, hints]);
  const totals = useMemo(
    () => new Map(isOpen ? [] : times.map((time) => [time.deltaPence / 100, time.amountPence])),
    [isOpen, times],
  );
  const [chosenDay, setDay] = useState<string | null>(null);
  const [slotId, setSlotId] = useState<string | undefined>();
  const booked = booking.timeslot && asLondon(booking.timeslot.start).day;
  const day = chosenDay ?? (booked && schedule.byDay.has(booked) ? booked : firstFreeDay(schedule));
  const chosen = times.find((time) => time.id === slotId);
  const change = chosen && changeOf(booking, chosen, token !== undefined);
  const pay = () => navigate(paths.pay(id, token));

  const move = useMutation({
    mutationFn: (slot: string) => reschedule(id, slot, token),
    onSuccess: async (moved) => {
      await Promise.all(whatBookingsChange.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      if (moved.payment_due) return pay();
      toast(moved.suggested_time ? 'Your pro has been asked' : 'Your booking has been moved', {
        tone: 'good',
      });
      navigate(status, { replace: true });
    },
    onError: (error) => {
      if (hasCode(error, 'payment_required')) return pay();
      if (hasCode(error, 'slot_gone')) {
        setSlotId(undefined);
        void queryClient.invalidateQueries({ queryKey: keys.booking.times(id, token) });
      }
    },
  });

  const calendar = { schedule, selected: day, holidays: NO_HOLIDAYS, disabled: false, onSelect: setDay };
  const slots = (day && schedule.byDay.get(day)) || [];
  return (
    <BookingLayout
      title={TITLE}
      onBack={() => navigate(status)}
      foot={
        <div className="grid gap-2.5">
          <Problem
            text={
              move.error && !hasCode(move.error, 'payment_required')
                ? problemText(move.error, 'The time could not be changed. Please try again.')
                : null
            }
          />
          <Foot
            label={chosen && formatSlot(chosen.start, chosen.end)}
            total={chosen && !isOpen && formatPence(chosen.amountPence)}
            note={change ? (isOpen ? PROS_NAME_PRICE : change.note) : 'Pick a time'}
            action={
              change?.mustSignIn ? (
                <ButtonLink to={paths.login({ role: 'client', next: paths.booking.changeTime(id) })}>
                  Sign in to choose this time
                </ButtonLink>
              ) : (
                <Button
                  disabled={!chosen}
                  busy={move.isPending}
                  busyText="Sending…"
                  onClick={() => chosen && move.mutate(chosen.id)}
                >
                  {change?.label ?? 'Change time'}
                </Button>
              )
            }
          />
        </div>
      }
    >
      <p className="num text-muted">
        Now {whenOf(booking)}
        {!isOpen && booking.amount_pence !== undefined && `, ${formatPence(booking.amount_pence)}`}
      </p>
      {desk ? (
        <MonthCalendar {...calendar} />
      ) : (
        <DayStrip schedule={schedule} selected={day} known onSelect={setDay} />
      )}
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          {day && (
            <h2 id={HEADING} aria-live="polite" className="text-s font-[650] tracking-normal">
              {formatDay(day)}
            </h2>
          )}
          {!desk && <MoreDates {...calendar} />}
        </div>
        {slots.length > 0 ? (
          <>
            <SlotList
              slots={slots}
              labelledBy={HEADING}
              totals={totals}
              selectedId={slotId}
              samePrice="Same price"
              onSelect={(slot) => setSlotId(slot.id === slotId ? undefined : slot.id)}
            />
            <ProsThen slot={chosen} />
          </>
        ) : (
          <EmptyState
            icon={<CalendarX aria-hidden="true" className="size-5" />}
            title={slotsOf(times).length > 0 ? 'No time windows on this day' : 'No other time is free'}
          />
        )}
      </section>
    </BookingLayout>
  );
}
