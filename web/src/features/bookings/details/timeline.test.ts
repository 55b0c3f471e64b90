import { expect, it } from 'vitest';
import { detailsAppearance, listAppearance } from '../statusAppearance';
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

it.each([
  ['pending', 'Matching', 'warn', 'Pending', 'warn'],
  ['assigned', 'Pro assigned', 'good', 'Pro assigned', 'warn'],
  ['no_response', 'No response', 'bad', 'No response', 'bad'],
  ['completed', 'Completed', 'good', 'Completed', 'good'],
] as const)(
  '%s looks as the document says, on the page and in the list',
  (status, label, tone, inList, listTone) => {
    expect(detailsAppearance(status)).toMatchObject({ label, tone });
    expect(listAppearance(status)).toEqual({ label: inList, tone: listTone });
  },
);

it('an unknown status shows as matching; a missing one is grey', () => {
  expect(detailsAppearance('teleported')).toMatchObject({ label: 'Matching', phase: 'searching' });
  expect(listAppearance(undefined)).toEqual({ label: 'Pending', tone: 'neutral' });
});
