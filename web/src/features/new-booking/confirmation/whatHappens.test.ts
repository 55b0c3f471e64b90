import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { matchStatus } from './matchStatus';
import { whatHappens } from './whatHappens';

const lines = (change: Partial<Booking>) => {
  const booking: Booking = {
    id: 'C-1',
    status: 'pending',
    problem_type: 'leak',
    readable_name: 'Leak / tap issue',
    postcode: 'SW1A 1AA',
    customer_email: 'ada@example.com',
    timeslot: { id: 's', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
    amount_pence: 9750,
    payment_currency: 'GBP',
    payment_method: 'card',
    quote_mode: 'PAID',
    ...change,
  };
  return whatHappens(booking, matchStatus(booking));
};

it('says when a held card is charged, and what becomes of it otherwise', () => {
  const matching = { wave: 1, asked: 5, radiusKm: 10, until: '2099-11-23T23:00:00+00:00' };
  expect(lines({ matching })).toEqual([
    'We ask pros near SW1A, the nearest first. 5 so far.',
    'When one accepts, we charge your £97.50 and email you who comes.',
    expect.stringMatching(/^Nobody free by .*23:00\? The hold is released and you pay nothing\.$/),
  ]);
});

it.each([
  [
    { payment_method: 'cash', customer_email: undefined },
    'When one accepts, we text you who comes.',
    'Nobody free? You pay nothing.',
  ],
  [{ amount_pence: 0 }, 'When one accepts, we email you who comes.', 'Nobody free? You pay nothing.'],
  // A pro was charged for and has withdrawn.
  [
    { card: { money: 'charged' } },
    'When one accepts, we email you who comes.',
    'Nobody free? Your £97.50 is refunded.',
  ],
  [
    { quote_mode: 'REQUEST', proposed_price: 70, amount_pence: 7000 },
    'When one accepts, we email you a link to pay by card.',
    'Nobody accepts? You pay nothing.',
  ],
  [
    { quote_mode: 'REQUEST', open_price: true, amount_pence: 0 },
    'You choose one, and pay it by card.',
    'No price you like? You pay nothing.',
  ],
] as const)('%o', (change, second, third) => {
  expect(lines(change as Partial<Booking>).slice(1)).toEqual([second, third]);
});

it('speaks of the one pro alone who is asked for what they suggested', () => {
  const until = '2099-11-23T23:00:00+00:00';
  const matching = { wave: 0, asked: 0, radiusKm: 0, until, onlyAsked: 'Sam O.' };
  expect(lines({ matching })).toEqual([
    "We're asking only Sam O., who suggested it.",
    'When they take it, we charge your £97.50 and email you.',
    expect.stringMatching(/^Not taken by .*23:00\? The hold is released and you pay nothing\.$/),
  ]);
  const second = (change: Partial<Booking>) => lines({ matching, ...change })[1];
  expect(second({ payment_method: 'cash' })).toBe('When they take it, we email you.');
  expect(second({ quote_mode: 'REQUEST' })).toBe('When they take it, we email you a link to pay by card.');
  expect(second({ quote_mode: 'REQUEST', open_price: true, amount_pence: 0 })).toBe(
    'They name a price. We email you, and you say yes or no.',
  );
});

it('speaks of the visit once a pro comes, and of nothing after that', () => {
  const sam = { assigned_master_id: 'm-1', assigned_master_name: 'Sam O.', start_code: '0042' };
  expect(lines({ ...sam, status: 'assigned' })).toEqual([
    'Sam O. comes Tue 24 Nov, 11:00–13:00.',
    'Show your start code at the door: it is on the live page.',
    'Something has changed? Reschedule or cancel on the live page.',
  ]);
  for (const status of ['accepted', 'en_route', 'completed', 'cancelled', 'no_response'] as const)
    expect(lines({ ...sam, status })).toEqual([]);
});
