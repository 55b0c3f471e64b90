// What another time means for a booking that exists: its price, who has to agree, and what the button says.
import type { Booking, BookingTime, TimeSlot } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { formatPence } from '@/shared/money';
import { groupByDay, type Schedule } from './schedule';

export interface ChangedTime {
  /** By how much the price differs. */
  note: string;
  /** What the button says. */
  label: string;
  /** A dearer time is the owner's to choose, not a link's. */
  mustSignIn: boolean;
}

/** What the price book says of windows, by their ids: which are early, which are cheaper. */
export type Hints = ReadonlyMap<string, TimeSlot['tierHint']>;

/** As the list of slots takes them: `priceDelta` is what the time adds to the price of now. */
export function slotsOf(times: readonly BookingTime[], hints: Hints = new Map()): TimeSlot[] {
  return times.map(({ id, start, end, deltaPence, isRecommended }) => ({
    id,
    start,
    end,
    priceDelta: deltaPence / 100,
    tierHint: hints.get(id) ?? 'STANDARD',
    isRecommended,
  }));
}

export function scheduleOf(times: readonly BookingTime[], today: string, hints?: Hints): Schedule {
  const byDay = groupByDay(slotsOf(times, hints));
  return { today, byDay, daysAhead: new Set(byDay.keys()) };
}

export function changeOf(booking: Booking, time: BookingTime, isGuest: boolean): ChangedTime {
  const { deltaPence } = time;
  const difference = `${formatPence(Math.abs(deltaPence))} ${deltaPence > 0 ? 'more' : 'less'} than now`;
  return {
    note: deltaPence === 0 ? 'The same price as now' : difference,
    label: labelOf(booking, deltaPence),
    mustSignIn: isGuest && deltaPence > 0,
  };
}

function labelOf({ status, payment_method, quote_mode }: Booking, deltaPence: number): string {
  if (factsOf(status).move === 'by_suggestion') return 'Suggest this time';
  const isHeld = payment_method === 'card' && quote_mode === 'PAID';
  return deltaPence > 0 && isHeld ? 'Continue to payment' : 'Change time';
}
