// Where the pro is who is on the way: a straight line to the job.
import { iso } from './clock';
import { kilometres, outwardOf, placeOf } from './districts';
import type { Schemas } from './route';
import type { DemoBooking } from './world';

/** From setting off to the arrival, milliseconds. */
export const DRIVE = 16_000;

/** Degrees north and east of the job where the drive begins: some 2 km away. */
const START = { lat: 0.013, lng: 0.019 };
const NEARBY_KM = 0.5;
const KM_A_MINUTE = 0.3;

export function whereIs(booking: DemoBooking, now: number): Schemas['MasterPlace'] {
  const job = placeOf(outwardOf(booking.address.postcode));
  const left = 1 - Math.min(1, Math.max(0, (now - booking.since) / DRIVE));
  const lat = job.lat + START.lat * left;
  const lng = job.lng + START.lng * left;
  const away = kilometres({ lat, lng }, job);
  const eta_minutes = Math.max(1, Math.round(away / KM_A_MINUTE));
  return {
    lat,
    lng,
    seen_at: iso(now),
    eta_minutes,
    label: away < NEARBY_KM ? 'Nearby' : `about ${eta_minutes} min`,
  };
}
