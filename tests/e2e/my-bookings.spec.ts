// The client area: bookings, what can be done with them, and one's own data.
import { expect, test } from './support/test';

const ada = 'ada@example.com';

test('a booking of one’s own: its link, its receipt, the same again, and the end of it', async ({
  page,
  journey,
  account,
  scene,
  openBrowser,
  watch,
}) => {
  watch.expectFailed('/api/bookings/', 401);
  watch.expectFailed('/receipt', 401);
  const token = await account.enter(ada, { name: 'Ada Brown' });
  await page.goto('/client');
  await expect(journey.heading('Welcome back, Ada')).toBeVisible();
  await expect(page.getByText('No bookings yet')).toBeVisible();
  const id = await scene.book({ token, inCash: true });

  await page.goto('/client/bookings');
  await expect(page).toHaveURL(/\/bookings$/);
  const row = page.getByRole('listitem').filter({ hasText: 'Leak / tap issue' });
  await expect(row).toContainText('14 Harbour Row');
  await expect(row).toContainText('£97.50');
  await row.getByRole('link', { name: /^Details/ }).click();
  await expect(journey.heading('Booking details')).toBeVisible();
  await expect(page.getByRole('listitem').and(page.locator('[aria-current=step]'))).toContainText('Matching');

  const { share_token: first } = await account.ownBooking();
  await journey.button('End the link').click();
  await expect(page.getByText('There is no link to this booking at the moment.')).toBeVisible();
  const friend = await openBrowser();
  await friend.goto(`/booking/${id}?t=${first}`);
  await expect(friend.getByText('Failed to load booking')).toBeVisible();
  await journey.button('Make a new link').click();
  await expect(journey.button('Copy live link')).toBeVisible();
  const { share_token: second } = await account.ownBooking();
  expect(second).not.toBe(first);
  await friend.goto(`/booking/${id}?t=${second}`);
  await expect(friend.getByText('Leak / tap issue')).toBeVisible();
  await expect(friend.getByText('14 Harbour Row')).toHaveCount(0);

  await journey.button('Receipt').click();
  await expect(page).toHaveURL(new RegExp(`/booking/${id}/receipt$`));
  await expect(page.getByText('£97.50').first()).toBeVisible();
  const byItsAddressAlone = await friend.goto(`/booking/${id}/receipt`);
  expect(byItsAddressAlone?.status()).toBe(401);

  await page.goto('/client');
  await page.getByRole('link', { name: /^Repeat/ }).click();
  await expect(page).toHaveURL(/\/booking\/create$/);
  await expect(journey.description).toHaveValue('Leaking tap in the kitchen');
  await expect(journey.area).toHaveValue('SW1A');

  await page.goto(`/bookings/${id}`);
  await journey.button('Cancel booking').click();
  const dialog = page.getByRole('dialog', { name: 'Cancel this booking?' });
  await expect(dialog).toContainText('Cancelling now is free.');
  await dialog.getByRole('button', { name: 'Cancel booking' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await page.goto('/client');
  const total = page.getByText('Total Requests', { exact: true }).locator('..');
  await expect(total).toContainText('1');
  await expect(page.getByRole('region', { name: 'Active booking' })).toHaveCount(0);
});

test('whoever signs in returns to the page they wanted; the profile prefills a booking, and can be erased', async ({
  page,
  journey,
  account,
  watch,
}) => {
  watch.expectFailed('/password/login', 401);
  await account.create(ada);
  await page.goto('/client/loyalty');
  await expect(page).toHaveURL(/\/login\?/);
  await account.fillLogin(ada);
  await journey.button('Log in').click();
  await expect(journey.heading('Loyalty')).toBeVisible();
  await expect(page.getByRole('heading', { name: '0 of 5 stamps' })).toBeVisible();

  await page.goto('/client/profile');
  await page.getByLabel('Full name').fill('Ada Lovelace');
  await page.getByLabel('UK mobile').fill('07700 900456');
  await page.getByLabel('Address line').fill('12 Mill Lane');
  await page.getByLabel('Postcode').fill('m1 1ae');
  await journey.button('Save profile').click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(page.getByLabel('Postcode')).toHaveValue('M1 1AE');
  await journey.describeProblem('Leaking tap in the kitchen', 'M1');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Lovelace');
  await expect(page.getByLabel('Address line 1')).toHaveValue('12 Mill Lane');

  await page.goto('/client/profile');
  await page.getByRole('button', { name: 'Erase my account' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Erase my account' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect((await account.stored()).auth_token).toBeNull();
  await page.goto('/login');
  await account.fillLogin(ada);
  await journey.button('Log in').click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  expect((await account.stored()).auth_token).toBeNull();
});
