// All that the demonstration answers. Whatever else the app asks for is refused in words that its screens show.
import { http } from 'msw';
import { loadPricing } from '@/pricing';
import { randomId } from '@/shared/id';
import { book, byId, byIntent, byToken, paid, reschedule, shown, startMatching, timesOf } from './bookings';
import { estimateOf, quoteOf, slots } from './prices';
import { problem, Refusal, route, type Schemas } from './route';
import { streamOf } from './stream';

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** In so many seconds from now, as Unix seconds. */
const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const LEFT_OUT = 'The demonstration has no server behind it, so this is not part of it.';

export const handlers = [
  route('post', '/api/ai/classify-description', async ({ body }) => (await loadPricing()).classify(body)),
  route('post', '/api/ai/estimate', async ({ request }) => {
    const form = await request.formData();
    const field = (name: string) => form.get(name)?.toString();
    return estimateOf({
      description: field('text') ?? '',
      postcode: field('postcode') ?? '',
      quickFix: field('quickFix'),
      problemTypeToUse: field('problemTypeToUse'),
      dangerAnswers: JSON.parse(field('dangerAnswers') ?? '[]'),
    });
  }),
  route('get', '/api/slots', ({ value }) => slots(value('cheaper') === 'true')),
  route('post', '/api/coupons/validate', async ({ body }) => (await loadPricing()).coupon(body)),
  route('post', '/api/clients/ensure-guest', () => {
    const clientId = `guest-${randomId()}`;
    const claims = { sub: clientId, role: 'client', guest: true, exp: inSeconds(30 * DAY) };
    // As the server's, but for the signature, which no browser checks.
    return { clientId, token: `demo.${btoa(JSON.stringify(claims))}.demo` };
  }),
  route('post', '/api/quotes', async ({ body }) => {
    const { amountPence, lines, estimate } = await quoteOf(body);
    return {
      quoteId: `q-${randomId()}`,
      amountPence,
      currency: body.currency,
      lines,
      bookVersion: estimate.book_version,
      expiresAtEpochSec: inSeconds(15 * MINUTE),
      // What was asked, which is priced again when it is paid: nobody is cheated by a demonstration.
      signature: encodeURIComponent(JSON.stringify(body)),
    };
  }),
  route('get', '/api/payments/config', () => ({ provider: 'sandbox', publishableKey: '' })),
  route('post', '/api/payments/create', async ({ body: { signature, address } }) => {
    const request: Schemas['QuoteRequest'] = JSON.parse(decodeURIComponent(signature));
    const { record, paymentIntentId } = book(request, address, await quoteOf(request));
    return {
      bookingId: record.id,
      amountPence: record.amount_pence,
      guestToken: record.guest_token ?? '',
      paymentIntentId,
      clientSecret: `${paymentIntentId}_secret`,
      payByEpochSec: inSeconds(20 * MINUTE),
    };
  }),
  // Every card is good.
  route('post', '/api/sandbox/payments/{intent}/confirm', ({ value }) => {
    paid(byIntent(value('intent')));
    return { status: 'requires_capture' as const };
  }),
  route('get', '/api/payments/bookings/by-intent/{intent}', ({ value }) => shown(byIntent(value('intent')))),
  route('get', '/api/bookings/{id}', ({ value }) => shown(byId(value('id')))),
  route('get', '/api/b/{guestToken}', ({ value }) => shown(byToken(value('guestToken')))),
  route('get', '/api/events/stream/client/{bookingId}', ({ value, request }) =>
    streamOf(value('bookingId'), Number(request.headers.get('Last-Event-ID'))),
  ),
  route('get', '/api/bookings/{id}/times', ({ value }) => timesOf(byId(value('id')))),
  route('patch', '/api/bookings/{id}/reschedule', ({ value, body }) =>
    reschedule(byId(value('id')), body.timeslotId),
  ),
  route('patch', '/api/public/bookings/{guestToken}/reschedule', ({ value, body }) =>
    reschedule(byToken(value('guestToken')), body.timeslotId),
  ),
  route('post', '/api/bookings/claim-by-intent', ({ body }) => {
    const { id } = byIntent(body.payment_intent_id).record;
    return { ok: true, booking_id: id };
  }),
  route('post', '/api/matching/start', ({ body }) => {
    startMatching(byId(body.booking_id));
    return { ok: true };
  }),
  http.all('*/api/*', () => problem(new Refusal(404, 'not_found', LEFT_OUT))),
];
