// A pro at work: offers, jobs and what is done about them, found by the text on the screen.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Name } from './account';
import { ask } from './ask';
import { patience } from './patience';
import type { photo } from './photo';
import type { Server } from './server';

export const pat = { email: 'pat@example.com', name: { firstName: 'Pat', lastName: 'Novak' } };
export const kim = { email: 'kim@example.com', name: { firstName: 'Kim', lastName: 'Adeyemi' } };

export type OpenProArea = (email: string, name?: Name) => Promise<ProArea>;

/** What the menu calls these at a desk and on a phone. */
const inMenu: Partial<Record<string, RegExp>> = { Home: /^(Home|Dashboard)$/, Jobs: /^(Jobs|Bookings)$/ };

export class ProArea {
  constructor(
    readonly page: Page,
    readonly email: string,
    readonly token: string,
    private readonly server: Server,
  ) {}

  /** Verified by an operator; from then on jobs can reach the pro. */
  async verify(): Promise<void> {
    await this.server.admin('verify-pro', '--email', this.email);
    // The operator's command is a process of its own: by itself the server would hear of it within two seconds.
    const available = { body: { isActive: true }, token: this.token };
    await ask(this.server, 'PUT', '/masters/profile/activate', available);
    await this.page.reload();
    await this.expectConnected();
  }

  async expectConnected(): Promise<void> {
    await expect(this.page.getByText('Connected for new jobs', { exact: true })).toBeVisible();
  }

  get available(): Locator {
    return this.page.getByRole('switch', { name: 'Available for jobs' });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  /** A live offer, wherever it is shown. */
  offer(title = 'Leak / tap issue'): Locator {
    return this.page.getByRole('article', { name: title });
  }

  /** What an offer says it pays, such as '£82.87'. */
  async figure(name: 'You get' | 'Price' | 'Fee', offer = this.offer()): Promise<string> {
    const figure = offer.getByText(name, { exact: true }).locator('xpath=following-sibling::dd[1]');
    return (await figure.textContent()) ?? '';
  }

  async accept(offer = this.offer()): Promise<void> {
    await offer.getByRole('button', { name: 'Accept' }).click();
    await expect(this.page.getByText('Assigned', { exact: true }).first()).toBeVisible();
    await expect(offer).toHaveCount(0);
  }

  async goTo(tab: 'Home' | 'Stream' | 'Jobs' | 'Payouts' | 'Profile'): Promise<void> {
    await this.page
      .getByRole('navigation', { name: 'Your account' })
      .getByRole('link', { name: inMenu[tab] ?? tab, exact: true })
      .click();
    await expect(this.heading(tab)).toBeVisible();
  }

  /** Opens a job by its address. */
  async openJobAt(id: string, title = 'Leak / tap issue'): Promise<void> {
    await this.page.goto(`/master/booking/${id}`);
    await expect(this.heading(title)).toBeVisible();
  }

  /** Opens the only job of the list. */
  async openJob(title = 'Leak / tap issue'): Promise<void> {
    await this.page.getByRole('link', { name: `Open ${title}` }).click();
    await expect(this.heading(title)).toBeVisible();
  }

  /** Sets off to a job of another day. */
  async setOff(): Promise<void> {
    await this.button('On my way').click();
    await this.button('Start now').click();
    await expect(this.button('Start work')).toBeVisible({ timeout: 12_000 * patience });
  }

  /** Begins the work by the code that the client's page shows. */
  async begin(client: Page): Promise<void> {
    await this.button('Start work').click();
    await this.page.getByRole('textbox', { name: 'Start code' }).fill(await startCodeOn(client));
    await this.button('Check and begin').click();
    await expect(this.button('Mark as done')).toBeVisible();
  }

  /** Ends the work with a photo of it, or without one. */
  async finish(withPhoto?: typeof photo): Promise<void> {
    await this.button('Mark as done').click();
    if (withPhoto) {
      await this.page.getByLabel('File: photo').setInputFiles(withPhoto);
      await expect(this.page.getByText('Photo 1', { exact: true })).toBeVisible();
    } else {
      await this.page.getByLabel("I can't take a photo").check();
      await this.page.getByRole('textbox', { name: 'Why not?' }).fill('The pipe is behind the wall.');
    }
    await this.button('Finish the job').click();
    await expect(this.button('Mark as done')).toHaveCount(0);
  }

  /** Fills in the page of the tax details, and goes back to the payouts. */
  async fillTaxDetails(): Promise<void> {
    await this.page.getByLabel('Address').fill('1 High Street\nLondon');
    await this.page.getByLabel('Date of birth').fill('1985-04-23');
    await this.page.getByLabel('National Insurance number').fill('AB 12 34 56 C');
    await this.button('Save').click();
    await expect(this.heading('Payouts')).toBeVisible();
  }

  async withdraw(reason: string): Promise<void> {
    await this.button('Withdraw').click();
    const dialog = this.page.getByRole('dialog', { name: 'Withdraw from this job?' });
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await expect(this.heading('Jobs')).toBeVisible();
  }
}

/** The code that the client's page shows, as it is read out. */
export async function startCodeOn(client: Page): Promise<string> {
  const digits = client.getByRole('region', { name: 'Start code' }).getByText(/^\d \d \d \d$/);
  return ((await digits.textContent()) ?? '').replaceAll(' ', '');
}
