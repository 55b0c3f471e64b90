// Cash on completion: booked at once, and nothing is charged.
import { cards } from './support/journey';
import { expect, test } from './support/test';

test('an emergency is booked in cash after a card was declined', async ({ page, journey, api, watch }) => {
  watch.expectFailed('/confirm', 402);
  await journey.describeProblem('Burst pipe, water is coming through the ceiling', 'M1');
  await journey.fillAddress({ postcode: 'M1 1AE' });
  await journey.choose('Emergency');
  await expect(page.getByText('Emergency call-out +£40')).toBeVisible();
  await journey.button('Review & Pay').click();
  await expect(page.getByText('Emergency call-out ASAP').first()).toBeVisible();
  await journey.agree();
  // £80–£95 outside London, so a middle of £87.50, plus £40.
  await journey.payByCard('£127.50', cards.declined);
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();

  await journey.choose('Cash');
  await expect(page.getByText('Pay cash on completion. Please prepare £127.50.')).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'I agree to pay the plumber in cash after the service' }).check();
  await journey.button('Confirm booking (cash)').click();
  await journey.expectConfirmation();
  await expect(page).toHaveURL(/method=cash/);
  expect(await api.onlyBooking()).toMatchObject({
    status: 'pending',
    amount_pence: 12_750,
    payment_method: 'cash',
    quote_mode: 'PAID',
  });
});
