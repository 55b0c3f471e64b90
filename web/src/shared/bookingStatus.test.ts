import { expect, it } from 'vitest';
import { factsOf, statusFacts } from './bookingStatus';

it('has one word for each state', () => {
  const words = Object.values(statusFacts).map(({ word }) => word);
  expect([...new Set(words)].sort()).toEqual([
    'Assigned',
    'Cancelled',
    'Created',
    'Done',
    'Matching',
    'No response',
    'On the way',
    'Waiting for you',
    'Working',
  ]);
});

it.each(['teleported', 'toString'])('an unknown status (%s) shows as matching', (status) => {
  expect(factsOf(status)).toBe(statusFacts.pending);
});
