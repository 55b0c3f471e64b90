// The pro's money in the demonstration: statements, and what is owed for jobs in cash.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { londonDay } from '@/shared/london';
import type { Schemas } from './route';
import { ask, newDemo, playUntil, send } from './testing';
import { payoutsOf, signInPro, takeJob, withdrawAll } from './testingPro';

let token = '';

beforeEach(async () => {
  await newDemo();
  token = await signInPro();
});
afterEach(() => {
  vi.useRealTimers();
});

const statement = async (month = londonDay().slice(0, 7)) =>
  (await ask<Schemas['Statement']>(`GET /masters/statements/${month}/lines`, { token })).body;

/** A statement ends with what the payouts page shows. */
async function expectAgreement(): Promise<void> {
  const { availablePence, debtPence, clearingPence } = await payoutsOf(token);
  expect((await statement()).closingPence).toBe(availablePence - debtPence + clearingPence);
}

it('counts of a job in cash the fee alone, and carries the balance over', async () => {
  await expectAgreement();
  const id = await takeJob(token, 'cash', 'completed');
  const own = (await statement()).lines.filter(({ bookingId }) => bookingId === id);
  expect(own.map(({ whatFor }) => whatFor)).toEqual(['Platform fee']);
  await expectAgreement();
  const card = await takeJob(token, 'card', 'completed');
  const both = (await statement()).lines.filter(({ bookingId }) => bookingId === card);
  expect(both.map(({ whatFor }) => whatFor)).toEqual(['Paid by the client', 'Platform fee']);
  await expectAgreement();
  await withdrawAll(token);
  await expectAgreement();
  const before = await statement('2026-10');
  expect(before.lines.length).toBeGreaterThan(0);
  expect((await statement()).openingPence).toBe(before.closingPence);
});

it('has in the file what the page has', async () => {
  const { months } = await payoutsOf(token);
  expect(months).toEqual(['2026-11', '2026-10']);
  const answered = send('GET /masters/statements/2026-11', { token });
  await vi.advanceTimersByTimeAsync(1000);
  const rows = (await (await answered)?.text())?.trim().split('\r\n') ?? [];
  expect(rows[0]).toBe('Date,Time,Booking,Job,What for,Amount (GBP)');
  expect(rows).toHaveLength(1 + (await statement()).lines.length);
});

it.each([
  // A Tuesday, and two Fridays: before and at six.
  ['2026-11-24T12:00:00Z', '2026-11-27T06:00:00+00:00'],
  ['2026-11-27T05:59:00Z', '2026-11-27T06:00:00+00:00'],
  ['2026-11-27T06:00:00Z', '2026-12-04T06:00:00+00:00'],
  // Already Saturday in London.
  ['2026-07-03T23:30:00Z', '2026-07-10T06:00:00+01:00'],
])('pays out next, at %s, on %s', async (now, friday) => {
  vi.setSystemTime(new Date(now));
  expect((await payoutsOf(token)).nextPayout).toBe(friday);
});

it('gives back what the bank refuses', async () => {
  const { availablePence } = await payoutsOf(token);
  await ask('POST /sandbox/payout-details', { token, json: { account: 'refuses' } });
  await withdrawAll(token);
  expect((await payoutsOf(token)).availablePence).toBe(availablePence);
  await expectAgreement();
});

it('takes what is owed from a card, and refuses one that is declined', async () => {
  expect((await ask('POST /masters/payouts/debt', { token })).status).toBe(409);
  await withdrawAll(token);
  await takeJob(token, 'cash', 'completed');
  const { debtPence } = await payoutsOf(token);
  expect(debtPence).toBeGreaterThan(0);
  const { body: debt } = await ask<Schemas['DebtPayment']>('POST /masters/payouts/debt', { token });
  expect(debt.amountPence).toBe(debtPence);
  const confirm = (cardNumber: string) =>
    ask(`POST /sandbox/payments/${debt.paymentIntentId}/confirm`, { json: { clientSecret: '', cardNumber } });
  const isPaid = async () =>
    (await ask<Schemas['DebtPaid']>(`GET /masters/payouts/debt/${debt.paymentIntentId}`, { token })).body;
  expect((await confirm('4000000000000002')).status).toBe(402);
  expect(await isPaid()).toEqual({ isPaid: false });
  expect((await confirm('4242424242424242')).status).toBe(200);
  expect(await isPaid()).toEqual({ isPaid: true });
  expect((await payoutsOf(token)).debtPence).toBe(0);
  expect((await statement()).lines.at(-1)).toMatchObject({
    whatFor: 'Debt paid by card',
    amountPence: debtPence,
  });
  await expectAgreement();
});

it('waives the fee of a job in cash that the client did not pay', async () => {
  const { availablePence } = await payoutsOf(token);
  const id = await takeJob(token, 'cash', 'completed');
  const job = async () => (await ask<Schemas['Job']>(`GET /bookings/${id}`, { token })).body;
  expect((await job()).not_paid_until).toBeDefined();
  const json = { text: 'They left before I was done.' };
  expect((await ask(`POST /bookings/${id}/not-paid`, { token, json: { text: 'No.' } })).status).toBe(422);
  expect((await ask(`POST /bookings/${id}/not-paid`, { token, json })).status).toBe(200);
  await playUntil(async () => (await job()).not_paid?.verdict === 'waived');
  const { not_paid, fee_pence } = await job();
  expect(not_paid).toMatchObject({ text: json.text, waivedPence: fee_pence });
  expect((await payoutsOf(token)).availablePence).toBe(availablePence);
  await expectAgreement();
});

it.each(['card', 'cash'] as const)('decides about a client who is not at home (%s)', async (method) => {
  const { clearingPence } = await payoutsOf(token);
  const id = await takeJob(token, method, 'en_route');
  const job = async () => (await ask<Schemas['Job']>(`GET /bookings/${id}`, { token })).body;
  const place = { lat: 51.5, lng: -0.1 };
  const report = () =>
    ask<{ code: string }>(`POST /bookings/${id}/not-home`, {
      token,
      json: { ...place, text: 'I rang and called twice.' },
    });
  expect((await job()).at_the_door_from).toBeDefined();
  expect((await report()).body.code).toBe('not_arrived');
  expect((await ask(`POST /bookings/${id}/at-the-door`, { token, json: place })).status).toBe(200);
  expect((await report()).body.code).toBe('too_early');
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await report()).status).toBe(200);
  await playUntil(async () => (await job()).not_home?.verdict === 'charged');
  const { status, not_home } = await job();
  expect(status).toBe('cancelled');
  expect(Boolean(not_home?.amountPence)).toBe(method === 'card');
  expect((await payoutsOf(token)).clearingPence > clearingPence).toBe(method === 'card');
  await expectAgreement();
});
