// Times as the API writes them.
import { londonWallClock } from '@/shared/london';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const iso = (instant: number): string => new Date(instant).toISOString();

/** London's wall clock with its offset: '2026-11-24T11:00' → '2026-11-24T11:00:00+00:00'. */
export function withOffset(wall: string): string {
  const offset = londonWallClock(new Date(`${wall}:00Z`)) === wall ? '+00:00' : '+01:00';
  return `${wall}:00${offset}`;
}
