// Asks the server directly, as this browser's guest, to check that what the screens say is true.
import { expect, type Page } from '@playwright/test';
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
    const answer = await fetch(`${this.server.url}/api/bookings`, {
      headers: { Authorization: `Bearer ${bearer}` },
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    return ((await answer.json()) as { items: BookingRow[] }).items;
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
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.server.url}/api/logout`, { method: 'POST', headers });
    expect(answer.status).toBe(204);
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
    const { token } = await this.post<{ token: string }>('/clients/ensure-guest', { phone });
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
    const { quoteId, signature } = await this.post<{ quoteId: string; signature: string }>(
      '/quotes',
      { ...job, tier: 'STANDARD', ...when },
      token,
    );
    const address = { ...who, postcode };
    const booking = { quoteId, signature, mode: 'CASH', address };
    return (await this.post<{ id: string }>('/bookings', booking, token)).id;
  }

  private async post<Answer>(path: string, body: unknown, token?: string): Promise<Answer> {
    const answer = await fetch(`${this.server.url}/api${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    expect(answer.ok, `${path}: ${answer.status} ${text}`).toBe(true);
    return JSON.parse(text) as Answer;
  }
}
