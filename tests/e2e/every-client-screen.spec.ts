// Every screen of an account and of signing in to it (see support/look.ts).
import type { Page } from '@playwright/test';
import { look } from './support/look';
import { expect, test } from './support/test';

const ada = 'ada@example.com';

// Each test visits many screens.
test.slow();

test("a client's own pages, and the link they share", async ({ page, api, account }) => {
  const token = await account.enter(ada, {
    name: 'Ada Brown',
    phone: '07700 900123',
    postcode: 'SW1A 1AA',
  });
  await page.goto('/client');
  await expect(page.getByText('No bookings yet')).toBeVisible();
  await look(page, 'dashboard without bookings');
  const id = await api.bookEmergency(token);
  await lookAtPages(page, [
    ['/client', 'Active booking'],
    ['/bookings', 'Leak / tap issue'],
    [`/bookings/${id}`, 'Request created'],
    [`/pay/${id}`],
    ['/client/loyalty', '0 of 5 stamps'],
    ['/', 'Your booking'],
    ['/client/profile', 'News and offers'],
  ]);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look(page, 'verify');
  const { share_token: share } = await account.ownBooking();
  await lookAtPages(page, [[`/booking/${id}?t=${share}`, 'Searching…']]);
});

test('signing in and registering', async ({ page, account, watch }) => {
  watch.expectFailed('/password/login', 401);
  await lookAtPages(page, [['/register'], ['/register?role=master'], ['/master/login'], ['/login']]);
  await account.fillLogin(ada);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await look(page, 'login refused');
  await lookAtPages(page, [['/master/register']]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter a valid email.')).toBeVisible();
  await look(page, 'pro account with errors');
});

test('the sign-in popup', async ({ page, journey, account, watch }) => {
  watch.expectFailed('/otp-verify', 401);
  await account.create(ada);
  await journey.describeProblem();
  await page.getByLabel(/^Email/).fill(ada);
  await expect(page.getByText('Looks like you already have an account.')).toBeVisible();
  await look(page, 'address with an account');
  await journey.button('Sign in with code').click();
  const { popup } = account;
  await expect(popup.getByLabel('Email or UK mobile')).toHaveValue(ada);
  await look(page, 'popup');
  await popup.getByRole('button', { name: 'Send code' }).click();
  await popup.getByLabel('Code', { exact: true }).fill('12');
  await look(page, 'popup, code sent');
  await popup.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(popup.getByRole('alert')).not.toBeEmpty();
  await look(page, 'popup with an error');
  await popup.getByRole('tab', { name: 'Password' }).click();
  await expect(popup.getByRole('textbox', { name: 'Password' })).toBeVisible();
  await look(page, 'popup, password');
});

test('a session that has ended', async ({ page, journey, account, watch, api, scene }) => {
  watch.expectFailed('/api/quotes', 401);
  const token = await account.enter(ada);
  await scene.keepDraft();
  await api.logOut(token);
  await page.goto('/booking/review');
  await journey.agree();
  await expect(page.getByText(/Your session has ended/)).toBeVisible();
  await look(page, 'session ended');
});

/** Each with a text by which it has loaded, if its heading is not enough. */
async function lookAtPages(page: Page, pages: [path: string, text?: string][]): Promise<void> {
  for (const [path, text] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (text) await expect(page.getByText(text).first()).toBeVisible();
    await look(page, path);
  }
}
