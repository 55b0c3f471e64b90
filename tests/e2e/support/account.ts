// Signing in as a person does: the code is read from the message the server sent.
import { expect, type Locator, type Page } from '@playwright/test';
import { ask, keep } from './ask';
import { smallestPdf } from './pdf';
import type { Server } from './server';

export const password = 'copper-pipe-22';

export interface Name {
  firstName: string;
  lastName: string;
}

/** One that hardly fits. */
const longName: Name = { firstName: 'Samantha', lastName: 'Okafor-Featherstonehaugh' };

export class Account {
  constructor(
    private readonly page: Page,
    private readonly server: Server,
  ) {}

  get popup(): Locator {
    return this.page.getByRole('dialog', { name: 'Sign in' });
  }

  /** Who is signed in, at the top of every plain page. */
  who(email: string, page = this.page): Locator {
    return page.getByRole('link', { name: `My account: ${email}` });
  }

  /** The codes sent there so far, oldest first. */
  private async codesFor(to: string): Promise<string[]> {
    const letters = (await this.server.outbox()).filter((letter) => letter.to === to);
    return letters.flatMap(({ subject, text }) =>
      /code/i.test(subject) ? (text.match(/\b\d{6}\b/) ?? []) : [],
    );
  }

  /** Presses 'Send code', in the popup unless told otherwise, and returns the code that was sent. */
  async sendCode(to: string, where: Locator | Page = this.popup): Promise<string> {
    return this.codeAfter(to, () => where.getByRole('button', { name: 'Send code' }).click());
  }

  /** The code that is sent there because of `act`. */
  async codeAfter(to: string, act: () => Promise<unknown>): Promise<string> {
    const before = await this.codesFor(to);
    await act();
    await expect.poll(async () => (await this.codesFor(to)).length).toBe(before.length + 1);
    return (await this.codesFor(to)).at(-1) as string;
  }

  /** In the open popup: sends a code, reads it, and signs in with it. */
  async sendAndEnterCode(to: string): Promise<void> {
    const code = await this.sendCode(to);
    await this.popup.getByLabel('Code', { exact: true }).fill(code);
    await this.popup.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(this.popup).toHaveCount(0);
  }

  /** On /login, which opens on the code. */
  async fillLogin(email: string, secret = password): Promise<void> {
    await this.page.getByRole('tab', { name: 'Password' }).click();
    await this.fillCredentials(email, secret);
  }

  async fillCredentials(email: string, secret = password): Promise<void> {
    await this.page.getByLabel('Email', { exact: true }).fill(email);
    await this.page.getByRole('textbox', { name: 'Password' }).fill(secret);
  }

  /** What browser storage holds about the signed-in person and the guest. */
  stored(page = this.page): Promise<Record<string, string | null>> {
    return page.evaluate(() =>
      Object.fromEntries(
        ['auth_token', 'auth_role', 'user_email', 'guestId', 'guest_token'].map((key) => [
          key,
          localStorage.getItem(key),
        ]),
      ),
    );
  }

  /** Creates an account outside the browser and returns its token. */
  async create(email: string, profile?: Record<string, string>): Promise<string> {
    const body = { email, password };
    const { token } = await ask<{ token: string }>(this.server, 'POST', '/clients/password/register', {
      body,
    });
    if (profile) await ask(this.server, 'PUT', '/clients/me', { body: profile, token });
    return token;
  }

  /** Creates an account and signs this browser in, without the pages for it. */
  async enter(email: string, profile?: Record<string, string>): Promise<string> {
    const token = await this.create(email, profile);
    await keep(this.page, this.server, { auth_role: 'client', user_email: email, auth_token: token });
    return token;
  }

  /** The signed-in person's newest booking, as the server returns it to its owner. */
  async ownBooking(): Promise<{ id: string; share_token?: string }> {
    const { auth_token: token } = await this.stored();
    const list = await ask<{ items: { id: string }[] }>(this.server, 'GET', '/bookings', {
      token: token as string,
    });
    const [booking] = list.items;
    expect(booking, 'a booking of this person').toBeDefined();
    return booking as { id: string };
  }

  /** A pro who has taken every step and is activated, made outside the browser: an electrician of a company who waits for verification.
   *  Returns their token. */
  async createPro(email: string, name = longName): Promise<string> {
    const account = { email, password, accountType: 'company' };
    const { token } = await ask<{ token: string }>(this.server, 'POST', '/masters/register', {
      body: account,
    });
    const put = (path: string, body: object) => ask(this.server, 'PUT', `/masters/${path}`, { body, token });
    await put('profile/basics', {
      ...name,
      phone: '07700 900456',
      experienceYears: 12,
      tradingAddress: '3 Mill Lane, Wolverhampton WV1 1AA',
    });
    await put('profile/area', { radiusKm: 40, basePostcode: 'E2 8AA' });
    await put('profile/company', { name: 'Okafor & Daughters Heating and Plumbing Ltd', number: '01234567' });
    await put('skills', { skills: ['plumber', 'electrician', 'handyman', 'builder'] });
    const request = { email };
    const code = await this.codeAfter(email, () =>
      ask(this.server, 'POST', '/masters/login/otp-request', { body: request, token }),
    );
    await ask(this.server, 'POST', '/masters/login/otp-verify', { body: { email, code }, token });
    for (const kind of ['identity', 'electrical']) await this.uploadDocument(kind, token);
    await put('profile/activate', { isActive: true });
    return token;
  }

  private async uploadDocument(kind: string, token: string): Promise<void> {
    const form = new FormData();
    form.set('kind', kind);
    if (kind !== 'identity') form.set('expiresOn', '2099-03-03');
    form.set('file', new Blob([new Uint8Array(smallestPdf())], { type: 'application/pdf' }), 'paper.pdf');
    await ask(this.server, 'POST', '/masters/documents', { body: form, token });
  }
}
