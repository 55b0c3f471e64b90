import { expect, it } from 'vitest';
import { type MatchFacts, matchFaces, matchStatus } from './matchStatus';

const facts = (change: Partial<MatchFacts>): MatchFacts => ({ proAttached: false, budget: false, ...change });

it.each([
  [facts({ status: 'assigned', proAttached: true, quoteMode: 'PAID' }), 'ASSIGNED'],
  [facts({ status: 'pending', proAttached: true, budget: true }), 'ASSIGNED'],
  [facts({ status: 'pending', quoteMode: 'PAID' }), 'SEARCHING'],
  // A paid quote searches, whatever budget there once was.
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

it('has the colours and words of the specification', () => {
  expect(matchFaces.ASSIGNED).toEqual({
    label: 'Pro assigned',
    headline: 'Your plumber is on it',
    tone: 'good',
  });
  expect(matchFaces.SEARCHING).toMatchObject({ headline: 'Finding nearby plumber', tone: 'warn' });
  expect(matchFaces.PENDING_ACCEPT).toMatchObject({
    headline: 'Waiting for plumber to accept',
    tone: 'warn',
  });
  expect(matchFaces.NO_RESPONSE).toMatchObject({ label: 'No response yet', tone: 'bad' });
  expect(matchFaces.OTHER).toMatchObject({ label: 'In progress' });
});
