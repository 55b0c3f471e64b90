// Cash on completion: booked at once, and nothing is charged.
import { expect, test } from './support/test';

test('cash: its explanation, its own terms box, and the booking', async ({ page, journey, api }) => {
  await journey.toPayment();
  await journey.choose('Cash');
  await expect(page.getByText('Pay cash on completion. Please prepare £97.50.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  const confirm = journey.button('Confirm booking (cash)');
  await confirm.click({ force: true });
  await expect(page.getByText('Please accept the terms to continue.').first()).toBeVisible();
  await api.expectNoBooking();
  await page.getByRole('checkbox', { name: 'I agree to pay the plumber in cash after the service' }).check();
  await confirm.click();
  await journey.expectConfirmation();
  await expect(page).toHaveURL(/method=cash/);
  const booking = await api.onlyBooking();
  expect(booking).toMatchObject({
    status: 'pending',
    amount_pence: 9750,
    payment_method: 'cash',
    quote_mode: 'PAID',
  });
  await expect(page.getByRole('main')).toContainText(booking.id);
});

test('emergency: no slot, £40 extra, booked with cash', async ({ page, journey, api }) => {
  await journey.describeProblem('Burst pipe, water is coming through the ceiling', 'M1');
  await journey.fillAddress({ postcode: 'M1 1AE' });
  await journey.choose('Emergency');
  await expect(page.getByText('Emergency call-out +£40')).toBeVisible();
  await journey.button('Review & Pay').click();
  await expect(page.getByText('Emergency call-out ASAP').first()).toBeVisible();
  await journey.agree();
  await journey.choose('Cash');
  await page.getByRole('checkbox', { name: /in cash/ }).check();
  await journey.button('Confirm booking (cash)').click();
  await journey.expectConfirmation();
  // £80–£95 outside London, so a middle of £87.50, plus £40.
  expect(await api.onlyBooking()).toMatchObject({ amount_pence: 12_750 });
});

test('switching from card to cash replaces the card payment that was started', async ({
  page,
  journey,
  api,
  watch,
}) => {
  watch.expectFailed('/confirm', 402);
  await journey.toPayment();
  await journey.payByCard('£97.50', '4000 0000 0000 0002');
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
  await journey.choose('Cash');
  await page.getByRole('checkbox', { name: /in cash/ }).check();
  await journey.button('Confirm booking (cash)').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ payment_method: 'cash', status: 'pending' });
});
