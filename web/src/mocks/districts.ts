// Where the postcode districts are: the server's own table.
import table from '../../../server/data/outcodes.csv?raw';
import type { Schemas } from './route';

type Place = Schemas['DistrictCentre'];

const places: Place[] = table
  .trim()
  .split('\n')
  .slice(1)
  .map((row) => {
    const [code = '', lat, lng] = row.split(',');
    return { code, lat: Number(lat), lng: Number(lng) };
  });
const byCode = new Map(places.map((place) => [place.code, place]));

const NEIGHBOURS = 8;
/** Degrees of longitude are shorter up here. */
const SHORTER = Math.cos((52 * Math.PI) / 180);
const KM_A_DEGREE = 111.2;

/** 'SW1A' of 'SW1A 1AA'. */
export const outwardOf = (postcode: string): string => postcode.split(' ')[0] ?? '';

/** The middle of a district; of London for one that is not in the table. */
export function placeOf(outward: string): Schemas['Place'] {
  const { lat, lng } = byCode.get(outward) ?? { lat: 51.5072, lng: -0.1276 };
  return { lat, lng };
}

export function kilometres(a: Schemas['Place'], b: Schemas['Place']): number {
  return KM_A_DEGREE * Math.hypot(a.lat - b.lat, (a.lng - b.lng) * SHORTER);
}

export function districtOf(outward: string): Schemas['District'] | undefined {
  const centre = byCode.get(outward);
  if (!centre) return undefined;
  const others = places.filter(({ code }) => code !== outward);
  const neighbours = others
    .sort((a, b) => kilometres(a, centre) - kilometres(b, centre))
    .slice(0, NEIGHBOURS);
  return { ...centre, neighbours };
}
