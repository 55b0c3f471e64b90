// Not a test: takes screenshots of every screen for the README, in docs/screens: SHOTS=1 npx playwright test shots (run from tests/e2e). Those of
// a job are in shots-of-jobs.spec.ts.
import { cards } from './support/journey';
import { picture, pictureSizes } from './support/pictures';
import { Pro } from './support/pro';
import { expect, test } from './support/test';

/** The only screens also taken in dark mode. */
const darkToo = ['landing', 'create', 'payment', 'booking'];

for (const [width, viewport] of Object.entries(pictureSizes)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });
      test.slow();

      test('screens', async ({ page, journey, api, account }) => {
        const dark = colorScheme === 'dark';
        const shot = async (name: string) => {
          if (!dark || darkToo.includes(name)) await picture(page, `${name}-${width}${dark ? '-dark' : ''}`);
        };
        await page.goto('/');
        await expect(page.getByText('£90–£105')).toBeVisible();
        await shot('landing');
        await journey.describe('Kitchen tap dripping since Sunday', 'SW1');
        await journey.estimate();
        await shot('estimate-popup');
        await page.getByRole('button', { name: 'Change the description' }).click();
        await expect(page.getByRole('dialog')).toHaveCount(0);
        await shot('create');
        await journey.button('Continue').click();
        await expect(page.getByText(/confirm full postcode/)).toBeVisible();
        await shot('address');
        await journey.fillAddress({
          email: 'priya@example.com',
          city: 'London',
          entryInfo: 'Blue door, code 1907',
        });
        await journey.pickSlot(3, '14:00–16:00');
        await shot('time');
        await journey.button('Review & Pay').click();
        await expect(page.getByRole('radio', { name: /^Yes, proceed/ })).toBeChecked();
        await shot('review');
        await page.getByRole('radio', { name: 'Suggest my budget' }).check();
        await shot('budget');
        await page.getByRole('radio', { name: /^Yes, proceed/ }).check();
        await journey.agree();
        await (await journey.coupon()).fill('WELCOME10');
        await journey.button('Apply').click();
        await journey.fillCard(cards.good);
        await journey.acceptTerms();
        await expect(journey.pay('£97.50')).toBeEnabled();
        await shot('payment');
        await journey.pay('£97.50').click();
        await journey.expectConfirmation();
        const { id } = await api.onlyBooking();
        await expect(page.getByRole('main')).toContainText(id);
        await shot('confirmation');
        await page.goto(`/booking/${id}`);
        await expect(page.getByText('Searching…')).toBeVisible();
        await shot('booking');
        await page.goto('/login');
        await shot('login');
        await page.getByLabel('Email or UK mobile').fill('priya@example.com');
        const code = await account.sendCode('priya@example.com', page);
        await page.getByLabel('Code', { exact: true }).fill(code);
        await shot('sign-in');
        await page.getByRole('button', { name: 'Sign in', exact: true }).click();
        await expect(page.getByRole('heading', { name: /^Welcome back/ })).toBeVisible();
        await expect(page.getByRole('link', { name: /^Repeat/ })).toBeVisible();
        await shot('dashboard');
        await page.goto(`/bookings/${id}`);
        await expect(page.getByText('Booked').first()).toBeVisible();
        await shot('details');
        await page.goto('/client/profile');
        await expect(page.getByLabel('Full name (optional)')).toBeVisible();
        await shot('profile');
        await journey.describe('There is a smell of gas in the kitchen', 'SW1');
        await expect(page.getByRole('alert')).toContainText('0800 111 999');
        await shot('emergency');
      });

      test('screens of a pro', async ({ page, account, server }) => {
        const shot = (name: string) => picture(page, `${name}-${width}`);
        test.skip(colorScheme === 'dark', 'the pictures of pros are light only');
        const pro = new Pro(page, account);
        await pro.register();
        await shot('pro-checklist');
        await account.createPro('okafor@example.com');
        await page.getByRole('button', { name: 'Log out' }).click();
        await page.goto('/master/login');
        await account.fillCredentials('okafor@example.com');
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(pro.heading('Home')).toBeVisible();
        await shot('pro-home');
        await page.goto('/master/onboarding/documents');
        await expect(page.getByText('Uploaded, waiting for verification').first()).toBeVisible();
        await shot('pro-documents');
        await server.admin('verify-pro', '--email', 'okafor@example.com');
        await page.goto('/master/profile');
        await expect(page.getByText('Verified').first()).toBeVisible();
        await shot('pro-profile');
      });
    });
  }
}
