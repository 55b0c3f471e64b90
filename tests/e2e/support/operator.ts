// An operator in the console: signs in with password and second factor, and goes from page to page.
import { createHmac } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import type { Server } from './server';

/** What `callout admin create` is given, and what the operator then chooses. */
const FIRST_PASSWORD = 'first words of many';
const OWN_PASSWORD = 'own words, and longer';

/** Seconds that one code of the second factor is shown for. */
const STEP = 30;

export type Role = 'admin' | 'super_admin';

export class Operator {
  /** The 30-second step of the last code, since none is good twice. */
  private lastStep = 0;

  private constructor(
    readonly page: Page,
    readonly email: string,
    private readonly secret: string,
  ) {}

  /** Makes an operator in a shell and signs in for the first time, by the pages. */
  static async signIn(page: Page, server: Server, email: string, role: Role): Promise<Operator> {
    await server.adminTyping(FIRST_PASSWORD, 'create', '--email', email, '--role', role);
    await page.goto('/admin');
    await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible();
    await givePassword(page, email, FIRST_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Second factor' })).toBeVisible();
    const key = await page.locator('.key').textContent();
    const operator = new Operator(page, email, (key ?? '').replace('Key: ', '').trim());
    await page.getByLabel('Your own password').fill(OWN_PASSWORD);
    await operator.prove();
    await operator.press('Set it up');
    await expect(page.getByText('Your second factor is set up.')).toBeVisible();
    return operator;
  }

  /** Types the code that the app would show now. */
  async prove(): Promise<void> {
    await this.page
      .getByLabel('Code of your second factor')
      .locator('visible=true')
      .fill(await this.code());
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).locator('visible=true').click();
  }

  /** Opens a form that stands behind its name. */
  async open(name: string): Promise<void> {
    await this.page.locator('summary', { hasText: name }).click();
  }

  async goTo(place: string): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Console' })
      .getByRole('link', { name: place, exact: true })
      .click();
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async expectNotice(words: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').filter({ hasText: words })).toBeVisible();
  }

  /** A code that was not used yet: of the step after the last one, which the server also takes, if need be. */
  private async code(): Promise<string> {
    const present = () => Math.floor(Date.now() / 1000 / STEP);
    while (this.lastStep > present()) await new Promise((next) => setTimeout(next, 500));
    this.lastStep = Math.max(present(), this.lastStep + 1);
    return totp(this.secret, this.lastStep);
  }
}

export async function givePassword(page: Page, email: string, password = OWN_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The six digits of RFC 6238 for a secret in base 32. */
function totp(secret: string, step: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
