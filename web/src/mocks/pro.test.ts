// The demonstration from the pro's side, from the offer to the payout.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ask, newDemo, playUntil } from './testing';
import { firstOffer, jobOf, payoutsOf, signInPro } from './testingPro';

let token = '';

beforeEach(async () => {
  await newDemo();
  token = await signInPro();
});
afterEach(() => {
  vi.useRealTimers();
});

const job = (id: string) => jobOf(token, id);
const payouts = () => payoutsOf(token);
const respond = (id: string, json: object) => ask(`POST /matching/respond/${id}`, { token, json });

it('takes an offer to completion, and pays the pro', async () => {
  const { bookingId, netPence } = await firstOffer(token);
  expect((await job(bookingId)).address_line1).toBeUndefined();
  await respond(bookingId, { action: 'accept' });
  expect((await job(bookingId)).address_line1).toBe('14 Harbour Row');
  expect((await respond(bookingId, { action: 'accept' })).status).toBe(409);
  const step = (json: object) =>
    ask<{ code: string; triesLeft: number }>(`PUT /bookings/${bookingId}`, { token, json });
  expect((await step({ status: 'en_route' })).status).toBe(200);
  const wrong = await step({ status: 'in_progress', startCode: '0000' });
  expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_start_code', triesLeft: 4 } });
  expect((await step({ status: 'in_progress', startCode: '2468' })).status).toBe(200);
  expect((await step({ status: 'completed', cannotPhotograph: 'The pipe is behind the wall.' })).status).toBe(
    200,
  );
  expect((await payouts()).clearingPence).toBe(netPence);
  const { availablePence } = await payouts();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await payouts()).availablePence).toBe(availablePence + netPence);
});

it('gets an agreed price, and an answer in the chat', async () => {
  const { bookingId, price } = await firstOffer(token);
  await respond(bookingId, { action: 'accept', price_delta: 15 });
  expect((await job(bookingId)).status).toBe('accepted');
  await playUntil(async () => (await job(bookingId)).unread === 1);
  expect(await job(bookingId)).toMatchObject({ status: 'assigned', price_pence: (price + 15) * 100 });
});

it('withdraws what is available, once', async () => {
  const { availablePence } = await payouts();
  const json = { amountPence: availablePence };
  expect((await ask('POST /masters/payouts/withdraw', { token, json })).status).toBe(200);
  expect((await ask('POST /masters/payouts/withdraw', { token, json })).status).toBe(409);
  expect(await payouts()).toMatchObject({ availablePence: 0, pendingPence: availablePence });
  await playUntil(async () => (await payouts()).history[0]?.status === 'sent');
});
