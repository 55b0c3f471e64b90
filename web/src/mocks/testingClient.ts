// For the tests of the mock: a client who books by card.
import { expect } from 'vitest';
import type { Booking, Quote } from '@/api/types';
import { loadPricing } from '@/pricing';
import type { Schemas } from './route';
import { ask, playUntil } from './testing';

const job = { description: 'Leaking tap in the kitchen', postcode: 'SW1A 1AA' };
export const address = {
  fullName: 'Priya Shah',
  phone: '07700900123',
  line1: '14 Harbour Row',
  postcode: 'SW1A 1AA',
};

export async function guest(): Promise<string> {
  const { body } = await ask<Schemas['Guest']>('POST /clients/ensure-guest', { json: {} });
  return body.token;
}

export function quoteRequest(amountPence: number) {
  const terms = {
    tier: 'STANDARD',
    urgency: 'EMERGENCY',
    currency: 'GBP',
    problemType: 'leak',
    draftId: 'd-1',
  };
  return { ...job, ...terms, amountPence };
}

/** What the pricing module says it costs. */
export async function rightPrice(): Promise<number> {
  const { estimate, quote } = await loadPricing();
  const { estimated_cost } = estimate({ text: job.description, postcode: job.postcode });
  const basePence = Math.round((estimated_cost ?? 0) * 100);
  return quote({ basePence, tier: 'STANDARD', urgency: 'EMERGENCY', currency: 'GBP' }).amountPence;
}

export async function newQuote(): Promise<Quote> {
  const { status, body } = await ask<Quote>('POST /quotes', { json: quoteRequest(await rightPrice()) });
  expect(status).toBe(200);
  return body;
}

export async function bookByCard(token: string, cardNumber = '4242424242424242') {
  const { quoteId, signature } = await newQuote();
  const { body: payment } = await ask<Schemas['PaymentToMake']>('POST /payments/create', {
    token,
    json: { quoteId, signature, address },
  });
  const path = `POST /sandbox/payments/${payment.paymentIntentId}/confirm`;
  const confirmed = await ask<{ code?: string }>(path, { json: { clientSecret: '', cardNumber } });
  const booking = async () => (await ask<Booking>(`GET /bookings/${payment.bookingId}`, { token })).body;
  return { confirmed, booking };
}

/** Books, and lets the script play until the booking is in this status. */
export async function bookUntil(token: string, status: Schemas['BookingStatus']) {
  const { booking } = await bookByCard(token);
  await playUntil(async () => (await booking()).status === status);
  return { id: (await booking()).id, booking };
}

/** What the client has booked to be paid in cash. */
export async function bookInCash(token: string): Promise<Booking> {
  const { quoteId, signature } = await newQuote();
  const json = { quoteId, signature, address, payment_method: 'cash' };
  return (await ask<Booking>('POST /bookings', { token, json })).body;
}
