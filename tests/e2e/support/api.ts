// Asks the server directly, as this browser's guest, to check that what the screens say is true.
import { expect, type Page } from '@playwright/test';
import { ask } from './ask';
import type { Server } from './server';

export interface BookingRow {
  id: string;
  status: string;
  amount_pence?: number;
  payment_method?: string;
  quote_mode?: string;
  proposed_price?: number;
}

export class Api {
  constructor(
    private readonly page: Page,
    private readonly server: Server,
  ) {}

  /** The guest token that ensure-guest gave this browser. */
  async guestToken(): Promise<string> {
    const token = await this.page.evaluate(() => localStorage.getItem('guest_token'));
    expect(token, 'this browser has a guest').toBeTruthy();
    return token as string;
  }

  /** The person's bookings as the list shows them: a booking appears once it is paid, requested or agreed in cash. */
  async bookings(token?: string): Promise<BookingRow[]> {
    const bearer = token ?? (await this.guestToken());
    const list = await ask<{ items: BookingRow[] }>(this.server, 'GET', '/bookings', { token: bearer });
    return list.items;
  }

  /** This browser's only booking, as soon as the list shows it. */
  async onlyBooking(token?: string): Promise<BookingRow> {
    const bearer = token ?? (await this.guestToken());
    await expect.poll(async () => (await this.bookings(bearer)).length).toBe(1);
    const [booking] = await this.bookings(bearer);
    return booking as BookingRow;
  }

  async expectNoBooking(): Promise<void> {
    expect(await this.bookings()).toEqual([]);
  }

  /** The response status for this token. */
  async statusOf(path: string, token: string): Promise<number> {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${this.server.url}/api${path}`, { headers })).status;
  }

  /** Logs out as another device of the same person would. */
  async logOut(token: string): Promise<void> {
    await ask(this.server, 'POST', '/logout', { token });
  }

  /** A field of the draft in this browser. */
  async draftField(name: string): Promise<string> {
    const value = await this.page.evaluate(
      (field) => JSON.parse(localStorage.getItem('callout.draft') ?? '{}').draft?.[field],
      name,
    );
    expect(value, `the draft's ${name}`).toBeTruthy();
    return value as string;
  }

  /** Books the same slot with cash as another person. */
  async bookAsSomebodyElse(slotId: string, number: number): Promise<void> {
    const phone = `07700 9001${String(number).padStart(2, '0')}`;
    const body = { phone };
    const { token } = await ask<{ token: string }>(this.server, 'POST', '/clients/ensure-guest', { body });
    const who = { fullName: `Person ${number}`, phone, line1: `${number} Mill Lane` };
    await this.bookInCash(token, who, { amountPence: 9750, urgency: 'SCHEDULED', timeslotId: slotId });
  }

  /** An emergency call-out, in cash, for whoever has this token. */
  async bookEmergency(token: string): Promise<string> {
    const who = { fullName: 'Ada Brown', phone: '07700 900123', line1: '14 Harbour Row' };
    return this.bookInCash(token, who, { amountPence: 13_750, urgency: 'EMERGENCY' });
  }

  private async bookInCash(
    token: string,
    who: { fullName: string; phone: string; line1: string },
    when: { amountPence: number; urgency: string; timeslotId?: string },
  ): Promise<string> {
    const postcode = 'SW1A 1AA';
    const job = { description: 'Leaking tap', problemType: 'leak', postcode, currency: 'GBP' };
    const wish = { ...job, tier: 'STANDARD', ...when };
    const quote = await ask<{ quoteId: string; signature: string }>(this.server, 'POST', '/quotes', {
      body: wish,
      token,
    });
    const address = { ...who, postcode };
    const body = { quoteId: quote.quoteId, signature: quote.signature, mode: 'CASH', address };
    return (await ask<{ id: string }>(this.server, 'POST', '/bookings', { body, token })).id;
  }
}
