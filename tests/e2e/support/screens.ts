// Walks every screen at the given sizes (see layout.ts).

import { jobSettings, walkThroughJob } from './jobScreens';
import { cards } from './journey';
import { expectFits, type Size } from './layout';
import { expect, test } from './test';
import { moduleFile, readModule } from './training';

const ada = 'ada@example.com';

export function testEveryScreen(sizes: readonly Size[]): void {
  test('the booking journey', async ({ page, journey, api }) => {
    test.slow();
    const fits = (screen: string) => expectFits(page, screen, sizes);
    await page.goto('/');
    await expect(page.getByText('£90–£105')).toBeVisible();
    await fits('landing');
    await page.goto('/booking/create');
    await fits('create, empty');
    await journey.describe('Kitchen tap dripping since Sunday', 'SW1');
    await fits('create');
    await journey.estimate();
    await fits('estimate popup');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await journey.expectStep('/booking/address', 'Service address');
    await journey.button('Continue to Schedule').click();
    await expect(page.getByText('Full name is required.').first()).toBeVisible();
    await fits('address with errors');
    await journey.fillAddress({ email: 'priya@example.com', city: 'Wolverhampton' });
    await journey.choose('Emergency');
    await fits('emergency');
    await journey.pickSlot(3, '14:00–16:00');
    await fits('time');
    await journey.button('Review & Pay').click();
    await expect(journey.button('Pay & Book')).toBeVisible();
    await fits('review');
    // At a desk the review leads to the payment.
    await page.goto('/booking/review');
    await journey.agree();
    await journey.fillCard(cards.good);
    await journey.acceptTerms();
    await expect(journey.pay('£107.50')).toBeEnabled();
    await fits('payment');
    await journey.pay('£107.50').click();
    await journey.expectConfirmation();
    const { id } = await api.onlyBooking();
    await expect(page.getByRole('main')).toContainText(id);
    await fits('confirmation');
    await page.goto(`/booking/${id}`);
    await expect(journey.heading('Live booking')).toBeVisible();
    await fits('live');
  });

  test('a client’s own pages, and the link they share', async ({ page, api, account }) => {
    test.slow();
    const token = await account.create(ada, { name: 'Ada Brown', phone: '07700 900123' });
    const id = await api.bookEmergency(token);
    await page.goto('/login');
    await account.fillLogin(ada);
    await page.getByRole('button', { name: 'Log in' }).click();
    for (const [path, text] of [
      ['/client', 'Welcome back, Ada'],
      ['/bookings', 'Leak / tap issue'],
      [`/bookings/${id}`, 'Booking details'],
      ['/client/loyalty', '0 of 5 stamps'],
      ['/client/profile', 'News and offers'],
      [`/pay/${id}`, /./],
      ['/', 'Your booking'],
    ] as const) {
      if (path !== '/client') await page.goto(path);
      await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
      await expectFits(page, path, sizes);
    }
    const { share_token: share } = await account.ownBooking();
    await page.goto(`/booking/${id}?t=${share}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(page, 'shared link', sizes);
  });

  test('the pro area', async ({ page, journey, account }) => {
    test.slow();
    await page.goto('/master/register');
    await page.getByLabel('Register as company').check();
    await account.fillCredentials('a-plumber-with-a-long-name@plumbers-of-wolverhampton.example.com');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(journey.heading('Complete your profile')).toBeVisible();
    await expectFits(page, 'checklist', sizes);
    for (const step of ['basics', 'rates', 'area', 'skills', 'documents', 'email']) {
      await page.goto(`/master/onboarding/${step}`);
      await expect(page.getByRole('link', { name: 'Checklist' })).toBeVisible();
      if (step === 'documents') await expect(page.getByRole('button', { name: /^Upload/ })).toHaveCount(5);
      await expectFits(page, step, sizes);
    }
  });

  test('the pro area once it is activated', async ({ page, journey, account }) => {
    test.slow();
    const sam = 'sam@example.com';
    await account.createPro(sam);
    await page.goto('/master/login');
    await account.fillCredentials(sam);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
    await expectFits(page, 'home', sizes);
    await page.goto('/master/payouts');
    await expect(page.getByText('No payouts yet.')).toBeVisible();
    await expectFits(page, 'payouts, empty', sizes);
    await page.goto('/master/payouts/test-details');
    await expect(journey.heading('Test bank details')).toBeVisible();
    await expectFits(page, 'test bank details', sizes);
    await page.goto('/master/payouts/tax');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Enter your date of birth.')).toBeVisible();
    await expectFits(page, 'tax details with errors', sizes);
    await page.goto('/master/badges');
    await expect(page.getByText('0 of 8 earned')).toBeVisible();
    await expectFits(page, 'badges, none earned', sizes);
    await page.goto('/master/training');
    await expect(page.getByText('Not started').first()).toBeVisible();
    await expectFits(page, 'training', sizes);
    const module = await moduleFile('isolating-water');
    await page.getByRole('link', { name: `Start ${module.title}` }).click();
    await readModule(page);
    await page.getByRole('button', { name: 'Check answers' }).click();
    await expect(page.getByText('Choose an answer.').first()).toBeVisible();
    await expectFits(page, 'questions with errors', sizes);
    await page.goto('/master/profile');
    await expect(page.getByText('No reviews yet.')).toBeVisible();
    await expectFits(page, 'profile', sizes);
    await page.goto('/master/profile/company');
    await expect(journey.heading('Company')).toBeVisible();
    await expectFits(page, 'company', sizes);
    await page.goto('/master/onboarding/documents');
    await expect(page.getByText('Uploaded, waiting for verification')).toHaveCount(2);
    await expectFits(page, 'documents', sizes);
  });

  test.describe('with jobs', () => {
    test.use({ settings: jobSettings });

    test('a job from offer to end', async ({ page, api, account, openProArea }) => {
      test.slow();
      await walkThroughJob({ page, api, account, openProArea }, (seen, screen) =>
        expectFits(seen, screen, sizes),
      );
    });
  });

  test('signing in, help and the small print', async ({ page }) => {
    for (const path of [
      '/login',
      '/register',
      '/master/login',
      '/master/register',
      '/support',
      '/terms',
      '/privacy',
      '/nothing/here',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      if (path === '/terms') await expect(page.getByRole('table')).toBeVisible();
      await expectFits(page, path, sizes);
    }
  });
}
