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

test('a payment that another tab replaces leaves the booking to that tab', async ({
  context,
  page,
  journey,
  journeyOn,
  scene,
  api,
}) => {
  await scene.openPayment();
  const otherPage = await context.newPage();
  await otherPage.goto('/booking/payment');
  const other = journeyOn(otherPage);
  for (const tab of [journey, other]) {
    await tab.fillCard(cards.good);
    await tab.acceptTerms();
  }
  const [confirming, replaced, answered] = [signal(), signal(), signal()];
  // The bank agrees in the very moment in which the server lets the payment go for the other tab's.
  await page.route('**/api/sandbox/payments/*/confirm', async (route) => {
    confirming.give();
    await replaced.given;
    await route.fulfill({ json: { status: 'requires_capture' } });
  });
  await otherPage.route('**/api/payments/create', async (route) => {
    const response = await route.fetch();
    replaced.give();
    await answered.given;
    await route.fulfill({ response });
  });
  await journey.pay('£97.50').click();
  await confirming.given;
  await other.pay('£97.50').click();
  await expect(page.getByRole('alert').filter({ hasText: 'This payment has ended' })).toBeVisible();
  await expect(journey.pay('£97.50')).toBeVisible();
  await expect(other.button('Processing…')).toBeVisible();
  answered.give();
  await other.expectConfirmation();
  const { id } = await api.onlyBooking();
  await expect(page.getByText(`You've already booked this: ${id}`)).toBeVisible();
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

/** Something that is waited for until it has been given. */
function signal(): { give: () => void; given: Promise<void> } {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}
