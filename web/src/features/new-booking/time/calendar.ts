// The calendar's months: always 42 cells, Monday first. Days are 'YYYY-MM-DD' without a time zone; months are 'YYYY-MM'.
import { addDays } from '@/shared/london';

export const CELLS = 42;
/** Slots can be booked from today to 30 days ahead. */
export const DAYS_AHEAD = 30;

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** 0 for Monday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

export function monthCells(month: string): string[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  return Array.from({ length: CELLS }, (_, index) => addDays(start, index));
}

/** The same day in another month, or that month's last day. */
function sameDayIn(day: string, months: number): string {
  const month = addMonths(monthOf(day), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
}

/** The day a key moves the focus to, between the first and last bookable day; null for other keys. */
export function dayAfterKey(key: string, day: string, first: string, last: string): string | null {
  const next = dayMovedBy(key, day);
  if (next === null) return null;
  if (next < first) return first;
  return next > last ? last : next;
}

function dayMovedBy(key: string, day: string): string | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -weekday(day));
    case 'End':
      return addDays(day, 6 - weekday(day));
    case 'PageUp':
      return sameDayIn(day, -1);
    case 'PageDown':
      return sameDayIn(day, 1);
    default:
      return null;
  }
}
