import { beforeAll, expect, it } from 'vitest';
import { loadPricing } from '@/pricing';
import { areaSchema, changeOf, formOf, placeOf, pointOf } from './area';

const saved = { radiusKm: 16, basePostcode: 'SW1A 1AA', base_lat: 51.501, base_lng: -0.1416 };

let schema: ReturnType<typeof areaSchema>;
beforeAll(async () => {
  schema = areaSchema(await loadPricing());
});

it.each([
  [' sw1a1aa ', 'SW1A 1AA'],
  ['sw1a', 'SW1A'],
  [' m14 ', 'M14'],
])('takes a full postcode or its first half: %j', (typed, basePostcode) => {
  expect(schema.parse({ ...formOf(undefined), basePostcode: typed })).toMatchObject({ basePostcode });
});

it.each([
  ['', 'Postcode is required.'],
  ['ZZ9', 'Enter a postcode or its first half, such as SW1A 1AA or SW1A.'],
])('refuses anything else: %j', (typed, message) => {
  const result = schema.safeParse({ ...formOf(undefined), basePostcode: typed });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it('starts with 10 miles from the middle of a postcode', () => {
  const form = { ...formOf(undefined), basePostcode: 'SW1A' };
  expect(changeOf(form, undefined)).toEqual({ radiusKm: 16, basePostcode: 'SW1A' });
});

it('keeps the saved point while the postcode stays', () => {
  const form = { ...formOf(saved), radiusMiles: '60' };
  expect(changeOf(form, saved)).toEqual({ ...saved, radiusKm: 97 });
  expect(changeOf({ ...form, basePostcode: 'E2' }, saved)).toEqual({ radiusKm: 97, basePostcode: 'E2' });
  expect(changeOf({ ...form, place: 'middle' }, saved)).toEqual({ radiusKm: 97, basePostcode: 'SW1A 1AA' });
});

it('sends a location as a pair', () => {
  const place = placeOf({ latitude: 51.507351, longitude: -0.127758 } as GeolocationCoordinates);
  expect(changeOf({ ...formOf(saved), place }, saved)).toMatchObject({
    base_lat: 51.5074,
    base_lng: -0.1278,
  });
});

it.each(['kept', 'middle', '', '51.5', '51.5,', '1,2,3', 'a,b'])(
  'takes nothing else for a point: %j',
  (place) => {
    expect(pointOf(place)).toBeNull();
  },
);
