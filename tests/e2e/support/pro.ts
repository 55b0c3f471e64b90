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
    await expect(this.page.getByText(`${count} of 6 done`)).toBeVisible();
  }

  async open(title: string): Promise<void> {
    await this.step(title).click();
    await expect(this.heading(title)).toBeVisible();
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: 'Save' }).click();
  }

  async fillBasics(): Promise<void> {
    const { page } = this;
    await page.getByLabel('First name').fill('Sam');
    await page.getByLabel('Last name').fill('Okafor');
    await page.getByLabel('UK mobile').fill('07700 900456');
    await page.getByLabel('Years of experience').fill('12');
    await page.getByLabel('Trading address').fill('3 Mill Lane\nLondon E2 8AA');
  }

  /** All six steps, as a plumber who also does odd jobs. */
  async takeSteps(): Promise<void> {
    const { page } = this;
    await this.open('About you');
    await this.fillBasics();
    await this.save();
    await this.expectDone(1);
    await this.open('Rates');
    await page.getByLabel('Call-out').fill('40');
    await page.getByLabel('Per hour').fill('52.50');
    await this.save();
    await this.expectDone(2);
    await this.open('Your area');
    await page.getByLabel('Postcode you start from').fill('E2 8AA');
    await this.save();
    await this.expectDone(3);
    await this.open('Skills');
    await page.getByRole('checkbox', { name: 'Plumber' }).check();
    await page.getByRole('checkbox', { name: 'Handyman' }).check();
    await this.save();
    await this.expectDone(4);
    await this.open('Documents');
    await this.upload('Identity document');
    await page.getByRole('link', { name: 'Done' }).click();
    await this.expectDone(5);
    await this.open('Prove your email');
    await this.proveEmail();
    await this.expectDone(6);
  }

  /** Uploads what the kind needs, and waits until the server has it. */
  async upload(title: string, file = passport): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.page.getByRole('button', { name: `Upload ${title}` }).click();
    await (await chooser).setFiles(file);
    await expect(this.document(title).getByText('Uploaded, waiting for verification')).toBeVisible();
  }

  /** On the step of the email. */
  async proveEmail(): Promise<void> {
    const code = await this.account.sendCode(sam, this.page);
    await this.page.getByLabel('Code', { exact: true }).fill(code);
    await this.page.getByRole('button', { name: 'Verify' }).click();
  }
}
