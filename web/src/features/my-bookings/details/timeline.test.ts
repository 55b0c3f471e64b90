import { expect, it } from 'vitest';
import { booking } from '../testing';
import { timelineOf } from './timeline';

it.each([
  ['created', 0],
  ['paid', 1],
  ['pending', 2],
  ['no_response', 2],
  ['accepted', 2],
  ['confirmed', 3],
  ['assigned', 4],
  ['en_route', 5],
  ['in_progress', 6],
  ['completed', 8],
] as const)('%s is step %i when paying by card', (status, now) => {
  expect(timelineOf({ ...booking, status }).now).toBe(now);
});

it('there is no payment step for cash or a budget', () => {
  for (const change of [{ payment_method: 'cash' }, { quote_mode: 'REQUEST' }] as const) {
    const timeline = timelineOf({ ...booking, ...change });
    expect(timeline.steps).not.toContain('Payment received');
    expect(timeline.steps[timeline.now]).toBe('Matching');
    expect(timeline.stepOf('paid')).toBeUndefined();
  }
});
