// The sign-in and account screens, on the narrowest phone, an ordinary phone and a desktop, in light and dark. PICTURES=<folder> also saves a
// screenshot of each state.
import { mkdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/test';

const sizes = {
  narrow: { width: 320, height: 640 },
  phone: { width: 390, height: 844 },
  desk: { width: 1440, height: 900 },
};
const ada = 'ada@example.com';

for (const [name, viewport] of Object.entries(sizes)) {
  test.describe(name, () => {
    test.use({ viewport });
    // Each test visits many screens.
    test.slow();

    const look = async (page: Page, screen: string) => {
      await expectAccessible(page, screen);
      const folder = process.env.PICTURES;
      if (!folder) return;
      mkdirSync(folder, { recursive: true });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const path = `${folder}/${screen.replace(/\W+/g, '-')}-${name}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      }
    };

    test("a client's own pages", async ({ page, journey, account }) => {
      await account.create(ada, { name: 'Ada Brown', phone: '07700 900123', postcode: 'SW1A 1AA' });
      await page.goto('/login');
      await account.fillLogin(ada);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(journey.heading('Welcome back, Ada')).toBeVisible();
      await expect(page.getByText('No bookings yet')).toBeVisible();
      await look(page, 'dashboard without bookings');
      await journey.toPayment({ email: ada, city: 'Wolverhampton' });
      await journey.choose('Cash');
      await page.getByRole('checkbox', { name: /in cash/ }).check();
      await journey.button('Confirm booking (cash)').click();
      await journey.expectConfirmation();
      const { id } = await account.ownBooking();
      for (const [path, text] of [
        ['/client', 'Active booking'],
        ['/bookings', 'Leak / tap issue'],
        [`/bookings/${id}`, 'Booked'],
        ['/client/loyalty', '0 of 5 stamps'],
        ['/client/profile', 'News and offers'],
      ] as const) {
        await page.goto(path);
        await expect(page.getByText(text).first()).toBeVisible();
        await look(page, path.replace(id, 'id'));
      }
      await page.getByRole('button', { name: 'Verify Email' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, 'verify');
    });

    test('the account pages', async ({ page, journey, account, watch }) => {
      watch.expectFailed('/password/login', 401);
      for (const path of [
        '/login',
        '/register',
        '/register?role=master',
        '/master/login',
        '/master/register',
      ]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await look(page, path);
      }
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Enter a valid email.')).toBeVisible();
      await look(page, 'pro account with errors');
      await page.goto('/login');
      await account.fillLogin(ada);
      await page.getByRole('button', { name: 'Log in' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await look(page, 'login refused');
      await page.goto('/master/register');
      await account.fillCredentials(
        'a-plumber-with-a-long-name.of-the-north@plumbers-of-wolverhampton.example.com',
      );
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(journey.heading('Complete your profile')).toBeVisible();
      await look(page, 'onboarding');
      await page.goto('/');
      await expect(page.getByText('£90–£105')).toBeVisible();
      await look(page, 'landing of a pro');
      await page.goto('/login');
      await expect(page.getByText(/You are signed in as/)).toBeVisible();
      await look(page, 'login when signed in');
    });

    test('the sign-in popup', async ({ page, journey, account, watch, api }) => {
      watch.expectFailed('/otp-verify', 401);
      watch.expectFailed('/api/quotes', 401);
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
      await page.keyboard.press('Escape');
      await expect(popup).toHaveCount(0);
      await journey.fillAddress({ email: ada });
      await journey.chooseTime();
      await journey.agree();
      await journey.payByCard('£97.50');
      await journey.expectConfirmation();
      await expect(page.getByText('Keep this booking with you')).toBeVisible();
      await page.getByText('Keep this booking with you').scrollIntoViewIfNeeded();
      await look(page, 'confirmation of a guest');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await account.sendAndEnterCode(ada);
      await expect(journey.heading('Booking live')).toBeVisible();
      await page.goto('/');
      await expect(account.who(ada)).toBeVisible();
      await look(page, 'landing of a customer');
      await journey.describeProblem();
      await journey.fillAddress();
      await journey.chooseTime();
      await api.logOut((await account.stored()).auth_token as string);
      // At a desk the payment is on the screen already, and its price agreed.
      await page.reload();
      await journey.agree();
      await expect(page.getByText(/Your session has ended/)).toBeVisible();
      await look(page, 'session ended');
    });
  });
}
