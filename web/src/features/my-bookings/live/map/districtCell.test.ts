import { expect, it } from 'vitest';
import { districtCell } from './districtCell';
import type { Projection } from './geometry';

const flat: Projection = ({ lat, lng }) => ({ x: lng, y: -lat });
const centre = (lat: number, lng: number) => ({ code: `${lat} ${lng}`, lat, lng });
const corners = (...neighbours: [lat: number, lng: number][]) =>
  districtCell({ ...centre(0, 0), neighbours: neighbours.map(([lat, lng]) => centre(lat, lng)) }, flat)
    .map(({ x, y }) => `${x},${y}`)
    .sort();

it('lies half-way to each neighbour', () => {
  expect(corners([0, 2], [0, -2], [2, 0], [-2, 0], [5, 5])).toEqual(['-1,-1', '-1,1', '1,-1', '1,1']);
});

it('ends on the side that has no neighbour', () => {
  // Land to the north, east and south: in the west it goes as far as the nearest neighbour is away.
  expect(corners([0, 2], [2, 0], [-2, 0])).toEqual(['-2,-1', '-2,1', '1,-1', '1,1']);
});

it('is unknown without neighbours', () => {
  expect(corners()).toEqual([]);
});
