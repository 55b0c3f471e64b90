// Signing in as a person does: the code is read from the message the server sent.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Server } from './server';

export const password = 'copper-pipe-22';

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
  async codeAfter(to: string, act: () => Promise<void>): Promise<string> {
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
    const { token } = await this.ask<{ token: string }>('POST', '/clients/password/register', {
      email,
      password,
    });
    if (profile) await this.ask('PUT', '/clients/me', profile, token);
    return token;
  }

  /** The signed-in person's newest booking, as the server returns it to its owner. */
  async ownBooking(): Promise<{ id: string; share_token?: string }> {
    const { auth_token: token } = await this.stored();
    const list = await this.ask<{ items: { id: string }[] }>('GET', '/bookings', undefined, token as string);
    const [booking] = list.items;
    expect(booking, 'a booking of this person').toBeDefined();
    return booking as { id: string };
  }

  private async ask<Answer>(method: string, path: string, body: unknown, token?: string): Promise<Answer> {
    const answer = await fetch(`${this.server.url}/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect(answer.ok, `${path}: ${answer.status} ${text}`).toBe(true);
    return JSON.parse(text) as Answer;
  }
}
