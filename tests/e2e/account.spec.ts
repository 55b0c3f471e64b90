// Customers and pros sign in, by code and by password, on every page that offers it, and keep their bookings.
import { password } from './support/account';
import { someone } from './support/journey';
import { expect, test } from './support/test';

const ada = 'ada@example.com';

test('a guest who signs in with a code after booking keeps the booking', async ({
  page,
  journey,
  api,
  account,
}) => {
  await journey.toPayment({ email: ada });
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  const guest = await api.guestToken();
  const { id } = await api.onlyBooking();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(account.popup.getByLabel('Email or UK mobile')).toHaveValue(ada);
  await account.sendAndEnterCode(ada);

  await expect(page).toHaveURL(new RegExp(`/booking/${id}$`));
  await expect(journey.heading('Booking live')).toBeVisible();
  const stored = await account.stored();
  expect(stored).toMatchObject({ auth_role: 'client', user_email: ada, guestId: null, guest_token: null });
  expect((await api.bookings(stored.auth_token as string)).map((booking) => booking.id)).toEqual([id]);
  expect(await api.statusOf('/bookings', guest), 'the guest no longer exists').toBe(401);
});

test('a wrong code is reported, and the right one is still accepted', async ({ page, account, watch }) => {
  watch.expectFailed('/otp-verify', 401);
  await page.goto('/login?next=%2Fterms');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter a valid email or UK mobile number.');
  await page.getByLabel('Email or UK mobile').fill('07700 900123');
  const code = await account.sendCode('+447700900123', page);
  const wrong = code === '000000' ? '111111' : '000000';
  await page.getByLabel('Code', { exact: true }).fill(wrong);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid code. Try again.');
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/terms$/);
  await expect(page.getByRole('link', { name: 'My account' })).toBeVisible();
  expect(await account.stored()).toMatchObject({ auth_role: 'client', user_email: null });
});

test('a customer registers, logs out, logs in with a password and returns to the same page', async ({
  page,
  journey,
  account,
  watch,
}) => {
  watch.expectFailed('/password/register', 409);
  watch.expectFailed('/password/login', 401);
  await page.goto('/signup?role=client&next=%2Fsupport');
  await expect(page).toHaveURL(/\/register\?role=client&next=%2Fsupport$/);
  await account.fillCredentials('ada@example', '12345');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Please enter a valid email.')).toBeVisible();
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await account.fillCredentials(ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/support$/);
  await expect(account.who(ada)).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  expect((await account.stored()).auth_token).toBeNull();

  await page.goto('/register');
  await account.fillCredentials(ada);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toContainText('account with this email already');

  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(journey.heading('Log in')).toBeVisible();
  await account.fillLogin(ada, 'something-else');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await account.fillCredentials(ada, password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/client$/);
  await page.goto('/login');
  await expect(page.getByText(`You are signed in as ${ada} (customer).`)).toBeVisible();
});

test('a pro registers, lands on the profile, and can log in again on both login pages', async ({
  page,
  journey,
  account,
  watch,
}) => {
  watch.expectFailed('/masters/login', 401);
  const sam = 'sam@example.com';
  await page.goto('/');
  await page.getByRole('link', { name: 'Become a Pro' }).click();
  await expect(journey.heading('Create your pro account')).toBeVisible();
  await page.getByLabel('Register as company').check();
  await account.fillCredentials(sam);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await expect(page.getByText(sam)).toBeVisible();
  expect(await account.stored()).toMatchObject({ auth_role: 'master', user_email: sam });
  await page.reload();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);

  // The pro area redirects to its own login page.
  await page.goto('/master');
  await expect(page).toHaveURL(/\/master\/login\?next=%2Fmaster$/);
  await account.fillCredentials(sam, 'wrong');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password.');
  await account.fillCredentials(sam);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();

  // The general login page.
  await page.getByRole('link', { name: 'Log in' }).click();
  await journey.choose('Plumber / Pro');
  await account.fillCredentials(sam);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await page.getByRole('button', { name: 'Log out' }).click();

  // A code signs in whoever forgot the password.
  await page.goto('/master/login');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Your email')).toBeFocused();
  await page.keyboard.type(sam);
  const code = await account.sendCode(sam, page);
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
});

test('a pro can book like anybody else, and stays signed in', async ({ page, journey, api, account }) => {
  await page.goto('/master/register');
  await account.fillCredentials('sam@example.com');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await journey.toPayment();
  await journey.payByCard('£97.50');
  await journey.expectConfirmation();
  await api.onlyBooking();
  expect((await account.stored()).auth_role).toBe('master');
});

test('the address step recognises an account, signs in on the spot, and fills in the profile', async ({
  page,
  journey,
  account,
}) => {
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
  // The popup's code is loaded first.
  await expect(account.popup).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(account.popup).toHaveCount(0);
  await expect(page.getByText('Looks like you already have an account.')).toBeVisible();

  await journey.button('Sign in with code').click();
  await account.popup.getByRole('tab', { name: 'Password' }).click();
  await account.popup.getByRole('textbox', { name: 'Password' }).fill(password);
  await account.popup.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(account.popup).toHaveCount(0);
  await expect(page.getByText('Looks like you already have an account.')).toHaveCount(0);
  await expect(page.getByLabel('UK mobile')).toHaveValue('+447700900123');
  await expect(page.getByLabel('Full name')).toHaveValue('Ada B');
  await expect(page.getByLabel(/^Address line 1/)).toHaveValue('1 High Street');
  await expect(page.getByLabel(/^Postcode/)).toHaveValue(someone.postcode);
  await expect(page.getByText('Pre-filled from previous step — please confirm full postcode.')).toBeVisible();
  await journey.button('Continue to Schedule').click();
  await expect(page).toHaveURL(/\/booking\/time/);
  expect((await account.stored()).guestId).toBeNull();
});

test('Skip continues as a guest', async ({ page, journey, api, account }) => {
  await account.create(ada);
  await journey.describeProblem();
  await page.getByLabel(/^Email/).fill(ada);
  await journey.button('Skip').click();
  await expect(page.getByText('Looks like you already have an account.')).toHaveCount(0);
  await journey.fillAddress({ email: ada });
  await journey.chooseTime();
  await api.guestToken();
});
