// Whatever happens around Pay, there is at most one booking.
import { cards } from './support/journey';
import { expect, test } from './support/test';

test('two tabs paying for the same draft make one booking', async ({
  context,
  journey,
  journeyOn,
  scene,
  api,
  watch,
}) => {
  // The slower tab is told that the booking has already been paid, or that its payment was replaced.
  watch.expectFailed('/api/payments/create', 409);
  watch.expectFailed('/api/quotes', 409);
  watch.expectFailed('/confirm', 409);
  watch.expectFailed('/confirm', 402);
  await scene.openPayment();
  const other = await context.newPage();
  await other.goto('/booking/payment');
  const tabs = [journey, journeyOn(other)];
  for (const tab of tabs) {
    await tab.fillCard(cards.good);
    await tab.acceptTerms();
  }
  // At the same moment: a click that first looks for its button may find that the other tab has paid.
  const buttons = await Promise.all(tabs.map((tab) => tab.pay('£97.50').elementHandle()));
  await Promise.all(buttons.map((button) => button?.dispatchEvent('click')));
  await expect
    .poll(() => tabs.filter((tab) => tab.page.url().includes('/booking/confirmation')).length)
    .toBeGreaterThanOrEqual(1);
  await api.onlyBooking();
  // Still one booking when both tabs have finished.
  for (const tab of tabs) await expect(tab.button('Processing…')).toHaveCount(0);
  expect(await api.bookings()).toHaveLength(1);
});

test('a payment that could not be sent, and one whose answer was lost, make one booking', async ({
  page,
  journey,
  scene,
  api,
  server,
  watch,
}) => {
  for (const path of ['/api/', '/healthz']) watch.expectFailed(path, 'unreachable');
  await scene.openPayment();
  await journey.fillCard(cards.good);
  await journey.acceptTerms();
  await expect(journey.pay('£97.50')).toBeEnabled();
  await server.down();
  await journey.pay('£97.50').click();
  await expect(page.getByText("We can't reach Callout right now. Your booking is saved.")).toBeVisible();
  await expect(journey.pay('£97.50')).toBeDisabled();
  await server.up();
  await journey.backOnline();

  let redemptions = 0;
  await page.route('**/api/payments/create', async (route) => {
    redemptions += 1;
    if (redemptions > 1) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  await journey.pay('£97.50').click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to prepare payment.' })).toBeVisible();
  await journey.backOnline();
  await journey.pay('£97.50').click();
  await journey.expectConfirmation();
  await api.onlyBooking();
});
