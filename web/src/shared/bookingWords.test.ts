import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { awaitsPrice, formatPhone, moneyOf, retryText, totalName, totalOf } from './bookingWords';

const card: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  amount_pence: 8750,
  payment_method: 'card',
  quote_mode: 'PAID',
};
const LATER = '2026-11-20T10:46:00+00:00';
const due = { amountPence: 9000, until: '2026-11-24T11:00:00+00:00' };

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-20T10:31:00Z') }));
afterEach(() => vi.useRealTimers());

it.each([
  [{}, 0, '£87.50 held on your card, not charged.'],
  [{ status: 'assigned' }, 0, '£87.50 paid by card.'],
  [{ payment_method: 'cash' }, 0, 'You pay £87.50 in cash when the job is done.'],
  [{ status: 'cancelled' }, 0, 'Your £87.50 hold is released. You pay nothing.'],
  [{ status: 'cancelled', payment_method: 'cash' }, 0, 'You pay nothing.'],
  [{ status: 'cancelled', cancel_reason: 'payment_abandoned' }, 0, 'You pay nothing.'],
  [
    { status: 'cancelled', cancel_reason: 'stopped' },
    3500,
    'The work so far cost £35. The rest of your £87.50 is refunded.',
  ],
  [{ status: 'cancelled', cancel_reason: 'stopped' }, 8750, 'The work so far cost the whole £87.50.'],
  [{ status: 'cancelled' }, 2500, 'Cancelling cost £25. The rest of your £87.50 is refunded.'],
  [
    { status: 'cancelled', card: { money: 'released' } },
    2500,
    'Cancelling cost £25. The rest of your £87.50 is released.',
  ],
  [
    { status: 'cancelled', cancel_reason: 'not_home', card: { money: 'refunded' } },
    3063,
    'The visit cost £30.63. The rest of your £87.50 is refunded.',
  ],
  [{ status: 'cancelled', card: { money: 'refunded' } }, 0, 'Your £87.50 is refunded. You pay nothing.'],
  [{ status: 'cancelled', cancel_reason: 'pro_no_show' }, 0, 'Your £87.50 is refunded. You pay nothing.'],
  [
    { status: 'no_response', card: { money: 'held', until: LATER } },
    0,
    'Your £87.50 stays held until 10:46.',
  ],
  [
    { status: 'no_response', card: { money: 'charged', until: LATER } },
    0,
    'We keep your £87.50 until 10:46, then it is refunded.',
  ],
  [{ status: 'no_response', card: { money: 'released' } }, 0, 'Your £87.50 was released.'],
  // A pro was charged for and has withdrawn.
  [{ card: { money: 'charged' } }, 0, '£87.50 paid by card.'],
  [{ status: 'no_response', payment_method: 'cash' }, 0, "You pay nothing if you don't try again."],
  [{ payment_due: due }, 0, '£90 is still to be paid.'],
  [{ amount_pence: 0 }, 0, 'There is nothing to pay.'],
  [
    { quote_mode: 'REQUEST', proposed_price: 80 },
    0,
    'Nothing is held. You pay by card once a pro has accepted.',
  ],
  [{ status: 'assigned', quote_mode: 'REQUEST', proposed_price: 80 }, 0, '£87.50 paid by card.'],
] as [Partial<Booking>, number, string][])('%o with a fee of %i: %s', (change, fee, text) => {
  expect(moneyOf({ ...card, ...change }, fee)).toBe(text);
});

const open: Booking = { ...card, quote_mode: 'REQUEST', open_price: true, amount_pence: 0 };
const named = {
  amountPence: 18_000,
  deltaPence: 18_000,
  approved: true,
  until: due.until,
} satisfies Booking['proposal'];

it.each([
  [{}, 'Pros name a price', 'Nothing is held. You pay by card once you have chosen a price.'],
  [{ payment_method: 'cash' }, 'Pros name a price', 'You pay in cash when the job is done.'],
  [{ status: 'no_response' }, 'Pros name a price', "You pay nothing if you don't try again."],
  [{ status: 'cancelled' }, 'No price agreed', 'You pay nothing.'],
] as [Partial<Booking>, string, string][])('%o without a price: %s, %s', (change, total, money) => {
  const booking = { ...open, ...change };
  expect(awaitsPrice(booking)).toBe(true);
  expect([totalName(booking), totalOf(booking), moneyOf(booking)]).toEqual(['Price', total, money]);
});

it.each([
  [{ status: 'accepted', proposal: named }, '£180'],
  [{ status: 'assigned', amount_pence: 18_000, proposed_price: 180 }, '£180'],
] as [Partial<Booking>, string][])(
  '%o has the price that was chosen, which is nobody’s budget',
  (change, total) => {
    const booking = { ...open, ...change };
    expect(awaitsPrice(booking)).toBe(false);
    expect([totalName(booking), totalOf(booking)]).toEqual(['Total', total]);
  },
);

it.each([
  [{ card: { money: 'held', until: LATER } }, 'Trying again costs nothing until 10:46.'],
  [{ card: { money: 'released' } }, 'Your £87.50 was released. Trying again asks for your card.'],
  [{ card: { money: 'refunded' } }, 'Your £87.50 was refunded. Trying again asks for your card.'],
  [{ payment_method: 'cash' }, 'Trying again costs nothing.'],
] as [Partial<Booking>, string][])('%o: %s', (change, text) => {
  expect(retryText({ ...card, ...change, status: 'no_response' })).toBe(text);
});

it('says nothing about money to those who may not see the price', () => {
  const { amount_pence: _, ...shared } = card;
  expect(moneyOf(shared)).toBeUndefined();
});

it('writes a phone number as people do', () => {
  expect(formatPhone('+447911123456')).toBe('07911 123456');
  expect(formatPhone('+15551234')).toBe('+15551234');
});
