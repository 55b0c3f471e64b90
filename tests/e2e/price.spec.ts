// The price and the place are the server's, whatever the browser says of them.
import { expect, test } from './support/test';

test('a discount written into the draft is not honoured, and a place that has gone is chosen anew', async ({
  page,
  journey,
  scene,
  api,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 409);
  watch.expectFailed('/api/payments/create', 409);
  await scene.keepDraft({ selectedSlotPriceDelta: -90 });
  await page.goto('/booking/payment');
  const dialog = page.getByRole('dialog', { name: 'The price has changed' });
  await expect(dialog).toContainText('£7.50');
  await expect(dialog).toContainText('£97.50');
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect(page).toHaveURL(/\/booking\/review/);
  await api.expectNoBooking();
  await page.goto('/booking/payment');
  await dialog.getByRole('button', { name: /Accept/ }).click();
  await expect(dialog).toHaveCount(0);

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
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 9250 });
});
