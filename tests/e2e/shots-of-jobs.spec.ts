// Not a test: takes screenshots of a job, the client's and the pro's, as shots.spec.ts does of the other screens.
import type { Locator, Page } from '@playwright/test';
import { suggestExtraWork } from './support/extraWork';
import { picture, pictureSizes } from './support/pictures';
import { expect, test } from './support/test';

const ada = 'ada@example.com';
const profile = { name: 'Ada Brown', phone: '07700 900123' };

for (const [width, viewport] of Object.entries(pictureSizes)) {
  const shot = (page: Page, name: string) => picture(page, `${name}-${width}`);

  test.describe(width, () => {
    test.use({ viewport });
    test.slow();

    test('a job from the offer to the review', async ({ page, journey, api, account, pro }) => {
      await pro.page.context().setGeolocation({ latitude: 51.5316, longitude: -0.0724 });
      // A first job, which nobody answers: it comes into the pool.
      await api.bookEmergency(await account.create(ada, profile));
      await expect(pro.offer()).toBeVisible();
      await expect(pro.offer()).toHaveCount(0, { timeout: 45_000 });

      // The offer of the second stays, since this page's clock stands still.
      await pro.page.clock.setFixedTime(new Date());
      await journey.toPayment({ phone: '07700 900124' });
      await journey.payByCash();
      await page.getByRole('link', { name: 'Open live status' }).click();
      await expect(page.getByText(/^We've asked 1 pro/)).toBeVisible();
      await expect(pro.offer()).toBeVisible();
      await shot(pro.page, 'pro-offer');
      await shot(page, 'live-matching');
      await pro.goTo('Stream');
      const pool = pro.page.getByRole('region', { name: 'Pending nearby' });
      await expect(pool.getByRole('link', { name: 'Leak / tap issue' })).toBeVisible();
      await expect(pro.offer()).toBeVisible();
      await shot(pro.page, 'pro-stream');

      await pro.button('Propose another price').click();
      const form = pro.page.getByRole('dialog', { name: 'Propose another price' });
      await form.getByLabel('How many pounds more').fill('15');
      await form.getByLabel(/^Why/).fill('The valve needs an access panel.');
      await form.getByRole('button', { name: 'Send proposal' }).click();
      await expect(page.getByRole('region', { name: /^Pat N\. can come/ })).toBeVisible();
      await shot(page, 'proposal');
      await page.getByRole('button', { name: /^Approve/ }).click();
      await expect(page.getByRole('heading', { name: 'Your pro has been assigned' })).toBeVisible();

      await pro.goTo('Jobs');
      await expect(pro.page.getByRole('link', { name: 'Open Leak / tap issue' })).toBeVisible();
      await shot(pro.page, 'pro-jobs');
      await pro.openJob();
      await expect(pro.button('On my way')).toBeVisible();
      await shot(pro.page, 'pro-job');

      const { id } = await api.onlyBooking();
      await page.goto(`/chat/${id}`);
      await write(page.getByRole('main'), 'Please knock: the bell is broken.');
      await pro.button(/^Chat \(1 new\)/).click();
      await write(pro.page.getByRole('dialog'), 'No problem. I have your number as well.');
      await expect(page.getByText('No problem. I have your number as well.')).toBeVisible();
      await expect(page.getByText('Read', { exact: true })).toBeVisible();
      await shot(page, 'chat');
      await pro.page.keyboard.press('Escape');

      await pro.setOff();
      await page.goto(`/booking/${id}`);
      await expect(page.getByRole('figure')).toContainText(/about \d+ min/, { timeout: 15_000 });
      await expect(page.locator('figure svg')).toBeVisible();
      await shot(page, 'live-on-the-way');
      await pro.begin(page);
      await suggestExtraWork(pro);
      await expect(page.getByRole('region', { name: 'Your pro suggests extra work' })).toBeVisible();
      await shot(page, 'extra-work');
      await page.getByRole('button', { name: 'Approve £80 more' }).click();
      await expect(pro.page.getByText(/^Your client has approved £80/)).toBeVisible();
      await pro.finish();
      await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
      await page.getByRole('radio', { name: '5 stars' }).check();
      await page.getByLabel('What should others know?').fill('Quick, tidy and friendly.');
      await shot(page, 'review-of-pro');
      await page.getByRole('button', { name: 'Send review' }).click();
      await expect(page.getByRole('region', { name: 'Your review' })).toBeVisible();
      await pro.page.getByRole('radio', { name: '5 stars' }).check();
      await pro.button('Send review').click();
      await expect(pro.page.getByRole('region', { name: 'Your review' })).toBeVisible();
      await page
        .getByRole('link', { name: /^Profile and reviews of/ })
        .first()
        .click();
      await expect(page.getByRole('region', { name: 'The pro' })).toBeVisible();
      await expect(page.getByText('Quick, tidy and friendly.')).toBeVisible();
      await shot(page, 'public-profile');
    });

    test.describe('when nobody answers', () => {
      test.use({ settings: { CALLOUT_MATCH_EMERGENCY_MINUTES: '1' } });

      test('no response', async ({ page, api, account, pro }) => {
        const id = await api.bookEmergency(await account.create(ada, profile));
        await expect(pro.offer()).toBeVisible();
        await page.goto('/login');
        await account.fillLogin(ada);
        await page.getByRole('button', { name: 'Log in' }).click();
        await expect(page.getByText('Welcome back, Ada')).toBeVisible();
        await page.goto(`/booking/${id}`);
        const header = page.getByRole('heading', { name: "We couldn't reach a pro in time" });
        await expect(header).toBeVisible({ timeout: 75_000 });
        await expect(page.getByText(/can be asked/)).toBeVisible();
        await shot(page, 'no-response');
      });
    });
  });
}

async function write(chat: Locator, text: string): Promise<void> {
  await chat.getByRole('textbox').fill(text);
  await chat.getByRole('button', { name: 'Send' }).click();
}
