// Sets the scene over the API: who is signed in, what is booked and how far the job is, without walking there by hand.
import { expect, type Page } from '@playwright/test';
import { ask, keep } from './ask';
import { cards, someone } from './journey';
import { londonDate } from './london';
import type { ProArea } from './proArea';
import type { Server } from './server';

/** A leaking tap in SW1A for £97.50, the day after tomorrow from 11:00. */
const tap = { description: 'Leaking tap in the kitchen', postcode: someone.postcode, pence: 9750 };
const EMERGENCY_PENCE = 4000;

interface Slot {
  id: string;
  start: string;
  end: string;
  priceDelta: number;
}

interface Booking {
  status: string;
  start_code?: string;
  timeslot?: { start: string };
}

/** How it is booked, if not by the browser's guest with a good card. */
interface Order {
  token?: string;
  inCash?: boolean;
  card?: string;
  /** At once, for £40 more. */
  isEmergency?: boolean;
  email?: string;
}

export class Scene {
  /** Whoever booked last, to read the booking as they do. */
  private client = '';

  constructor(
    private readonly page: Page,
    private readonly server: Server,
  ) {}

  /** A guest, whom the app in this browser finds in its storage. */
  async becomeGuest(): Promise<string> {
    const body = { phone: someone.phone };
    const guest = await this.ask<{ clientId: string; token: string }>('POST', '/clients/ensure-guest', body);
    await keep(this.page, this.server, { guestId: guest.clientId, guest_token: guest.token });
    return guest.token;
  }

  /** Books the tap, and returns the booking's id once it looks for a pro. */
  async book(order: Order = {}): Promise<string> {
    const token = order.token ?? (await this.becomeGuest());
    this.client = token;
    const quote = await this.quote(order, token);
    const address = { ...someone, ...(order.email && { email: order.email }) };
    const redeemed = { ...quote, address };
    if (order.inCash) {
      const booked = await this.ask<{ id: string }>(
        'POST',
        '/bookings',
        { ...redeemed, mode: 'CASH' },
        token,
      );
      return booked.id;
    }
    const payment = await this.ask<{ bookingId: string; paymentIntentId: string; clientSecret: string }>(
      'POST',
      '/payments/create',
      redeemed,
      token,
    );
    const { bookingId, paymentIntentId, clientSecret } = payment;
    const cardNumber = order.card ?? cards.good;
    await this.ask('POST', `/sandbox/payments/${paymentIntentId}/confirm`, { clientSecret, cardNumber });
    await expect.poll(async () => (await this.booking(bookingId)).status).toBe('pending');
    return bookingId;
  }

  /** Opens the payment of the tap, with a draft that lacks nothing else. */
  async openPayment(): Promise<void> {
    await this.keepDraft();
    await this.page.goto('/booking/payment');
    await expect(this.page.getByRole('heading', { level: 1, name: 'Review & Pay' })).toBeVisible();
  }

  /** Leaves that draft in the browser, whose app is not open meanwhile. */
  async keepDraft(changes: { selectedSlotPriceDelta?: number } = {}): Promise<void> {
    const form = new FormData();
    form.set('text', tap.description);
    form.set('postcode', 'SW1');
    const estimationResult = await this.ask('POST', '/ai/estimate', form);
    const slot = await this.slotFromEleven();
    const draft = {
      draftId: crypto.randomUUID(),
      description: tap.description,
      postcodePrefix: 'SW1',
      problemType: 'leak',
      estimationResult,
      hasPhoto: false,
      address: { ...someone, phone: '+447700900123' },
      urgency: 'SCHEDULED',
      timeSlotId: slot.id,
      timeSlotLabel: 'From 11:00',
      timeSlotStart: slot.start,
      timeSlotEnd: slot.end,
      selectedSlotPriceDelta: slot.priceDelta,
      tier: 'STANDARD',
      manualQuoteMode: false,
      highIntentNoPrepay: false,
      currency: 'GBP',
      ...changes,
    };
    await this.becomeGuest();
    const kept = JSON.stringify({ version: 1, savedAt: Date.now(), draft });
    await keep(this.page, this.server, { 'callout.draft': kept });
  }

  /** The pro takes the booking, whether or not they were offered it. */
  async take(id: string, pro: ProArea): Promise<void> {
    const { timeslot } = await this.booking(id);
    const answer = { action: 'accept', ...(timeslot && { starts_at: timeslot.start }) };
    await this.ask('POST', `/matching/respond/${id}`, answer, pro.token);
  }

  /** The pro sets off, without the seconds in which the app would let them undo it. */
  async setOff(id: string, pro: ProArea): Promise<void> {
    await this.step(id, pro, { status: 'en_route' });
  }

  async begin(id: string, pro: ProArea): Promise<void> {
    const { start_code: startCode } = await this.booking(id);
    await this.step(id, pro, { status: 'in_progress', startCode });
  }

  async finish(id: string, pro: ProArea): Promise<void> {
    await this.step(id, pro, { status: 'completed', cannotPhotograph: 'The pipe is behind the wall.' });
  }

  /** All of the job, from the booking on. */
  async doJob(id: string, pro: ProArea): Promise<void> {
    await this.take(id, pro);
    await this.setOff(id, pro);
    await this.begin(id, pro);
    await this.finish(id, pro);
  }

  private async step(id: string, pro: ProArea, step: object): Promise<void> {
    await this.ask('PUT', `/bookings/${id}`, step, pro.token);
  }

  private booking(id: string): Promise<Booking> {
    return this.ask('GET', `/bookings/${id}`, undefined, this.client);
  }

  private async quote(
    { isEmergency }: Order,
    token: string,
  ): Promise<{ quoteId: string; signature: string }> {
    const when = isEmergency
      ? { urgency: 'EMERGENCY', amountPence: tap.pence + EMERGENCY_PENCE }
      : { urgency: 'SCHEDULED', amountPence: tap.pence, timeslotId: (await this.slotFromEleven()).id };
    const { description, postcode } = tap;
    const wish = { description, postcode, problemType: 'leak', currency: 'GBP', tier: 'STANDARD', ...when };
    const quote = await this.ask<{ quoteId: string; signature: string }>('POST', '/quotes', wish, token);
    return { quoteId: quote.quoteId, signature: quote.signature };
  }

  private async slotFromEleven(): Promise<Slot> {
    const slots = await this.ask<Slot[]>('GET', '/slots?postcode=SW1A');
    const slot = slots.find(({ start }) => start.startsWith(`${londonDate(2)}T11:00`));
    expect(slot, 'a slot the day after tomorrow from 11:00').toBeDefined();
    return slot as Slot;
  }

  private ask<Answer>(method: string, path: string, body?: object, token?: string): Promise<Answer> {
    return ask<Answer>(this.server, method, path, { ...(body && { body }), ...(token && { token }) });
  }
}
