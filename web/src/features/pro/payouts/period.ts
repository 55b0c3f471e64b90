import { formatMonth } from '@/shared/london';

/** 'November 2026' of '2026-11', 'Tax year 2026-27' of '2026-27', and anything else as it is. */
export function periodName(period: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(period)) return formatMonth(period);
  return /^\d{4}-\d{2}$/.test(period) ? `Tax year ${period}` : period;
}
