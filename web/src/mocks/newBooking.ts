// A booking from a quote that is redeemed.
import { randomId } from '@/shared/id';
import type { Quoted } from './prices';
import { Refusal, type Schemas } from './route';
import { cancel, note } from './steps';
import { type DemoBooking, type DemoPayment, theWorld } from './world';

const LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return `C-${Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join('')}`;
}

export interface Terms {
  clientId: string;
  address: Schemas['AddressInput'];
  photoUrl?: string | null;
  method: 'card' | 'cash';
  budgetPence?: number;
}

/** In `created`. One that the same draft has made and nobody has paid is replaced; 409 once it is booked. */
export function bookQuote(quoted: Quoted, terms: Terms): DemoBooking {
  const { request, estimate, priced, timeslot, lines, bookVersion } = quoted;
  const { clientId, address, photoUrl, method, budgetPence } = terms;
  replaceOpen(request.draftId ?? null);
  const booking: DemoBooking = {
    id: newId(),
    visitor: 'client',
    clientId,
    draftId: request.draftId ?? null,
    guestToken: randomId(),
    shareToken: randomId(),
    createdAt: Date.now(),
    since: Date.now(),
    status: 'created',
    job: { description: request.description, ...estimate, photoUrl },
    address: { ...address, postcode: address.postcode ?? request.postcode },
    timeslot,
    priced,
    bookVersion,
    agreedPence: 0,
    budgetPence,
    lines,
    amountPence: budgetPence ?? quoted.amountPence,
    method,
    payments: [],
    events: [],
    messages: [],
  };
  note(booking, 'created');
  theWorld().bookings.push(booking);
  return booking;
}

function replaceOpen(draftId: string | null): void {
  const own = theWorld().bookings.find(
    (one) => draftId !== null && one.draftId === draftId && one.status !== 'cancelled',
  );
  if (!own) return;
  if (own.status !== 'created')
    throw new Refusal(409, 'already_booked', 'This is booked already.', { bookingId: own.id });
  cancel(own, 'replaced');
}

export function newPayment(booking: DemoBooking, amountPence: number, isForDue: boolean): DemoPayment {
  const id = `pi_demo_${randomId()}`;
  const payment: DemoPayment = {
    id,
    secret: `${id}_secret`,
    amountPence,
    status: 'requires_payment_method',
    isForDue,
  };
  booking.payments.push(payment);
  return payment;
}
