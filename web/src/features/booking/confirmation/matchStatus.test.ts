import { expect, it } from 'vitest';
import { type MatchFacts, matchAppearance, matchStatus } from './matchStatus';

const facts = (change: Partial<MatchFacts>): MatchFacts => ({ proAttached: false, budget: false, ...change });

it.each([
  [facts({ status: 'assigned', proAttached: true, quoteMode: 'PAID' }), 'ASSIGNED'],
  [facts({ status: 'pending', proAttached: true, budget: true }), 'ASSIGNED'],
  [facts({ status: 'pending', quoteMode: 'PAID' }), 'SEARCHING'],
  // A paid quote is being searched for, even if a budget was suggested before.
  [facts({ status: 'pending', quoteMode: 'PAID', budget: true }), 'SEARCHING'],
  [facts({ status: 'pending', quoteMode: 'REQUEST', budget: true }), 'PENDING_ACCEPT'],
  [facts({ quoteMode: 'REQUEST', budget: true }), 'PENDING_ACCEPT'],
  [facts({}), 'SEARCHING'],
  [facts({ status: 'no_response', quoteMode: 'PAID' }), 'NO_RESPONSE'],
  [facts({ status: 'cancelled', proAttached: true }), 'CANCELLED'],
  [facts({ status: 'in_progress' }), 'OTHER'],
] as const)('%o is %s', (given, expected) => {
  expect(matchStatus(given)).toBe(expected);
});

it('has a headline, label and tone for each status', () => {
  expect(matchAppearance.ASSIGNED).toEqual({
    label: 'Pro assigned',
    headline: 'Your plumber is on it',
    tone: 'good',
  });
  expect(matchAppearance.SEARCHING).toMatchObject({ headline: 'Finding nearby plumber', tone: 'warn' });
  expect(matchAppearance.PENDING_ACCEPT).toMatchObject({
    headline: 'Waiting for plumber to accept',
    tone: 'warn',
  });
  expect(matchAppearance.NO_RESPONSE).toMatchObject({ label: 'No response yet', tone: 'bad' });
  expect(matchAppearance.OTHER).toMatchObject({ label: 'In progress' });
});
