// Whatever happens to the browser around Pay, there is at most one booking.
import { cards, Journey } from './support/journey';
import { expect, test } from './support/test';

test('two clicks on Pay make one booking', async ({ page, journey, api }) => {
  let redemptions = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/payments/create')) redemptions += 1;
  });
  await journey.toPayment();
  await journey.fillCard(cards.good);
  await journey.acceptTerms();
  await journey.pay('£97.50').dblclick();
  await journey.expectConfirmation();
  await api.onlyBooking();
  expect(redemptions).toBe(1);
});

test('two tabs paying for the same draft make one booking', async ({ context, journey, api, watch }) => {
  // The slower tab is told that the booking has already been paid, or that its payment was replaced.
  watch.expectFailed('/api/payments/create', 409);
  watch.expectFailed('/api/quotes', 409);
  watch.expectFailed('/confirm', 409);
  watch.expectFailed('/confirm', 402);
  await journey.toPayment();
  const other = await context.newPage();
  await other.goto('/booking/payment');
  const tabs = [journey, new Journey(other)];
  for (const tab of tabs) {
    await tab.fillCard(cards.good);
    await tab.acceptTerms();
  }
  await Promise.all(tabs.map((tab) => tab.pay('£97.50').click()));
  await expect
    .poll(() => tabs.filter((tab) => tab.page.url().includes('/booking/confirmation')).length)
    .toBeGreaterThanOrEqual(1);
  await api.onlyBooking();
  // Still one booking when both tabs have finished.
  for (const tab of tabs) await expect(tab.button('Processing…')).toHaveCount(0);
  expect(await api.bookings()).toHaveLength(1);
});

test('closing the browser after paying keeps the booking', async ({ page, journey, api }) => {
  await journey.toPayment();
  const token = await api.guestToken();
  // The card is authorised, and the browser closes before it receives the response.
  const paid = new Promise<void>((done) => {
    void page.route('**/api/sandbox/payments/*/confirm', async (route) => {
      await route.fetch();
      done();
      await page.close();
    });
  });
  await journey.payByCard('£97.50');
  await paid;
  const booking = await api.onlyBooking(token);
  expect(booking.amount_pence).toBe(9750);
  await expect.poll(async () => (await api.onlyBooking(token)).status).toBe('pending');
});

test('closing the browser before paying leaves no booking', async ({ page, journey, api, watch }) => {
  watch.expectFailed('/confirm', 'unreachable');
  await journey.toPayment();
  const token = await api.guestToken();
  const stopped = new Promise<void>((done) => {
    void page.route('**/api/sandbox/payments/*/confirm', async (route) => {
      await route.abort();
      await page.close();
      done();
    });
  });
  await journey.payByCard('£97.50');
  await stopped;
  expect(await api.bookings(token)).toEqual([]);
});

test('a lost response does not lead to a second booking', async ({ page, journey, api, watch }) => {
  watch.expectFailed('/api/payments/create', 'unreachable');
  await journey.toPayment();
  let redemptions = 0;
  await page.route('**/api/payments/create', async (route) => {
    redemptions += 1;
    if (redemptions > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await journey.payByCard('£97.50');
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to prepare payment.' })).toBeVisible();
  await journey.backOnline();
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  await api.onlyBooking();
});
