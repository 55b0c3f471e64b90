import { expect, it } from 'vitest';
import { factsOf, type StatusFacts, statusFacts } from './bookingStatus';

it('has one word for each state', () => {
  expect(Object.values(statusFacts).map(({ word }) => word)).toEqual([
    'Created',
    'Paid',
    'Matching',
    'Waiting for you',
    'No response',
    'Confirmed',
    'Pro assigned',
    'On the way',
    'In progress',
    'Completed',
    'Cancelled',
  ]);
});

it('calls a booking that pros are asked about pending in lists', () => {
  const listed = Object.entries(statusFacts).filter(([, facts]) => facts.listed);
  expect(listed.map(([status, facts]) => [status, facts.listed])).toEqual([['pending', 'Pending']]);
});

type Fact = (facts: StatusFacts) => boolean;

it.each<[string, Fact, string[]]>([
  ['have ended', ({ hasEnded }) => hasEnded, ['completed', 'cancelled']],
  ['cannot be cancelled', ({ canCancel }) => !canCancel, ['in_progress', 'completed', 'cancelled']],
  ['let the search start', ({ canStartSearch }) => canStartSearch, ['paid', 'pending']],
  ['are offered to pros', ({ isOffered }) => isOffered, ['pending']],
  ['let the client offer more', ({ canRaise }) => canRaise, ['pending', 'no_response']],
  ['can be moved at once', ({ move }) => move === 'at_once', ['pending', 'no_response']],
  ['can be moved by a suggestion', ({ move }) => move === 'by_suggestion', ['assigned']],
  ['have a pro who is still to come', ({ isProComing }) => isProComing, ['assigned', 'en_route']],
  ['have a pro who has set off', ({ hasSetOff }) => hasSetOff, ['en_route', 'in_progress', 'completed']],
  ['wait for a payment', ({ money }) => money === 'unconfirmed', ['created']],
  ['wait for the client', ({ live }) => live === 'WAITING_FOR_YOU', ['accepted']],
  ['have a pro on the way', ({ phase }) => phase === 'on_the_way', ['en_route']],
  ['have a pro at work', ({ phase }) => phase === 'in_progress', ['in_progress']],
])('statuses that %s', (_, fact, statuses) => {
  const found = Object.entries(statusFacts).filter(([, facts]) => fact(facts));
  expect(found.map(([status]) => status)).toEqual(statuses);
});

it.each(['teleported', 'toString'])('an unknown status (%s) shows as matching', (status) => {
  const { word, tone, phase, live, money, step, canCancel } = statusFacts.pending;
  expect(factsOf(status)).toMatchObject({ word, tone, phase, live, money, step, canCancel });
  expect(factsOf(status)).toMatchObject({
    isOffered: false,
    canStartSearch: false,
    canRaise: false,
    move: 'never',
  });
});
