import { asLondon, londonWallClock } from './london';
import { serverNow } from './session';

/** A hold on a card may end before a visit that is further away than this, in milliseconds: the server's `domain/renewal.rs`. */
const KEPT_FROM = 3 * 24 * 60 * 60 * 1000;

/** Whether the card is kept for a visit that begins then (an instant, or London's wall clock), so that its hold can be renewed. */
export function keepsCardFor(start: string | undefined): boolean {
  if (start === undefined) return false;
  const { day, clock } = asLondon(start);
  return `${day}T${clock}` > londonWallClock(serverNow() + KEPT_FROM);
}
