import { asLondon, formatDay, londonDay } from './london';
import { serverNow } from './session';

/** '10:31'; a later day is named: 'Tue 24 Nov, 10:31', which may break between the two alone. */
export function untilText(until: string): string {
  const { day, clock } = asLondon(until);
  return day === londonDay(serverNow())
    ? clock
    : `${formatDay(day, 'short').replaceAll(' ', '\u00a0')}, ${clock}`;
}
