// 'Suggest my budget': nothing is paid up front.
import { expect, test } from './support/test';

test('a budget below the estimate becomes a request that waits for a pro', async ({ page, journey, api }) => {
  await journey.describeProblem();
  await journey.fillAddress();
  await journey.chooseTime();
  await page.getByRole('radio', { name: 'Suggest my budget' }).check();
  const budget = page.getByRole('spinbutton', { name: /budget/i });
  // 90% of £97.50 in whole pounds.
  await expect(budget).toHaveValue('88');
  const send = journey.button('Request & Book');

  await budget.fill('');
  await send.click();
  await expect(page.getByText('Please enter your budget.').first()).toBeVisible();
  await budget.fill('0');
  await send.click();
  await expect(page.getByText('Please enter your budget.').first()).toBeVisible();

  await budget.fill('60');
  await send.click();
  await journey.expectConfirmation();
  await expect(page.getByRole('heading', { name: 'Waiting for plumber to accept' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('£60');
  expect(await api.onlyBooking()).toMatchObject({
    status: 'pending',
    quote_mode: 'REQUEST',
    proposed_price: 60,
  });
});

test('a job without an instant price can only be requested with a budget, from £40', async ({
  page,
  journey,
  api,
}) => {
  await journey.describeProblem('No hot water since this morning and radiators are cold', 'B1');
  await journey.fillAddress({ postcode: 'B1 1AA' });
  await journey.chooseTime();
  await expect(page.getByText('Yes, proceed (card payment now)')).toHaveCount(0);
  await expect(page.getByRole('spinbutton', { name: /budget/i })).toHaveValue('40');
  await page.goto('/booking/payment');
  await expect(page).toHaveURL(/\/booking\/review/);
  await journey.button('Request & Book').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ quote_mode: 'REQUEST', proposed_price: 40 });
});
