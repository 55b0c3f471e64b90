// The month as the calendar draws it: always 42 cells, Monday first. Days are civil days, 'YYYY-MM-DD'; months 'YYYY-MM'.
import { addDays } from '@/shared/london';

export const CELLS = 42;
/** Bookable from today to 30 days ahead (first document, section 9). */
export const DAYS_AHEAD = 30;

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return date.toISOString().slice(0, 7);
}

/** 0 is Monday. */
export function weekday(day: string): number {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
}

export function monthCells(month: string): string[] {
  const first = `${month}-01`;
  const start = addDays(first, -weekday(first));
  return Array.from({ length: CELLS }, (_, index) => addDays(start, index));
}

/** 'November 2026' */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', month: 'long', year: 'numeric' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The same day of another month, or that month's last. */
function sameDayIn(day: string, months: number): string {
  const month = addMonths(monthOf(day), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const wanted = `${month}-${day.slice(8)}`;
  return wanted > last ? last : wanted;
}

/** Where a key moves the focus, kept between the first and the last bookable day; null for keys that do not move it. */
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
