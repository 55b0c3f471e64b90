// The price shown is the price charged: it cannot be tampered with, and a changed price must be accepted first.
import { expect, test } from './support/test';

test('a price that is a penny off is rejected, and the right one is shown and accepted', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 409);
  let tampered = false;
  await page.route('**/api/quotes', (route) => {
    if (tampered) return route.continue();
    tampered = true;
    const body = route.request().postDataJSON() as { amountPence: number };
    return route.continue({ postData: JSON.stringify({ ...body, amountPence: body.amountPence + 1 }) });
  });
  await journey.toPayment();
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(dialog).toContainText('£97.50');
  expect(tampered).toBe(true);
  await dialog.getByRole('button', { name: /Accept/ }).click();
  await expect(dialog).toHaveCount(0);
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 9750 });
});

test('a discount written into the draft in the browser is not honoured', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 409);
  await journey.describeProblem();
  await journey.fillAddress();
  await journey.chooseTime();
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('callout.draft') ?? '{}');
    kept.draft.selectedSlotPriceDelta = -90;
    localStorage.setItem('callout.draft', JSON.stringify(kept));
  });
  await page.goto('/booking/payment');
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(dialog).toContainText('£7.50');
  await expect(dialog).toContainText('£97.50');
  // Declining the new price books nothing.
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/booking\/review/);
  await api.expectNoBooking();
});

test('a quote with one character of its signature changed books nothing', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/api/payments/create', 422);
  await journey.toPayment();
  let tampering = true;
  await page.route('**/api/payments/create', (route) => {
    if (!tampering) return route.continue();
    const body = route.request().postDataJSON() as { signature: string };
    const middle = Math.floor(body.signature.length / 2);
    const other = body.signature[middle] === 'A' ? 'B' : 'A';
    const signature = body.signature.slice(0, middle) + other + body.signature.slice(middle + 1);
    return route.continue({ postData: JSON.stringify({ ...body, signature }) });
  });
  await journey.payByCard('£97.50');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/\/booking\/payment/);
  await api.expectNoBooking();

  tampering = false;
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  await api.onlyBooking();
});

test('a quote is renewed before it expires, and Pay waits for the new one', async ({
  page,
  journey,
  api,
}) => {
  let quotes = 0;
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route('**/api/quotes', async (route) => {
    quotes += 1;
    const answer = await route.fetch();
    const quote = (await answer.json()) as { expiresAtEpochSec: number };
    // The real quote is valid for 15 minutes, too long for a test to wait.
    expect(quote.expiresAtEpochSec * 1000 - Date.now()).toBeGreaterThan(14 * 60_000);
    if (quotes === 1) quote.expiresAtEpochSec = Math.floor(Date.now() / 1000) + 12;
    else await released;
    await route.fulfill({ response: answer, json: quote });
  });
  await journey.toPayment();
  await journey.fillCard('4242 4242 4242 4242');
  await journey.acceptTerms();
  await expect.poll(() => quotes).toBe(2);
  await expect(journey.button('Checking the price…')).toBeVisible();
  await expect(journey.pay('£97.50')).toHaveCount(0);
  release();
  // The card details are still there.
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  await api.onlyBooking();
  expect(quotes).toBe(2);
});

test('a quote that has expired on the server is requested again', async ({ page, journey, api, watch }) => {
  watch.expectFailed('/api/payments/create', 410);
  await journey.toPayment();
  let refused = false;
  await page.route('**/api/payments/create', (route) => {
    if (refused) return route.continue();
    refused = true;
    return route.fulfill({
      status: 410,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        title: 'Gone',
        status: 410,
        code: 'quote_expired',
        detail: 'This price has run out.',
      },
    });
  });
  const renewed = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/quotes') && answer.status() === 201,
  );
  await journey.payByCard('£97.50');
  await renewed;
  await expect(page.getByRole('alert')).toContainText(/renewed/);
  await api.expectNoBooking();
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  await api.onlyBooking();
});

test('a full postcode in another region is priced again, with a notice', async ({ page, journey, api }) => {
  await journey.describeProblem('Leaking tap in the kitchen', 'SW1');
  await page.getByLabel(/^Postcode/).fill('M1 1AE');
  await expect(page.getByText(/the price changes with the region/)).toContainText('£80–£95');
  await journey.fillAddress({ postcode: 'M1 1AE' });
  await journey.chooseTime();
  await expect(page.getByText('£87.50').first()).toBeVisible();
  await journey.agree();
  await journey.payByCard('£87.50');
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 8750 });
});

test('a slot that fills up meanwhile leads back to the time step, with a message', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 409);
  watch.expectFailed('/api/payments/create', 409);
  await journey.toPayment();
  // A slot has five places per area, and five other people take them all.
  const slotId = await api.draftField('timeSlotId');
  for (let n = 1; n <= 5; n += 1) await api.bookAsSomebodyElse(slotId, n);
  await journey.payByCard('£97.50');
  await expect(page).toHaveURL(/\/booking\/time/);
  await expect(page.getByText(/That time has just gone/).first()).toBeVisible();
  await api.expectNoBooking();
  await journey.chooseTime({ window: '09:00–11:00' });
  await journey.agree();
  await journey.payByCard('£92.50');
  await journey.expectConfirmation();
});
