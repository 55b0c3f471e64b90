import { expect, it } from 'vitest';
import { type MatchFacts, matchAppearance, matchStatus } from './matchStatus';

const facts = (change: Partial<MatchFacts>): MatchFacts => ({
  status: 'pending',
  proAttached: false,
  budget: false,
  ...change,
});

it.each([
  [facts({ status: 'assigned', proAttached: true, quoteMode: 'PAID' }), 'ASSIGNED'],
  [facts({ proAttached: true, budget: true }), 'ASSIGNED'],
  [facts({ quoteMode: 'PAID' }), 'SEARCHING'],
  // A paid quote is being searched for, even if a budget was suggested before.
  [facts({ quoteMode: 'PAID', budget: true }), 'SEARCHING'],
  [facts({ quoteMode: 'REQUEST', budget: true }), 'PENDING_ACCEPT'],
  [facts({ quoteMode: 'REQUEST', budget: true, open: true }), 'PENDING_PRICES'],
  [facts({ status: 'assigned', proAttached: true, quoteMode: 'REQUEST', open: true }), 'ASSIGNED'],
  [facts({ status: 'no_response', quoteMode: 'PAID' }), 'NO_RESPONSE'],
  [facts({ status: 'cancelled', proAttached: true }), 'CANCELLED'],
  [facts({ status: 'in_progress' }), 'OTHER'],
] as const)('%o is %s', (given, expected) => {
  expect(matchStatus(given)).toBe(expected);
});

it('names the trade of the job', () => {
  expect(matchAppearance('ASSIGNED', 'plumber')).toEqual({ headline: 'Your plumber is on it', tone: 'good' });
  expect(matchAppearance('SEARCHING', 'electrician').headline).toBe('Finding nearby electrician');
  expect(matchAppearance('PENDING_ACCEPT', 'pro').headline).toBe('Waiting for pro to accept');
});
