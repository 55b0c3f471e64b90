import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';

import { foremost } from './foremost';

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
};
const on = (day: number) => ({
  timeslot: { id: 's', start: `2026-11-${day}T11:00:00+00:00`, end: `2026-11-${day}T13:00:00+00:00` },
});
const due = {
  payment_due: { amountPence: 9000, until: '2026-11-24T11:00:00+00:00', reason: 'raise' as const },
};

/** From the least to the most urgent. */
const order: [string, Partial<Booking>][] = [
  ['ended', { status: 'completed' }],
  ['searching, later', { status: 'pending', ...on(26) }],
  ['searching', { status: 'no_response', ...on(25) }],
  ['assigned, later', { status: 'assigned', ...on(26) }],
  ['assigned', { status: 'assigned', ...on(25) }],
  ['assigned at once', { status: 'assigned', timeslot: undefined, urgency: 'EMERGENCY' }],
  ['on the way', { status: 'en_route', ...on(27) }],
  ['working', { status: 'in_progress', ...on(28) }],
  ['a payment', { status: 'pending', ...due, ...on(29) }],
  ['an answer', { status: 'accepted', ...on(28) }],
];
const bookings = order.map(([id, change]) => ({ ...booking, id, ...change }));

it('puts what waits for the client first, then work, the way, the next visit, the search', () => {
  for (let count = bookings.length; count > 1; count--)
    expect(foremost(bookings.slice(0, count))?.id).toBe(order[count - 1]![0]);
});

it('counts prices to choose from and extra work to answer as waiting', () => {
  const at = { ...booking, id: 'at work', status: 'in_progress' as const };
  const named = { ...booking, id: 'named', proposals: [{}] as Booking['proposals'] };
  const extra = { ...booking, id: 'extra', change_orders: [{ status: 'open' }] as Booking['change_orders'] };
  expect(foremost([at, named])?.id).toBe('named');
  expect(foremost([at, extra])?.id).toBe('extra');
});

it('is nothing when all have ended', () => {
  expect(foremost([{ ...booking, status: 'cancelled' }])).toBeUndefined();
});
