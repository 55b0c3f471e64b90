// Danger comes before any price, even offline.
import { expect, test } from './support/test';

const gasDescriptions = ['Smell of gas in the kitchen', 'Carbon monoxide alarm is going off'];

for (const text of gasDescriptions) {
  test(`gas: “${text}” shows who to call and no way to continue`, async ({ page, journey }) => {
    await journey.describe(text, 'SW1');
    const notice = page.getByRole('alert');
    await expect(notice).toContainText('0800 111 999');
    await expect(notice).toContainText('999');
    await expect(page.getByRole('link', { name: /0800 111 999/ })).toHaveAttribute('href', 'tel:0800111999');
    for (const name of ['Continue', 'Request quotes', 'Get Instant Estimate'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
    await expect(page.getByText('£')).toHaveCount(0);

    // Opening a later step by its address does not help either.
    for (const step of ['review', 'payment', 'estimate']) {
      await page.goto(`/booking/${step}`);
      await expect(page).toHaveURL(/\/booking\/create$/);
    }
  });
}

test('electrics: once the power is off, only “Request quotes” with a budget is offered', async ({
  page,
  journey,
}) => {
  await journey.describe('Sparks coming from the socket behind the fridge', 'B1');
  await expect(page.getByRole('alert')).toContainText(/consumer unit/i);
  const onward = page.getByRole('button', { name: 'Request quotes' });
  await expect(onward).toBeDisabled();
  await page.getByLabel("I've turned the power off").check();
  await onward.click();
  await journey.fillAddress({ postcode: 'B1 1AA' });
  await journey.chooseTime();
  await expect(page.getByText('Suggest my budget')).toBeVisible();
  await expect(page.getByText('Yes, proceed (card payment now)')).toHaveCount(0);
  await expect(page.getByLabel(/budget/i).and(page.getByRole('spinbutton'))).toHaveValue('40');
});

test('a danger described after a price removes the price', async ({ page, journey }) => {
  await journey.describe('Leaking tap', 'SW1');
  await journey.estimate();
  await page.getByRole('button', { name: 'Change the description' }).click();
  await journey.describe('Leaking tap and a strong smell of gas', 'SW1');
  await expect(page.getByRole('alert')).toContainText('0800 111 999');
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
});
