// The demonstration's operations, called as the app calls them, with time under the test's control.
import { getResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking, CouponResult, Estimate, Quote } from '@/api/types';
import { loadPricing } from '@/pricing';
import { handlers } from './handlers';
import { LATENCY, type Schemas } from './route';

/** The answer of a call; undefined as long as there is none. */
function send(call: string, body?: object): Promise<Response | undefined> {
  const [method, path] = call.split(' ');
  const headers = new Headers();
  if (body && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
  const sent = body instanceof FormData ? body : body && JSON.stringify(body);
  return getResponse(
    handlers,
    new Request(`http://127.0.0.1:8080/api${path}`, { method, headers, body: sent }),
  );
}

/** The status and the body of a call, once the latency is over. */
async function ask<Body>(call: string, body?: object): Promise<{ status: number; body: Body }> {
  const answered = send(call, body);
  await vi.advanceTimersByTimeAsync(LATENCY);
  const response = await answered;
  return { status: response?.status ?? 0, body: await response?.json() };
}

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

const job = { description: 'Leaking tap in the kitchen', postcode: 'SW1A 1AA' };
const address = {
  fullName: 'Priya Shah',
  phone: '07700900123',
  line1: '14 Harbour Row',
  postcode: 'SW1A 1AA',
};

const terms = { tier: 'STANDARD', urgency: 'EMERGENCY', currency: 'GBP' };

async function quoteFor(more: object = {}): Promise<Quote> {
  return (await ask<Quote>('POST /quotes', { ...job, ...terms, ...more })).body;
}

async function create(more?: object): Promise<Schemas['PaymentToMake']> {
  const { quoteId, signature } = await quoteFor(more);
  return (await ask<Schemas['PaymentToMake']>('POST /payments/create', { quoteId, signature, address })).body;
}

/** Books and pays. */
async function bookByCard(more?: object): Promise<Schemas['PaymentToMake']> {
  const payment = await create(more);
  const { paymentIntentId, clientSecret } = payment;
  const card = { clientSecret, cardNumber: '4242424242424242' };
  await ask(`POST /sandbox/payments/${paymentIntentId}/confirm`, card);
  return payment;
}

const bookingBy = async (path: string) => (await ask<Booking>(`GET ${path}`)).body;

beforeEach(async () => {
  // Its code is fetched in real time.
  await loadPricing();
  vi.useFakeTimers({ now: new Date('2026-11-24T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

it('answers after the latency, and not before', async () => {
  const answered = vi.fn();
  void send('GET /slots').then(answered);
  await wait(LATENCY - 1);
  expect(answered).not.toHaveBeenCalled();
  await wait(1);
  expect(answered).toHaveBeenCalled();
});

it('classifies and estimates what somebody describes', async () => {
  const classified = await ask('POST /ai/classify-description', { text: job.description });
  expect(classified.body).toMatchObject({ trades: [{ trade: 'plumber' }], problem_type: 'leak' });
  const form = new FormData();
  form.set('text', job.description);
  form.set('postcode', job.postcode);
  const estimated = await ask('POST /ai/estimate', form);
  expect(estimated.body).toMatchObject({ problem_type: 'leak', readable_name: 'Leak / tap issue' });
});

it('says as the server does what the pricing module refuses', async () => {
  const { status, body } = await ask('POST /quotes', { ...job, ...terms, currency: 'EUR' });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    code: 'invalid_currency',
    errors: { currency: 'Prices are in GBP only.' },
  });
});

it('asks about a danger before it prices or quotes, and refuses what is not ours', async () => {
  const description = 'strange smell and the lights keep flickering';
  const form = new FormData();
  form.set('text', description);
  form.set('postcode', job.postcode);
  const estimate = async () => (await ask<Estimate>('POST /ai/estimate', form)).body;
  expect(await estimate()).toMatchObject({ danger_question: { kind: 'electrics' }, estimated_cost: null });
  const quoted = (more: object) => ask('POST /quotes', { ...job, ...terms, ...more });
  expect(await quoted({ description })).toMatchObject({ status: 422, body: { code: 'danger_question' } });

  const dangerAnswers = [{ kind: 'electrics', yes: false }];
  form.set('dangerAnswers', JSON.stringify(dangerAnswers));
  expect(await estimate()).toMatchObject({ problem_type: 'lights', base_min: 85 });
  expect(await quoted({ description, dangerAnswers })).toMatchObject({ status: 200 });

  const mowing = { description: 'mow the lawn every fortnight' };
  expect(await quoted(mowing)).toMatchObject({ status: 422, body: { code: 'out_of_scope' } });
  expect(await quoted({ ...mowing, problemTypeToUse: 'handyman' })).toMatchObject({ status: 200 });
  expect(await quoted({ postcode: 'JE2 3AB' })).toMatchObject({
    status: 422,
    body: { code: 'area_not_served', errors: { postcode: "We don't work there yet." } },
  });
});

it('offers the windows of the ten days from tomorrow', async () => {
  const { body: slots } = await ask<Schemas['TimeSlot'][]>('GET /slots?cheaper=false');
  const days = [...new Set(slots.map(({ start }) => start.slice(0, 10)))];
  expect(days).toHaveLength(10);
  expect([days[0], days.at(-1)]).toEqual(['2026-11-25', '2026-12-04']);
  expect(slots[0]?.start).toBe('2026-11-25T09:00:00+00:00');
});

it('quotes the price of the pricing module, for 15 minutes', async () => {
  const { amountPence, expiresAtEpochSec } = await quoteFor();
  expect(amountPence).toBe(13_750);
  expect(expiresAtEpochSec * 1000).toBe(Date.parse('2026-11-24T12:15:00Z'));
});

it('takes off what a coupon is worth, and knows no other codes', async () => {
  const check = (code: string) =>
    ask<CouponResult>('POST /coupons/validate', { code, amountPence: 13_750, currency: 'GBP' });
  expect((await check('welcome10')).body).toMatchObject({
    valid: true,
    code: 'WELCOME10',
    discountPence: 1000,
  });
  expect((await check('NOTHING')).body).toMatchObject({ valid: false, discountPence: 0 });
  expect((await quoteFor({ couponCode: 'WELCOME10' })).amountPence).toBe(12_750);
});

it('shows a booking by id, by payment and by token, unpaid until the card is confirmed', async () => {
  const { bookingId, paymentIntentId, guestToken } = await create();
  const paths = [
    `/bookings/${bookingId}`,
    `/payments/bookings/by-intent/${paymentIntentId}`,
    `/b/${guestToken}`,
  ];
  for (const path of paths) expect(await bookingBy(path)).toMatchObject({ id: bookingId, status: 'created' });
  await ask(`POST /sandbox/payments/${paymentIntentId}/confirm`, { clientSecret: '', cardNumber: '' });
  for (const path of paths) expect(await bookingBy(path)).toMatchObject({ id: bookingId, status: 'pending' });
  expect((await ask('GET /bookings/C-OTHER')).status).toBe(404);
});

it('looks for no pro before matching is started, nor before the booking is paid', async () => {
  const { bookingId: unpaid } = await create();
  const refused = await ask('POST /matching/start', { booking_id: unpaid });
  expect(refused).toMatchObject({ status: 409, body: { code: 'payment_required' } });
  const { bookingId } = await bookByCard();
  await wait(60_000);
  expect(await bookingBy(`/bookings/${bookingId}`)).toMatchObject({ status: 'pending' });
});

it.each([
  [1499, 'pending'],
  [1500, 'assigned'],
  [3999, 'assigned'],
  [4000, 'en_route'],
  [7999, 'en_route'],
  [8000, 'in_progress'],
  [600_000, 'in_progress'],
])('is, %i ms after matching started, %s', async (after, status) => {
  const { bookingId } = await bookByCard();
  const start = () => ask('POST /matching/start', { booking_id: bookingId });
  await start();
  const since = Date.now();
  // Starting it again changes nothing.
  await start();
  await wait(since + after - LATENCY - Date.now());
  expect(await bookingBy(`/bookings/${bookingId}`)).toMatchObject({
    status,
    ...(status !== 'pending' && { assigned_master_demo: true }),
  });
});

it('tells the reader of its stream within a tenth of a second that a booking has moved on', async () => {
  const { bookingId } = await bookByCard();
  await ask('POST /matching/start', { booking_id: bookingId });
  const since = Date.now();
  const asked = send(`GET /events/stream/client/${bookingId}`);
  await wait(LATENCY);
  const told: number[] = [];
  const reader = new WritableStream<Uint8Array>({
    write: (part) => {
      if (new TextDecoder().decode(part).includes('event: updated')) told.push(Date.now() - since);
    },
  });
  void (await asked)?.body?.pipeTo(reader);
  await wait(10_000);
  expect(told).toEqual([LATENCY + 100, 1550, 4050, 8050]);
});

it('moves a booking by id and by token, at the price of the new time', async () => {
  const { bookingId, guestToken } = await bookByCard({ urgency: 'SCHEDULED', timeslotId: '2026-11-26-2' });
  const { amount_pence: before = 0 } = await bookingBy(`/bookings/${bookingId}`);
  const { body: times } = await ask<Schemas['BookingTime'][]>(`GET /bookings/${bookingId}/times`);
  const cheaper = times.find(({ deltaPence }) => deltaPence < 0);
  const dearer = times.find(({ deltaPence }) => deltaPence > 0);
  await ask(`PATCH /bookings/${bookingId}/reschedule`, { timeslotId: cheaper?.id });
  expect(await bookingBy(`/bookings/${bookingId}`)).toMatchObject({
    timeslot: { id: cheaper?.id },
    amount_pence: before + (cheaper?.deltaPence ?? 0),
  });
  await ask(`PATCH /public/bookings/${guestToken}/reschedule`, { timeslotId: dearer?.id });
  expect(await bookingBy(`/b/${guestToken}`)).toMatchObject({
    timeslot: { id: dearer?.id },
    amount_pence: before + (dearer?.deltaPence ?? 0),
  });
  const gone = await ask<{ code: string }>(`PATCH /bookings/${bookingId}/reschedule`, {
    timeslotId: '2026-11-23-1',
  });
  expect(gone).toMatchObject({ status: 409, body: { code: 'slot_gone' } });
});

it('claims a booking by its payment', async () => {
  const { bookingId, paymentIntentId } = await bookByCard();
  const { body } = await ask('POST /bookings/claim-by-intent', { payment_intent_id: paymentIntentId });
  expect(body).toEqual({ ok: true, booking_id: bookingId });
});

it.each(['GET /masters/me', 'POST /clients/login/otp-request', 'GET /bookings/C-1/events'])(
  'says of what it leaves out that there is no server: %s',
  async (call) => {
    const { status, body } = await ask<Schemas['Problem']>(call);
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'not_found', detail: expect.stringContaining('no server behind it') });
  },
);
