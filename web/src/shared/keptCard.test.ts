import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepsCardFor } from './keptCard';
import { noteServerTime } from './session';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] });
});
afterEach(() => vi.useRealTimers());

it.each([
  [undefined, false],
  ['2026-11-21T09:00:00+00:00', false],
  ['2026-11-23T12:00:00+00:00', false],
  ['2026-11-23T12:01:00+00:00', true],
  ['2026-11-23T12:00', false],
  ['2026-11-23T14:00', true],
  ['2026-12-01T09:00:00+00:00', true],
])('a card is kept for a visit after three days: %s', (start, expected) => {
  expect(keepsCardFor(start)).toBe(expected);
});

it("goes by the server's clock, whatever this device's says", () => {
  const visit = '2026-11-24T12:00:00+00:00';
  expect(keepsCardFor(visit)).toBe(true);
  noteServerTime('Sun, 22 Nov 2026 12:00:00 GMT');
  expect(keepsCardFor(visit)).toBe(false);
});
