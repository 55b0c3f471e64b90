// The steps of a booking as a person does them: by what is written on the screen.
import { expect, type Locator, type Page } from '@playwright/test';

export interface AddressWords {
  fullName?: string;
  phone?: string;
  email?: string;
  line1?: string;
  line2?: string;
  city?: string;
  postcode?: string;
  entryInfo?: string;
}

/** A phone of Ofcom's range for drama: nobody's. */
export const someone = {
  fullName: 'Priya Shah',
  phone: '07700 900123',
  line1: '14 Harbour Row',
  postcode: 'SW1A 1AA',
} satisfies AddressWords;

export class Journey {
  readonly description: Locator;
  readonly area: Locator;

  constructor(readonly page: Page) {
    this.description = page.getByLabel('Describe the problem');
    this.area = page.getByLabel('Postcode area');
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name });
  }

  /** Step 1, without asking for the price. */
  async describe(words: string, area: string): Promise<void> {
    if (!this.page.url().endsWith('/booking/create')) await this.page.goto('/booking/create');
    await this.description.fill(words);
    await this.area.fill(area);
    await expect(this.page.getByText('Area ok')).toBeVisible();
  }

  async estimate(): Promise<void> {
    await this.button('Get Instant Estimate').click();
    await expect(this.page.getByRole('dialog', { name: 'Your estimate' })).toBeVisible();
  }

  /** Step 1 as a whole. */
  async describeProblem(words = 'Leaking tap in the kitchen', area = 'SW1'): Promise<void> {
    await this.describe(words, area);
    await this.estimate();
    await this.page.getByRole('dialog').getByRole('button', { name: /^(Continue|Request quotes)$/ }).click();
    await expect(this.page).toHaveURL(/\/booking\/address/);
  }

  /** Step 2. */
  async fillAddress(words: AddressWords = {}): Promise<void> {
    const { fullName, phone, line1, postcode, email, line2, city, entryInfo } = { ...someone, ...words };
    const { page } = this;
    await page.getByLabel('Full name').fill(fullName);
    await page.getByLabel('UK mobile').fill(phone);
    if (email !== undefined) await page.getByLabel(/^Email/).fill(email);
    await page.getByLabel(/^Address line 1/).fill(line1);
    if (line2 !== undefined) await page.getByLabel(/^Address line 2/).fill(line2);
    if (city !== undefined) await page.getByLabel(/^(Town or city|City)/).fill(city);
    await page.getByLabel(/^Postcode/).fill(postcode);
    if (entryInfo !== undefined) await page.getByLabel(/^Entry/).fill(entryInfo);
    await this.button('Continue to Schedule').click();
    await expect(page).toHaveURL(/\/booking\/time/);
  }
}
