// The area's form: what it holds, and what is sent of it.
import * as z from 'zod/mini';
import { masterAreaInput } from '@/api/limits';
import type { AreaChange } from '@/api/pros';
import type { MasterArea } from '@/api/types';
import type { TypedRules } from '@/pricing';
import { normalised } from '@/shared/textRules';
import { kmOf, milesOf } from '../words';
import { areaPostcode } from './schemas';

export const LEAST_MILES = milesOf(masterAreaInput.radiusKm.minimum);
export const MOST_MILES = milesOf(masterAreaInput.radiusKm.maximum);
const USUAL_MILES = 10;

/** From where distances are measured: `kept` is the point saved with this postcode, `middle` the postcode's, anything else is 'lat,lng'. */
export type Place = 'kept' | 'middle' | `${number},${number}`;

export type AreaForm = Record<'radiusMiles' | 'basePostcode' | 'place', string>;

export function areaSchema(rules: TypedRules) {
  return z.object({
    radiusMiles: z.string(),
    basePostcode: z.pipe(
      z.string().check(z.trim(), z.minLength(1, { error: 'Postcode is required.', abort: true })),
      normalised((typed) => areaPostcode(typed, rules)),
    ),
    place: z.string(),
  });
}

export function formOf(area: MasterArea | undefined): AreaForm {
  return {
    radiusMiles: String(area ? milesOf(area.radiusKm) : USUAL_MILES),
    basePostcode: area?.basePostcode ?? '',
    place: area ? 'kept' : 'middle',
  };
}

/** A point kept from earlier goes with its postcode: another postcode starts from its own middle. */
export function changeOf(form: AreaForm, saved: MasterArea | undefined): AreaChange {
  const { radiusMiles, basePostcode, place } = form;
  const change = { radiusKm: kmOf(Number(radiusMiles)), basePostcode };
  const point = pointOf(place) ?? (isKept(form, saved) ? saved : undefined);
  return point ? { ...change, base_lat: point.base_lat, base_lng: point.base_lng } : change;
}

export function isKept(
  { place, basePostcode }: AreaForm,
  saved: MasterArea | undefined,
): saved is MasterArea {
  return place === 'kept' && samePostcode(basePostcode, saved?.basePostcode);
}

function samePostcode(typed: string, saved: string | undefined): boolean {
  const plain = (postcode: string) => postcode.replace(/\s/g, '').toUpperCase();
  return saved !== undefined && plain(typed) === plain(saved);
}

/** Null unless it is a point. */
export function pointOf(place: string): { base_lat: number; base_lng: number } | null {
  const [, lat, lng] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(place) ?? [];
  return lat && lng ? { base_lat: Number(lat), base_lng: Number(lng) } : null;
}

/** To about 10 m: nearer than any distance is shown. */
export function placeOf({ latitude, longitude }: GeolocationCoordinates): Place {
  return `${Number(latitude.toFixed(4))},${Number(longitude.toFixed(4))}`;
}
