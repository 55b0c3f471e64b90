// A client's whole way by card: every step is taken by hand, and reloaded or left and entered again on the way.
import type { Locator, Route } from '@playwright/test';
import { cards, someone } from './support/journey';
import { photo } from './support/photo';
import { expect, test } from './support/test';

const priya = 'priya@example.com';

test('from a leaking tap to a live booking, which the client signs in to keep @smoke', async ({
  page,
  journey,
  api,
  account,
  watch,
}) => {
  test.slow();
  watch.expectFailed('/confirm', 402);
  watch.expectFailed('/authenticate', 402);
  await page.goto('/');
  await expect(page.getByText('£90–£105')).toBeVisible();
  await page.getByRole('link', { name: 'Request a Plumber' }).click();

  await expect(page.getByText('step 1 of 5')).toBeVisible();
  await journey.describe('Leaking tap in the kitchen', 'SW1');
  const picker = page.getByLabel('Photo', { exact: true }).and(page.locator('input'));
  const paper = { name: 'tap.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') };
  await picker.setInputFiles(paper);
  await expect(page.getByRole('alert')).toHaveText('Choose a JPEG, PNG or WebP photo.');
  await picker.setInputFiles(photo);
  await expect(page.getByText('Photo added')).toBeVisible();
  await journey.button('Remove photo').click();
  await expect(page.getByText('Photo added')).toHaveCount(0);
  await picker.setInputFiles(photo);
  await expect(page.getByText('Photo added')).toBeVisible();
  await page.reload();
  await expect(journey.description).toHaveValue('Leaking tap in the kitchen');
  await expect(journey.area).toHaveValue('SW1');
  await expect(page.getByRole('img', { name: 'What you chose' })).toBeVisible();
  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  for (const text of ['Leak / tap issue', '£90–£105', 'London +12%', 'High'])
    await expect(popup).toContainText(text);
  // Back closes the popup and stays on the step.
  await page.goBack();
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL(/\/booking\/create$/);
  await journey.button('Continue').click();

  await journey.expectStep('/booking/address', 'Service address');
  await expect(page.getByText('step 2 of 5')).toBeVisible();
  await expect(page.getByText('Pre-filled from previous step — please confirm full postcode.')).toBeVisible();
  await page.getByLabel('Full name').fill(someone.fullName);
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue(someone.fullName);
  await journey.fillAddress({
    email: ' Priya@Example.com ',
    line2: 'Flat 2',
    city: 'London',
    entryInfo: 'Blue door',
  });
  await page.goBack();
  await expect(page.getByLabel(/^Entry info/)).toHaveValue('Blue door');
  await expect(page.getByLabel(/^Postcode/)).toHaveValue(someone.postcode);
  await page.goForward();

  await expect(page.getByText('step 3 of 5')).toBeVisible();
  await expect(journey.button('Review & Pay')).toBeDisabled();
  await journey.pickSlot(2, '09:00–11:00');
  await page.reload();
  await expect(journey.slot('09:00–11:00')).toBeChecked();
  await expect(page.getByText('£92.50').first()).toBeVisible();
  await expect(page.getByText('Final price shown again on next step.')).toBeVisible();
  await journey.button('Review & Pay').click();

  await expect(page.getByText('step 4 of 5')).toBeVisible();
  await page.reload();
  await expect(page.getByText('£92.50').first()).toBeVisible();
  await journey.agree();

  // The breakdown adds up and can be closed.
  for (const text of ['£97.50', '−£5.00', '(incl. VAT & callout)', someone.line1, someone.postcode])
    await expect(page.getByText(text).first()).toBeVisible();
  await journey.button('Hide price breakdown').click();
  await expect(page.getByText('£97.50')).toHaveCount(0);
  await (await journey.coupon()).fill(' welcome10 ');
  await journey.button('Apply').click();
  await expect(journey.pay('£82.50')).toBeVisible();

  // The card form arrives late, and nothing below it moves.
  const form: Route[] = [];
  await page.route(/SandboxCard/, (route) => void form.push(route));
  await page.reload();
  await expect.poll(() => form.length).toBe(1);
  const remove = journey.button('Remove coupon WELCOME10');
  const before = await topOf(remove);
  await form[0]?.continue();
  await page.unroute(/SandboxCard/);
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(Math.abs((await topOf(remove)) - before)).toBeLessThan(5);

  await journey.fillCard(cards.declined);
  await journey.pay('£82.50').click({ force: true });
  await expect(page.getByText('Please accept the terms to continue.').first()).toBeVisible();
  await journey.acceptTerms();
  await journey.pay('£82.50').click();
  await expectRightAbove(
    page
      .getByRole('alert')
      .filter({ hasText: 'Your card was declined. Try another card. Nothing has been charged.' }),
    journey.pay('£82.50'),
  );
  await page.getByLabel('Card number').fill(cards.asksBank);
  await journey.pay('£82.50').click();
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await expect(bank).toContainText('£82.50');
  await bank.getByRole('button', { name: 'Decline' }).click();
  await expectRightAbove(
    page.getByRole('alert').filter({ hasText: /unable to authenticate your payment method/ }),
    journey.pay('£82.50'),
  );
  await api.expectNoBooking();
  await journey.pay('£82.50').click();
  await bank.getByRole('button', { name: 'Approve' }).click();

  await journey.expectConfirmation();
  await expect(page.getByRole('heading', { name: 'Finding nearby plumber' })).toBeVisible();
  const booking = await api.onlyBooking();
  expect(booking).toMatchObject({ amount_pence: 8250, payment_method: 'card', quote_mode: 'PAID' });
  await page.reload();
  for (const text of ['Leak / tap issue', someone.line1, '£82.50', booking.id])
    await expect(page.getByRole('main')).toContainText(text);

  const guest = await api.guestToken();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(account.popup.getByLabel('Email or UK mobile')).toHaveValue(priya);
  await account.sendAndEnterCode(priya);
  await expect(page).toHaveURL(new RegExp(`/booking/${booking.id}$`));
  await expect(journey.heading('Booking live')).toBeVisible();
  const stored = await account.stored();
  expect(stored).toMatchObject({ auth_role: 'client', user_email: priya, guestId: null, guest_token: null });
  expect((await api.bookings(stored.auth_token as string)).map(({ id }) => id)).toEqual([booking.id]);
  expect(await api.statusOf('/bookings', guest), 'the guest no longer exists').toBe(401);
  await page.reload();
  await expect(page.getByText('Searching…')).toBeVisible();
  for (const text of [
    "Thanks! We're matching you now",
    'Leak / tap issue',
    someone.line1,
    '£82.50',
    someone.fullName,
    'Booked',
    'Matching',
  ])
    await expect(page.getByText(text).first()).toBeVisible();

  // The booking is complete, so the next one starts empty.
  await page.goto('/booking/create');
  await expect(journey.description).toHaveValue('');
});

/** Pixels from the top of the page. */
async function topOf(element: Locator): Promise<number> {
  return element.evaluate((node) => node.getBoundingClientRect().top + scrollY);
}

/** An error that ends a payment is read without scrolling, next to the button that was pressed. */
async function expectRightAbove(alert: Locator, button: Locator): Promise<void> {
  await expect(alert).toBeInViewport({ ratio: 1 });
  const [error, pressed] = await Promise.all([alert.boundingBox(), button.boundingBox()]);
  if (!error || !pressed) throw new Error('neither may be hidden');
  const gap = pressed.y - (error.y + error.height);
  expect(gap).toBeGreaterThanOrEqual(0);
  expect(gap).toBeLessThan(60);
}
