// Paying by card, with the sandbox's test cards.
import type { Locator } from '@playwright/test';
import { cards } from './support/journey';
import { expect, test } from './support/test';

test('from a leaking tap to a live booking', async ({ page, journey, api }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await journey.describeProblem('Leaking tap in the kitchen', 'SW1');

  await expect(page.getByText('step 2 of 5')).toBeVisible();
  await expect(page.getByText('Pre-filled from previous step — please confirm full postcode.')).toBeVisible();
  await journey.fillAddress({ email: ' Priya@Example.com ', line2: 'Flat 2', city: 'London' });

  await expect(page.getByText('step 3 of 5')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Review & Pay' })).toBeDisabled();
  await journey.pickSlot(2, '09:00–11:00');
  await expect(page.getByText('Your price')).toBeVisible();
  await expect(page.getByText('£92.50').first()).toBeVisible();
  await expect(page.getByText('Final price shown again on next step.')).toBeVisible();
  await page.getByRole('button', { name: 'Review & Pay' }).click();

  await expect(page.getByText('step 4 of 5')).toBeVisible();
  await expect(page.getByText('£92.50').first()).toBeVisible();
  await journey.agree();

  // The breakdown adds up and can be closed.
  for (const text of ['£97.50', '−£5.00', '(incl. VAT & callout)', '14 Harbour Row', 'SW1A 1AA'])
    await expect(page.getByText(text).first()).toBeVisible();
  await page.getByRole('button', { name: 'Hide price breakdown' }).click();
  await expect(page.getByText('£97.50')).toHaveCount(0);

  // Pay requires agreement to the terms, and says so.
  await journey.fillCard(cards.good);
  await expect(journey.pay('£92.50')).toBeDisabled();
  await journey.pay('£92.50').click({ force: true });
  await expect(page.getByText('Please accept the terms to continue.').first()).toBeVisible();
  await api.expectNoBooking();
  await journey.acceptTerms();
  await journey.pay('£92.50').click();

  await journey.expectConfirmation();
  await expect(page.getByRole('heading', { name: 'Finding nearby plumber' })).toBeVisible();
  const summary = page.getByRole('main');
  for (const text of ['Leak / tap issue', '14 Harbour Row', '£92.50'])
    await expect(summary).toContainText(text);
  const booking = await api.onlyBooking();
  await expect(summary).toContainText(booking.id);
  expect(booking).toMatchObject({ amount_pence: 9250, payment_method: 'card', quote_mode: 'PAID' });

  await page.getByRole('link', { name: 'Open live status' }).click();
  await expect(page).toHaveURL(new RegExp(`/booking/${booking.id}`));
  await expect(page.getByText('Searching…')).toBeVisible();
  await expect(page.getByText("Thanks! We're matching you now")).toBeVisible();
  for (const text of ['Leak / tap issue', '14 Harbour Row', '£92.50', 'Priya Shah', 'Booked', 'Matching'])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect.poll(async () => (await api.onlyBooking()).status).toBe('pending');

  // The booking is complete, so the next one starts empty.
  await page.goto('/booking/create');
  await expect(journey.description).toHaveValue('');
});

test('a declined card books nothing, and another card pays for the same booking', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/confirm', 402);
  await journey.toPayment();
  await journey.payByCard('£97.50', cards.declined);
  await expectRightAbove(
    page
      .getByRole('alert')
      .filter({ hasText: 'Your card was declined. Try another card. Nothing has been charged.' }),
    journey.pay('£97.50'),
  );
  await expect(page).toHaveURL(/\/booking\/payment/);
  await api.expectNoBooking();

  await page.getByLabel('Card number').fill(cards.good);
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 9750, payment_method: 'card' });
});

test('a card with a bank check is booked only if the bank approves', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/authenticate', 402);
  await journey.toPayment();
  await journey.payByCard('£97.50', cards.asksBank);
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await expect(bank).toContainText('£97.50');
  await bank.getByRole('button', { name: 'Decline' }).click();
  await expectRightAbove(
    page.getByRole('alert').filter({ hasText: /unable to authenticate your payment method/ }),
    journey.pay('£97.50'),
  );
  await api.expectNoBooking();

  await journey.pay('£97.50').click();
  await bank.getByRole('button', { name: 'Approve' }).click();
  await journey.expectConfirmation();
  await api.onlyBooking();
});

test('card errors are shown before anything is booked', async ({ page, journey, api }) => {
  await journey.toPayment();
  await journey.acceptTerms();
  await page.getByLabel('Card number').fill('4242 4242 4242 4241');
  await page.getByLabel('Expiry').fill('01 / 20');
  await page.getByLabel('CVC').fill('1');
  await journey.pay('£97.50').click();
  await expect(page.getByText('This card has expired.').first()).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('CVC')).toHaveAttribute('aria-invalid', 'true');
  await api.expectNoBooking();
});

/** An error that ends a payment is read without scrolling, next to the button that was pressed. */
async function expectRightAbove(alert: Locator, button: Locator): Promise<void> {
  await expect(alert).toBeVisible();
  await expect(alert).toBeInViewport({ ratio: 1 });
  const [error, pressed] = await Promise.all([alert.boundingBox(), button.boundingBox()]);
  if (!error || !pressed) throw new Error('neither may be hidden');
  const gap = pressed.y - (error.y + error.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(60);
}
