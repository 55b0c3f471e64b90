// The steps of a booking as a person takes them, finding everything by its text on the screen.
import { expect, type Locator, type Page } from '@playwright/test';
import { londonDay } from './london';

export interface AddressInput {
  fullName?: string;
  phone?: string;
  email?: string;
  line1?: string;
  line2?: string;
  city?: string;
  postcode?: string;
  entryInfo?: string;
}

/** The phone number is from the range Ofcom reserves for drama, so it belongs to nobody. */
export const someone = {
  fullName: 'Priya Shah',
  phone: '07700 900123',
  line1: '14 Harbour Row',
  postcode: 'SW1A 1AA',
} satisfies AddressInput;

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

  /** Waits for the heading as well, because the address changes while the previous step is still on the screen. */
  async expectStep(path: string, heading: string): Promise<void> {
    await expect(this.page).toHaveURL(new RegExp(path));
    await expect(this.heading(heading)).toBeVisible();
  }

  /** Step 1, without asking for the price. */
  async describe(description: string, area: string): Promise<void> {
    if (!this.page.url().endsWith('/booking/create')) await this.page.goto('/booking/create');
    await this.description.fill(description);
    await this.area.fill(area);
    await expect(this.page.getByText('Area ok')).toBeVisible();
  }

  async estimate(): Promise<void> {
    await this.button('Get Instant Estimate').click();
    await expect(this.page.getByRole('dialog', { name: 'Your estimate' })).toBeVisible();
  }

  /** All of step 1. */
  async describeProblem(description = 'Leaking tap in the kitchen', area = 'SW1'): Promise<void> {
    await this.describe(description, area);
    await this.estimate();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Continue|Request quotes)$/ })
      .click();
    await this.expectStep('/booking/address', 'Service address');
  }

  /** Step 2. */
  async fillAddress(input: AddressInput = {}): Promise<void> {
    const { fullName, phone, line1, postcode, email, line2, city, entryInfo } = { ...someone, ...input };
    const { page } = this;
    await page.getByLabel('Full name').fill(fullName);
    await page.getByLabel('UK mobile').fill(phone);
    if (email !== undefined) await page.getByLabel(/^Email/).fill(email);
    await page.getByLabel(/^Address line 1/).fill(line1);
    if (line2 !== undefined) await page.getByLabel(/^Address line 2/).fill(line2);
    if (city !== undefined) await page.getByLabel(/^City/).fill(city);
    await page.getByLabel(/^Postcode/).fill(postcode);
    if (entryInfo !== undefined) await page.getByLabel(/^Entry info/).fill(entryInfo);
    await this.button('Continue to Schedule').click();
    await this.expectStep('/booking/time', 'Schedule');
  }

  /** Step 3: a slot on a later day unless told otherwise. */
  async chooseTime({
    day = 2,
    window = '11:00–13:00',
  }: {
    day?: number;
    window?: string;
  } = {}): Promise<void> {
    await this.pickSlot(day, window);
    await this.button('Review & Pay').click();
    await this.expectStep(this.atDesk ? '/booking/payment' : '/booking/review', 'Review & Pay');
  }

  /** Picks a slot that many days ahead, and stays on the step. */
  async pickSlot(day: number, window: string): Promise<void> {
    await this.choose('Scheduled');
    await this.pickDay(day);
    await this.slot(window).check();
  }

  /** From the strip of 7 days on a phone, beyond it from 'More dates'; at a desk from the month. */
  private async pickDay(day: number): Promise<void> {
    const { page } = this;
    const strip = page.getByRole('radiogroup', { name: 'Day', exact: true });
    await expect(strip.or(page.getByRole('grid'))).toBeVisible();
    if (await strip.isVisible()) {
      const inStrip = strip.getByRole('radio', { name: londonDay(day) });
      if (await inStrip.count()) return inStrip.check();
      await this.button('More dates').click();
    }
    const cell = page.getByRole('grid').getByRole('button', { name: londonDay(day) });
    await expect(page.getByRole('grid')).toBeVisible();
    if ((await cell.count()) === 0) await this.button('Next month').click();
    await cell.click();
  }

  /** A slot of the day shown, by its window, such as '11:00–13:00'. */
  slot(window: string): Locator {
    return this.page.getByRole('radio', { name: window });
  }

  /** Chooses one of a few options side by side. The text is clicked because it covers the radio button. */
  async choose(name: string): Promise<void> {
    await this.page.getByText(name, { exact: true }).click();
    await expect(this.page.getByRole('radio', { name, exact: true })).toBeChecked();
  }

  /** Wide enough for the choice of step 4 to stand beside the card. */
  get atDesk(): boolean {
    return (this.page.viewportSize()?.width ?? 0) >= 1024;
  }

  /** Step 4, 'Yes': continues to the payment. */
  async agree(): Promise<void> {
    await this.page.getByRole('radio', { name: 'Yes, proceed (card payment now)' }).check();
    if (!this.atDesk) await this.button('Pay & Book').click();
    await this.expectStep('/booking/payment', 'Review & Pay');
  }

  /** Steps 1 to 4 with typical input, up to the payment. */
  async toPayment(input: AddressInput = {}): Promise<void> {
    await this.describeProblem();
    await this.fillAddress(input);
    await this.chooseTime();
    await this.agree();
  }

  /** The coupon's field, opened. */
  async coupon(): Promise<Locator> {
    await this.button('Add a coupon').click();
    return this.page.getByLabel(/^Coupon/);
  }

  async fillCard(number: string): Promise<void> {
    const { page } = this;
    await page.getByLabel('Card number').fill(number);
    await page.getByLabel('Expiry').fill('12 / 34');
    await page.getByLabel('CVC').fill('123');
  }

  async acceptTerms(): Promise<void> {
    await this.page.getByRole('checkbox', { name: 'I agree to the Terms and Cancellation Policy' }).check();
  }

  /** The Pay button with the exact amount. */
  pay(amount: string): Locator {
    return this.page.getByRole('button', { name: `Pay ${amount}`, exact: true });
  }

  async payByCard(amount: string, number: string = cards.good): Promise<void> {
    await this.fillCard(number);
    await this.acceptTerms();
    await this.pay(amount).click();
  }

  /** A guest books a leaking tap for £97.50, pays by card and opens the live page. */
  async bookByCard(card: string = cards.good): Promise<void> {
    await this.toPayment();
    await this.payByCard('£97.50', card);
    await this.expectConfirmation();
    await this.page.getByRole('link', { name: 'Open live status' }).click();
    await expect(this.heading('Live booking')).toBeVisible();
  }

  async payByCash(): Promise<void> {
    await this.choose('Cash');
    await this.page.getByRole('checkbox', { name: /in cash/ }).check();
    await this.button('Confirm booking (cash)').click();
    await this.expectConfirmation();
  }

  async expectConfirmation(): Promise<void> {
    await expect(this.page).toHaveURL(/\/booking\/confirmation/);
    await expect(this.page.getByRole('link', { name: 'Make Another Booking' })).toBeVisible();
  }

  /** Fires the 'online' event, as a phone does, and waits until the page has reached the server. */
  async backOnline(): Promise<void> {
    await this.page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(this.page.getByText("We can't reach Callout")).toHaveCount(0);
  }
}

/** The sandbox's test cards. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0025 0000 3155',
  refusesCapture: '4000 0000 0000 0341',
} as const;
