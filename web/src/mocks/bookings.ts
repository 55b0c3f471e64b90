// The bookings of the demonstration, kept in this browser's storage, so that a reload and other tabs go on with them. What becomes of one follows
// from the time alone.
import { loadPricing, type QuoteInput } from '@/pricing';
import { randomId } from '@/shared/id';
import { readStored, writeStored } from '@/shared/storage';
import { type quoteOf, slotOf, slots } from './prices';
import { Refusal, type Schemas } from './route';

type Booking = Schemas['Booking'];

interface DemoBooking {
  /** As it was made or last changed, without what matching brings. */
  record: Booking;
  /** What its price is computed from. */
  priced: QuoteInput;
  paymentIntentId: string;
  /** When matching started, Unix milliseconds. */
  matchingSince?: number;
}

const KEPT = 'callout.demo.bookings';

const kept = (): DemoBooking[] => JSON.parse(readStored(KEPT) ?? '[]');

function keep(booking: DemoBooking): DemoBooking {
  const others = kept().filter(({ record }) => record.id !== booking.record.id);
  writeStored(KEPT, JSON.stringify([...others, booking]));
  return booking;
}

function find(isIt: (booking: DemoBooking) => boolean): DemoBooking {
  const found = kept().find(isIt);
  if (!found) throw new Refusal(404, 'not_found', 'Booking not found.');
  return found;
}

export const byId = (id: string) => find(({ record }) => record.id === id);
export const byToken = (token: string) => find(({ record }) => record.guest_token === token);
export const byIntent = (intent: string) => find(({ paymentIntentId }) => paymentIntentId === intent);

/** What happens once matching has started, each step after so many milliseconds. */
const sequence = [
  { after: 0, status: 'pending' },
  { after: 1500, status: 'assigned' },
  { after: 4000, status: 'en_route' },
  { after: 8000, status: 'in_progress' },
] as const;

const pro = {
  assigned_master_demo: true,
  assigned_master_id: 'm-demo',
  assigned_master_name: 'Demo Ben H.',
} satisfies Partial<Booking>;

/** The booking as it is now. */
export function shown({ record, matchingSince }: DemoBooking): Booking {
  if (matchingSince === undefined) return record;
  const waited = Date.now() - matchingSince;
  const step = sequence.findLastIndex(({ after }) => waited >= after);
  const status = sequence[step]?.status ?? record.status;
  return { ...record, status, seq: record.seq + step, ...(step > 0 && pro) };
}

/** A booking that waits for its payment. */
export function book(
  request: Schemas['QuoteRequest'],
  address: Schemas['AddressInput'],
  { estimate, slot, priced, amountPence, lines }: Awaited<ReturnType<typeof quoteOf>>,
): DemoBooking {
  return keep({
    priced,
    paymentIntentId: `pi_demo_${randomId()}`,
    record: {
      id: `C-${randomId().slice(0, 8).toUpperCase()}`,
      status: 'created',
      seq: 1,
      created_at: new Date().toISOString(),
      guest_token: randomId(),
      problem_type: estimate.problem_type,
      readable_name: estimate.readable_name,
      description: request.description,
      customer_name: address.fullName ?? '',
      customer_phone: address.phone ?? '',
      customer_email: address.email,
      address_line1: address.line1 ?? '',
      address_line2: address.line2,
      city: address.city,
      postcode: address.postcode ?? request.postcode,
      entry_info: address.entryInfo,
      // Somewhere in London: no table of the districts comes with the demonstration.
      location: { lat: 51.5072, lng: -0.1276 },
      ...at(slot),
      urgency: request.urgency,
      tier: request.tier,
      amount_pence: amountPence,
      lines,
      book_version: estimate.book_version,
      explanation: estimate.explanation,
      coupon_code: request.couponCode,
      payment_currency: 'GBP',
      payment_method: 'card',
      quote_mode: 'PAID',
      manual_quote: false,
    },
  });
}

function at(slot: Schemas['TimeSlot'] | undefined): Pick<Booking, 'timeslot' | 'preferred_time'> {
  if (!slot) return {};
  const { id, start, end } = slot;
  return { timeslot: { id, start, end }, preferred_time: start };
}

function change(booking: DemoBooking, changes: Partial<Booking>): DemoBooking {
  const { record } = booking;
  return keep({ ...booking, record: { ...record, ...changes, seq: record.seq + 1 } });
}

/** The card has been authorised. */
export function paid(booking: DemoBooking): void {
  if (booking.record.status === 'created') change(booking, { status: 'pending' });
}

/** Starting it again changes nothing. */
export function startMatching(booking: DemoBooking): void {
  if (booking.record.status === 'created')
    throw new Refusal(409, 'payment_required', 'This booking is not paid yet.');
  keep({ ...booking, matchingSince: booking.matchingSince ?? Date.now() });
}

async function pricedAt(booking: DemoBooking, slot: Schemas['TimeSlot']) {
  const priced = { ...booking.priced, slotDeltaGBP: slot.priceDelta };
  const { amountPence, lines } = (await loadPricing()).quote(priced);
  return { priced, amountPence, lines };
}

/** To where a booking can be moved, and what it costs then. */
export async function timesOf(booking: DemoBooking): Promise<Schemas['BookingTime'][]> {
  const free = await slots(true);
  return Promise.all(
    free.map(async (slot) => {
      const { id, start, end, isRecommended } = slot;
      const { amountPence } = await pricedAt(booking, slot);
      const deltaPence = amountPence - booking.record.amount_pence;
      return { id, start, end, isRecommended, amountPence, deltaPence };
    }),
  );
}

/** The new price stands at once. */
export async function reschedule(booking: DemoBooking, timeslotId: string): Promise<Booking> {
  const slot = await slotOf(timeslotId);
  const { priced, amountPence, lines } = await pricedAt(booking, slot);
  return shown(change({ ...booking, priced }, { ...at(slot), amount_pence: amountPence, lines }));
}
