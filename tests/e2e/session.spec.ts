// Sessions: two tabs stay in step, an expired session loses nothing, and a rejected one is explained calmly.
import { expect, test } from './support/test';

const ada = 'ada@example.com';

test('a second tab follows signing in and out', async ({ page, context, account }) => {
  await account.create(ada);
  const other = await context.newPage();
  await other.goto('/support');
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();

  await page.goto('/login?next=%2Fsupport');
  await account.fillLogin(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(account.who(ada)).toBeVisible();
  await expect(account.who(ada, other)).toBeVisible();

  await other.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect((await account.stored()).auth_token).toBeNull();
});

test('logging out ends the session on the server and clears the draft', async ({
  page,
  journey,
  api,
  account,
}) => {
  await account.create(ada);
  await journey.describeProblem();
  await page.goto('/login?next=%2Fsupport');
  await account.fillLogin(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(account.who(ada)).toBeVisible();
  const { auth_token: token } = await account.stored();
  expect(await api.statusOf('/bookings', token as string)).toBe(200);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect.poll(() => api.statusOf('/bookings', token as string)).toBe(401);
  await page.goto('/booking/create');
  await expect(journey.description).toHaveValue('');
});

test('a rejected session ends calmly: the price becomes a guest’s, and the draft is kept', async ({
  page,
  journey,
  api,
  account,
  watch,
}) => {
  watch.expectFailed('/api/quotes', 401);
  await account.create(ada);
  await page.goto('/login?next=%2Fsupport');
  await account.fillLogin(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(account.who(ada)).toBeVisible();
  await journey.describeProblem();
  await journey.fillAddress();
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

test.describe('a short session', () => {
  test.use({ settings: { CALLOUT_TOKEN_TTL: '8' } });

  test('ends a second early; the step and the draft are kept', async ({ page, journey, account, watch }) => {
    // Guests' tokens are just as short-lived here.
    watch.expectFailed('/api/', 401);
    await account.create(ada);
    await journey.describeProblem();
    await journey.fillAddress();
    await page.goto('/login?next=%2Fbooking%2Ftime');
    await account.fillLogin(ada);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(journey.heading('Schedule')).toBeVisible();
    await expect(page.getByText('Your session has ended. What you have entered is kept.')).toBeVisible({
      timeout: 15_000,
    });
    expect(await account.stored()).toMatchObject({ auth_token: null, auth_role: null, user_email: null });
    await expect(page).toHaveURL(/\/booking\/time$/);
    await journey.chooseTime();
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('Your session has ended.')).toHaveCount(0);
    await journey.agree();
    await expect(journey.pay('£97.50')).toBeVisible();
  });
});
