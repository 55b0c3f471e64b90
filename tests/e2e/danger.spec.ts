// Danger comes before any price; what has no instant price can be requested with a budget.
import { expect, test } from './support/test';

test('gas shows who to call and no way on, and electrics only a request once the power is off', async ({
  page,
  journey,
  api,
}) => {
  await journey.describe('Leaking tap', 'SW1');
  await journey.estimate();
  await journey.button('Change the description').click();
  const notice = page.getByRole('alert');
  for (const gas of ['Leaking tap and a strong smell of gas', 'Carbon monoxide alarm is going off']) {
    await journey.describe(gas, 'SW1');
    await expect(notice).toContainText('999');
    await expect(page.getByRole('link', { name: /^Call 0800 111 999/ })).toHaveAttribute(
      'href',
      'tel:0800111999',
    );
    for (const name of ['Continue', 'Request quotes', 'Get Instant Estimate'])
      await expect(journey.button(name)).toHaveCount(0);
    await expect(page.getByText('£')).toHaveCount(0);
  }
  // Opening a later step by its address does not help either.
  for (const step of ['review', 'payment', 'estimate']) {
    await page.goto(`/booking/${step}`);
    await expect(page).toHaveURL(/\/booking\/create$/);
  }

  await journey.describe('Sparks coming from the socket behind the fridge', 'B1');
  await expect(notice).toContainText(/consumer unit/i);
  const onward = journey.button('Request quotes');
  await expect(onward).toBeDisabled();
  await page.getByLabel("I've turned the power off").check();
  await onward.click();
  await journey.fillAddress({ postcode: 'B1 1AA' });
  await journey.chooseTime();
  await expect(page.getByText('Yes, proceed (card payment now)')).toHaveCount(0);
  await page.goto('/booking/payment');
  await expect(page).toHaveURL(/\/booking\/review/);
  await page.getByRole('radio', { name: 'Suggest my budget' }).check();
  await expect(page.getByRole('textbox', { name: /budget/i })).toHaveValue('40');
  await journey.button('Request & Book').click();
  await journey.expectConfirmation();
  await expect(page.getByRole('main')).toContainText('£40');
  expect(await api.onlyBooking()).toMatchObject({
    status: 'pending',
    quote_mode: 'REQUEST',
    proposed_price: 40,
  });
});

test('a doubtful sign is asked about before the price, and the answer goes with the booking', async ({
  page,
  journey,
  api,
}) => {
  const question = page.getByRole('heading', { name: /^Is anything electrical hot/ });
  await journey.describe('Strange smell and the lights keep flickering', 'SW1');
  await journey.button('Get Instant Estimate').click();
  await expect(question).toBeFocused();
  await expect(page.getByText('£')).toHaveCount(0);
  // A later step is no way around it.
  await page.goto('/booking/review');
  await expect(page).toHaveURL(/\/booking\/create$/);
  await expect(question).toBeVisible();

  await journey.button('Yes').click();
  await expect(page.getByRole('heading', { name: 'Emergency: turn the power off first' })).toBeFocused();
  await expect(journey.button('Request quotes')).toBeDisabled();
  await journey.button('Change my answer').click();
  await expect(question).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(journey.button('Yes')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('£85');
  await expect(popup).toContainText('We read: light, flicker.');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await page.reload();
  await journey.fillAddress();
  await journey.chooseTime();
  await journey.agree();
  await journey.payByCash();
  expect(await api.onlyBooking()).toMatchObject({ status: 'pending', problem_type: 'lights' });
});

test('the gas emergency service is that of the area, and both where the area is unknown', async ({
  page,
  journey,
}) => {
  const calls = page.getByRole('link', { name: /^Call \d/ });
  await page.goto('/booking/create');
  await journey.description.fill('Smell of gas in the kitchen');
  await expect(calls).toHaveCount(2);
  await journey.area.fill('BT1');
  await expect(calls).toHaveCount(1);
  await expect(calls).toHaveAttribute('href', 'tel:0800002001');
  await expect(page.getByRole('alert')).not.toContainText('0800 111 999');
});
