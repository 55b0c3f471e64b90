// Customers sign in and out, in several tabs and in the middle of a booking, and lose nothing.
import { password } from './support/account';
import { someone } from './support/journey';
import { expect, test } from './support/test';

const ada = 'ada@example.com';

test('a customer registers, logs out and in again, and another tab follows', async ({
  page,
  context,
  journey,
  api,
  account,
  watch,
}) => {
  watch.expectFailed('/password/register', 409);
  watch.expectFailed('/password/login', 401);
  await journey.describe('Leaking tap', 'SW1');
  const other = await context.newPage();
  await other.goto('/support');
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();

  await page.goto('/signup?role=client&next=%2Fsupport');
  await expect(page).toHaveURL(/\/register\?role=client&next=%2Fsupport$/);
  await account.fillCredentials('ada@example', '12345');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please enter a valid email.')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await account.fillCredentials(ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/support$/);
  for (const tab of [page, other]) await expect(account.who(ada, tab)).toBeVisible();

  // Logging out ends the session on the server, and clears the draft.
  const { auth_token: token } = await account.stored();
  expect(await api.statusOf('/bookings', token as string)).toBe(200);
  await other.getByRole('button', { name: 'Log out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect((await account.stored()).auth_token).toBeNull();
  await expect.poll(() => api.statusOf('/bookings', token as string)).toBe(401);
  await page.goto('/booking/create');
  await expect(journey.description).toHaveValue('');

  await page.goto('/register');
  await account.fillCredentials(ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('account with this email already');
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(journey.heading('Log in')).toBeVisible();
  await account.fillLogin(ada, 'something-else');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await account.fillCredentials(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/client$/);
  await page.goto('/login');
  await expect(page.getByText(`You are signed in as ${ada} (customer).`)).toBeVisible();
});

test('the address step signs in on the spot, and a session that ends before the payment loses nothing', async ({
  page,
  journey,
  api,
  account,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 401);
  await account.create(ada, {
    name: 'Ada Brown',
    phone: someone.phone,
    addressLine: '1 High Street',
    city: 'London',
    postcode: someone.postcode,
  });
  await journey.describeProblem();
  await page.getByLabel('Full name').fill('Ada B');
  await page.getByLabel(/^Email/).fill(ada);
  await expect(page.getByText('Looks like you already have an account.')).toBeVisible();
  await journey.button('Sign in with code').click();
  await account.popup.getByRole('tab', { name: 'Password' }).click();
  await account.popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await account.popup.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(account.popup).toHaveCount(0);
  await expect(page.getByText('Looks like you already have an account.')).toHaveCount(0);
  await expect(page.getByLabel('UK mobile')).toHaveValue('07700 900123');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada B');
  await expect(page.getByLabel(/^Address line 1/)).toHaveValue('1 High Street');
  await expect(page.getByLabel(/^Postcode/)).toHaveValue(someone.postcode);
  await journey.button('Continue to Schedule').click();
  await journey.expectStep('/booking/time', 'Schedule');
  expect((await account.stored()).guestId).toBeNull();
  await journey.chooseTime();

  // The session is ended from another device.
  await api.logOut((await account.stored()).auth_token as string);
  await journey.agree();
  await expect(page.getByText('Your session has ended. What you have entered is kept.')).toBeVisible();
  await expect(page).toHaveURL(/\/booking\/payment/);
  await expect(journey.pay('£97.50')).toBeVisible();
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await expect(account.popup.getByLabel('Email or UK mobile')).toHaveValue(ada);
  await account.sendAndEnterCode(ada);
  await expect(page.getByText('Your session has ended.')).toHaveCount(0);
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  const { auth_token: token, guest_token: guest } = await account.stored();
  expect(guest).toBeNull();
  await api.onlyBooking(token as string);
});
