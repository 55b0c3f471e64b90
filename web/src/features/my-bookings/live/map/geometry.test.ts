import { expect, it } from 'vitest';
import { boxAround, projectionAround } from './geometry';

it('measures a degree of longitude shorter the further north it is', () => {
  const project = projectionAround({ lat: 60, lng: 0 });
  const { x, y } = project({ lat: 59, lng: 1 });
  expect(x).toBeCloseTo(55.6, 1);
  expect(y).toBeCloseTo(111.2, 1);
});

it('leaves a quarter free on each side', () => {
  const spots = [
    { x: 0, y: 0 },
    { x: 4, y: 2 },
  ];
  expect(boxAround(spots)).toEqual({ x: -1, y: -0.5, width: 6, height: 3 });
});

it('shows at least a kilometre around a single spot', () => {
  expect(boxAround([{ x: 3, y: 3 }])).toEqual({ x: 2.5, y: 2.5, width: 1, height: 1 });
});
