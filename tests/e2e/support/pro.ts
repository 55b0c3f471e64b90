// Onboarding as a pro takes it, finding everything by its text on the screen.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './account';
import { smallestPdf } from './pdf';

export const sam = 'sam@example.com';

export const passport = {
  name: 'passport.pdf',
  mimeType: 'application/pdf',
  buffer: smallestPdf(),
};

export class Pro {
  constructor(
    private readonly page: Page,
    private readonly account: Account,
  ) {}

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** A row of the checklist. */
  step(title: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(`^${title} \\(`) });
  }

  get available(): Locator {
    return this.page.getByRole('switch', { name: 'Available for jobs' });
  }

  /** The card of a kind of document. */
  document(title: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('heading', { level: 2, name: title }) });
  }

  async register(): Promise<void> {
    await this.page.goto('/master/register');
    await this.account.fillCredentials(sam);
    await this.page.getByRole('button', { name: 'Create account' }).click();
    await expect(this.page).toHaveURL(/\/master\/onboarding$/);
    await this.expectDone(0);
  }

  async expectDone(count: number): Promise<void> {
    await expect(this.heading('Complete your profile')).toBeVisible();
    await expect(this.page.getByText(`${count} of 5 done`)).toBeVisible();
  }

  async open(title: string): Promise<void> {
    await this.step(title).click();
    await expect(this.heading(title)).toBeVisible();
  }

  /** Uploads what the kind needs, and waits until the server has it. */
  async upload(title: string, file = passport): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: `Upload ${title}` }).click();
    await (await chooser).setFiles(file);
    await expect(this.document(title).getByText('Uploaded, waiting for verification')).toBeVisible();
  }
}
