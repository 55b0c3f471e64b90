// Estimates, windows, coupons and quotes: what the pricing module says.
import { HttpResponse, http } from 'msw';
import { randomId } from '@/shared/id';
import { MINUTE } from '../clock';
import { districtOf } from '../districts';
import { basePenceOf, estimateOf, priced, pricing, type Quoted, signed, windowOf, windows } from '../prices';
import { notFound, Refusal, route } from '../route';
import { theWorld } from '../world';

const VALID = 15 * MINUTE;

export const pricingHandlers = [
  // The module's own price book is the newest.
  http.get('*/api/pricing/book', () => new HttpResponse(null, { status: 304 })),
  route('post', '/api/ai/estimate', async ({ request }) => {
    const form = await request.formData();
    const field = (name: string) => form.get(name)?.toString();
    const job = { description: field('text') ?? '', postcode: field('postcode') ?? '' };
    return estimateOf({
      ...job,
      quickFix: field('quickFix'),
      problemTypeToUse: field('problemTypeToUse'),
    });
  }),
  route('post', '/api/ai/classify-description', async ({ body }) => {
    const { classify } = await pricing();
    return priced(() => classify(body));
  }),
  route('get', '/api/slots', ({ value }) => windows(value('cheaper') === 'true')),
  route('post', '/api/coupons/validate', async ({ body }) => {
    const { coupon } = await pricing();
    return priced(() => coupon(body));
  }),
  route('post', '/api/quotes', async ({ body }) => {
    const estimate = await estimateOf(body);
    const slot = body.timeslotId ? await windowOf(body.timeslotId) : undefined;
    const { quote } = await pricing();
    const input = {
      basePence: basePenceOf(estimate),
      tier: body.tier,
      urgency: body.urgency,
      currency: body.currency,
      slotDeltaGBP: slot?.deltaGBP,
      couponCode: body.couponCode,
    };
    const { lines, amountPence } = priced(() => quote(input));
    const quoted: Quoted = {
      quoteId: randomId(),
      request: body,
      estimate: { problemType: estimate.problem_type, readableName: estimate.readable_name },
      priced: input,
      timeslot: slot && { id: slot.id, start: slot.start, end: slot.end },
      lines,
      amountPence,
      bookVersion: estimate.book_version,
      expiresAt: Date.now() + VALID,
    };
    const answer = signed(quoted);
    if (amountPence !== body.amountPence)
      throw new Refusal(409, 'price_changed', 'The price has changed.', { quote: answer });
    return answer;
  }),
  route('get', '/api/public/districts/{outward}', ({ value }) => {
    const district = districtOf(value('outward').toUpperCase());
    if (!district) throw notFound('District');
    return district;
  }),
  route('get', '/api/public/facts', () => {
    const done = theWorld().bookings.filter(({ status }) => status === 'completed');
    const districts = new Set(done.map(({ address }) => address.postcode.split(' ')[0]));
    return { bookingsCompleted: done.length, districts: districts.size };
  }),
];
