import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { matchAppearance, matchStatus } from './matchStatus';

const booking = (change: Partial<Booking>): Booking => ({
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  amount_pence: 9750,
  quote_mode: 'PAID',
  ...change,
});
const sam = { assigned_master_id: 'master-1' };

it.each([
  [{}, 'SEARCHING'],
  [{ status: 'paid' }, 'SEARCHING'],
  [{ quote_mode: 'REQUEST' }, 'PENDING_ACCEPT'],
  [{ quote_mode: 'REQUEST', open_price: true, amount_pence: 0 }, 'PENDING_PRICES'],
  [{ status: 'accepted' }, 'WAITING_FOR_YOU'],
  [{ status: 'assigned', ...sam }, 'ASSIGNED'],
  [{ status: 'pending', ...sam }, 'ASSIGNED'],
  [{ status: 'en_route', ...sam }, 'EN_ROUTE'],
  [{ status: 'in_progress', ...sam }, 'IN_PROGRESS'],
  [{ status: 'completed', ...sam }, 'COMPLETED'],
  [{ status: 'no_response' }, 'NO_RESPONSE'],
  [{ status: 'cancelled', ...sam }, 'CANCELLED'],
] as const)('%o is %s', (change, expected) => {
  expect(matchStatus(booking(change))).toBe(expected);
});

it('names the trade of the job, and goes on in the words of the live page', () => {
  expect(matchAppearance('ASSIGNED', 'plumber')).toEqual({ headline: 'Your plumber is on it', tone: 'good' });
  expect(matchAppearance('SEARCHING', 'electrician').headline).toBe('Finding nearby electrician');
  expect(matchAppearance('PENDING_ACCEPT', 'pro').headline).toBe('Waiting for pro to accept');
  expect(matchAppearance('EN_ROUTE', 'plumber').headline).toBe('Your pro is on the way');
  expect(matchAppearance('COMPLETED', 'plumber').headline).toBe('Job completed');
});
