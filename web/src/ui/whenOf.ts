import { asLondon, formatDay, londonDay, londonWallClock } from '@/shared/london';
import { serverNow } from '@/shared/session';

/** '10:05', or 'Tue 24 Nov, 10:05' on another day; of Unix milliseconds. */
export function whenOf(instant: number): string {
  const { day, clock } = asLondon(londonWallClock(instant));
  return day === londonDay(serverNow()) ? clock : `${formatDay(day, 'short')}, ${clock}`;
}
