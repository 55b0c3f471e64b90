// What clients of the demonstration can do when something went wrong, and how it is decided.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import type { Schemas } from './route';
import { ask, newDemo, playUntil } from './testing';
import { bookInCash, bookUntil, guest } from './testingClient';

let token = '';

beforeEach(async () => {
  await newDemo();
  token = await guest();
});
afterEach(() => {
  vi.useRealTimers();
});

const complaint = { reason: 'poor_work', text: 'It drips as it did before.', photos: ['/api/files/1'] };

it('answers and decides a dispute, and the appeal against that', async () => {
  const { id, booking } = await bookUntil(token, 'completed');
  const path = `POST /bookings/${id}/disputes`;
  const newest = async () => (await booking()).disputes?.[0];
  expect((await booking()).dispute_until).toBeDefined();
  expect((await ask(path, { token, json: { ...complaint, text: 'Bad.' } })).status).toBe(422);
  expect((await ask(path, { token, json: complaint })).status).toBe(200);
  expect((await ask(path, { token, json: complaint })).status).toBe(200);
  expect((await ask(path, { token, json: { ...complaint, reason: 'price' } })).status).toBe(409);
  expect(await newest()).toMatchObject({ ...complaint, status: 'open' });
  expect((await booking()).dispute_until).toBeUndefined();
  await playUntil(async () => (await newest())?.status === 'decided');
  const { amount_pence = 0 } = await booking();
  expect(await newest()).toMatchObject({ refund_pence: amount_pence / 2 });
  expect((await newest())?.answer).toBeTruthy();
  const json = { text: 'Half is not enough for this.' };
  const { body } = await ask<Schemas['Dispute']>(`${path}/appeal`, { token, json });
  expect(body.appeal?.by).toBe('client');
  await playUntil(async () => Boolean((await newest())?.appeal?.decided_at));
  expect((await newest())?.appeal?.verdict).toBeTruthy();
});

it('asks for a code of whoever only has the link', async () => {
  const { id, booking } = await bookUntil(token, 'completed');
  const { guest_token: link } = await booking();
  const path = `/bookings/${id}/disputes`;
  expect((await ask(`POST ${path}/code?token=${link}`)).status).toBe(200);
  const open = (code: string) => ask(`POST ${path}?token=${link}`, { json: { ...complaint, code } });
  expect((await open('000000')).status).toBe(401);
  expect((await open('123456')).status).toBe(200);
});

it('gives nothing back of a job in cash, of which it holds nothing', async () => {
  const { id } = await bookInCash(token);
  const booking = async () => (await ask<Booking>(`GET /bookings/${id}`, { token })).body;
  await playUntil(async () => (await booking()).status === 'completed');
  await ask(`POST /bookings/${id}/disputes`, { token, json: complaint });
  await playUntil(async () => (await booking()).disputes?.[0]?.status === 'decided');
  expect((await booking()).disputes?.[0]?.refund_pence).toBe(0);
});

it('stops a job that has begun, and decides what it costs', async () => {
  const { id, booking } = await bookUntil(token, 'in_progress');
  const stopFor = (text: string) => ask(`POST /bookings/${id}/stop`, { token, json: { text } });
  expect((await stopFor('Stop.')).status).toBe(422);
  expect((await stopFor('They fit the wrong tap.')).status).toBe(200);
  expect((await booking()).stop).toMatchObject({ text: 'They fit the wrong tap.' });
  await playUntil(async () => (await booking()).status !== 'in_progress');
  const { status, cancel_reason, stop, amount_pence = 0 } = await booking();
  expect({ status, cancel_reason }).toEqual({ status: 'cancelled', cancel_reason: 'stopped' });
  expect(stop?.words).toBeTruthy();
  const { body: events } = await ask<Schemas['BookingEvent'][]>(`GET /bookings/${id}/events`, { token });
  const feePence = Math.round(amount_pence * 0.4);
  expect(events.at(-1)).toMatchObject({ type: 'cancelled', data: { feePence } });
  expect((await booking()).dispute_until).toBeDefined();
  expect((await stopFor('They fit the wrong tap.')).status).toBe(409);
});

it('charges what it said cancelling costs', async () => {
  const { id, booking } = await bookUntil(token, 'en_route');
  await vi.advanceTimersByTimeAsync(6 * 60_000);
  const { body: cost } = await ask<Schemas['Cancellation']>(`GET /bookings/${id}/cancellation`, { token });
  expect(cost.feePence).toBeGreaterThan(0);
  await ask(`PATCH /bookings/${id}/cancel`, { token });
  expect((await booking()).status).toBe('cancelled');
  const { body: events } = await ask<Schemas['BookingEvent'][]>(`GET /bookings/${id}/events`, { token });
  expect(events.at(-1)?.data).toEqual({ feePence: cost.feePence });
});
