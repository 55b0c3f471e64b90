// The demonstration from the client's side, from the price to the review.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking, Quote } from '@/api/types';
import { LATENCY, type Schemas } from './route';
import { ask, newDemo, playUntil, send } from './testing';
import { address, bookByCard, guest, newQuote, quoteRequest, rightPrice } from './testingClient';

beforeEach(newDemo);
afterEach(() => {
  vi.useRealTimers();
});

it('answers after the latency, and not before', async () => {
  const answered = vi.fn();
  void send('GET /slots').then(answered);
  await vi.advanceTimersByTimeAsync(LATENCY - 1);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalled();
});

it('asks what the pricing module asks, and says so when the client has seen another price', async () => {
  const amountPence = await rightPrice();
  expect(amountPence).toBe(13_750);
  const { status, body } = await ask<{ code: string; quote: Quote }>('POST /quotes', {
    json: quoteRequest(amountPence + 1),
  });
  expect(status).toBe(409);
  expect(body.code).toBe('price_changed');
  expect(body.quote.amountPence).toBe(amountPence);
});

it('takes a booking by card from the payment to the review', async () => {
  const token = await guest();
  const { booking } = await bookByCard(token, '4242424242424242');
  expect((await booking()).status).toBe('pending');
  const seen: string[] = [];
  await playUntil(async () => {
    const { status } = await booking();
    if (seen.at(-1) !== status) seen.push(status);
    return status === 'completed';
  });
  expect(seen).toEqual(['pending', 'assigned', 'en_route', 'in_progress', 'completed']);
  const { id, unread } = await booking();
  // The pro's greeting.
  expect(unread).toBe(1);
  const path = `POST /bookings/${id}/review`;
  const review = { token, json: { rating: 5, text: 'Thank you' } };
  expect((await ask(path, review)).status).toBe(200);
  expect((await ask(path, review)).status).toBe(409);
  expect((await booking()).review?.rating).toBe(5);
});

it('declines the declined card, and leaves the booking unpaid', async () => {
  const { confirmed, booking } = await bookByCard(await guest(), '4000000000000002');
  expect(confirmed.status).toBe(402);
  expect(confirmed.body.code).toBe('card_declined');
  expect((await booking()).status).toBe('created');
});

it('asks £10 more for a low budget, which the client approves', async () => {
  const token = await guest();
  const { quoteId, signature } = await newQuote();
  const { body: made } = await ask<Booking>('POST /bookings', {
    token,
    json: { quoteId, signature, address, mode: 'REQUEST', payment_method: 'cash', proposed_price: 60 },
  });
  const booking = async () => (await ask<Booking>(`GET /bookings/${made.id}`, { token })).body;
  await playUntil(async () => (await booking()).status === 'accepted');
  expect((await booking()).proposal).toMatchObject({ deltaPence: 1000, amountPence: 7000 });
  await ask(`POST /bookings/${made.id}/proposal`, { token, json: { action: 'approve' } });
  expect(await booking()).toMatchObject({ status: 'assigned', amount_pence: 7000 });
});

it('raises the price of a card booking only once the new price is paid', async () => {
  const token = await guest();
  const { booking } = await bookByCard(token, '4242424242424242');
  const { id, amount_pence: before = 0 } = await booking();
  await ask(`POST /bookings/${id}/raise-price`, { token, json: { deltaGBP: 10 } });
  expect(await booking()).toMatchObject({
    amount_pence: before,
    payment_due: { reason: 'raise', amountPence: before + 1000 },
  });
  const { body: due } = await ask<Schemas['DuePayment']>('POST /create-payment', {
    token,
    json: { booking_id: id },
  });
  await ask(`POST /sandbox/payments/${due.paymentIntentId}/confirm`, {
    json: { clientSecret: due.clientSecret, cardNumber: '4242424242424242' },
  });
  const paid = await booking();
  expect(paid.amount_pence).toBe(before + 1000);
  expect(paid.payment_due).toBeUndefined();
});

it('shows a booking to nobody else', async () => {
  const { booking } = await bookByCard(await guest(), '4242424242424242');
  const { id, guest_token: link } = await booking();
  expect((await ask(`GET /bookings/${id}`)).status).toBe(401);
  expect((await ask(`GET /bookings/${id}`, { token: await guest() })).status).toBe(404);
  expect((await ask(`GET /b/${link}`)).status).toBe(200);
});

it('says of what it leaves out that it does', async () => {
  const { status, body } = await ask<{ detail: string }>('GET /push/key');
  expect(status).toBe(501);
  expect(body.detail).toBe('This is not part of the demonstration.');
});
