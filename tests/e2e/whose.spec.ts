// Whose job it is: not ours, not there, too big for one visit, two trades.
import { expect, test } from './support/test';

test('what is not ours has no price and no way on but another description or a problem', async ({
  page,
  journey,
}) => {
  await journey.describe('Mow the lawn every fortnight', 'SW1');
  await journey.estimate();
  const popup = page.getByRole('dialog');
  await expect(popup).toContainText('look like a job our trades do');
  await expect(page.getByText('£')).toHaveCount(0);
  await expect(popup.getByRole('button', { name: /Continue|Request quotes/ })).toHaveCount(0);
  await popup.getByRole('button', { name: 'Describe it differently' }).click();
  await expect(journey.description).toBeFocused();
  await page.getByRole('button', { name: 'Handyman job' }).click();
  await expect(popup).toContainText('£');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await journey.expectStep('/booking/address', 'Service address');
});

test('where nobody works yet is said next to the postcode', async ({ page, journey }) => {
  await page.goto('/booking/create');
  await journey.description.fill('Leaking tap');
  await journey.area.fill('JE2');
  await journey.description.focus();
  await expect(journey.area).toHaveAccessibleDescription("We don't work there yet.");
  await journey.describeProblem();
  await page.getByLabel('Full name').fill('Priya Shah');
  await page.getByLabel('UK mobile').fill('07700 900123');
  await page.getByLabel(/^Address line 1/).fill('14 Harbour Row');
  await page.getByLabel(/^Postcode/).fill('GY1 1AA');
  await journey.button('Continue to Schedule').click();
  await expect(page.getByLabel(/^Postcode/)).toHaveAccessibleDescription(/We don't work there yet\./);
  await expect(page).toHaveURL(/\/booking\/address$/);
});

test('two trades are two bookings, the second from the confirmation of the first', async ({
  page,
  journey,
  api,
}) => {
  await journey.describe('Dripping tap, loose socket', 'SW1');
  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('Book one for each trade');
  await expect(popup).not.toContainText('£');
  await popup.getByRole('button', { name: /^Book the plumber/ }).click();
  await popup.getByRole('button', { name: 'Request quotes' }).click();
  await journey.fillAddress();
  await journey.chooseTime();
  await journey.button('Request & Book').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ problem_type: 'leak', quote_mode: 'REQUEST' });
  await page.getByRole('link', { name: 'Book the electrician too' }).click();
  await journey.expectStep('/booking/create', 'What needs fixing?');
  await expect(journey.description).toHaveValue('Dripping tap, loose socket');
  await journey.estimate();
  await expect(popup).toContainText('Socket not working');
  await expect(popup).toContainText('electrician’s part');
});

test('a job bigger than one visit is requested at a price that pros name', async ({ page, journey, api }) => {
  await journey.describe('New consumer unit', 'SW1');
  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('This is bigger than one visit, so it has no instant price.');
  await popup.getByRole('button', { name: 'Request quotes' }).click();
  await journey.fillAddress();
  await journey.chooseTime();
  await journey.button('Request & Book').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ problem_type: 'lights', open_price: true });
});
