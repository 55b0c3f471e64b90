// A pro's first job, from the registration to the money in the bank: onboarding, offer, start code, extra work, photos, payout.
import { Account } from './support/account';
import { agreeOnExtraWork } from './support/extraWork';
import { giveDetails, sendPayout, waitUntilCleared } from './support/payout';
import { photo } from './support/photo';
import { Pro, sam } from './support/pro';
import { ProArea } from './support/proArea';
import { expect, test } from './support/test';

test.use({
  viewport: { width: 375, height: 812 },
  settings: { CALLOUT_CLEARING_HOURS: '0', CALLOUT_CLEARING_FIRST_HOURS: '0' },
});

test('a pro comes in, does a job with extra work, and is paid', async ({
  page,
  browser,
  baseURL,
  viewport,
  journey,
  server,
  watch,
}) => {
  // The pro's earnings clear within a minute of the end.
  test.setTimeout(300_000);
  // The client's first card for the extra work is declined.
  watch.expectFailed('/confirm', 402);
  const context = await browser.newContext({ baseURL, viewport, permissions: ['geolocation'] });
  await watch.on(context);
  const ofPro = await context.newPage();
  const newcomer = new Pro(ofPro, new Account(ofPro, server));
  await newcomer.register();
  await newcomer.takeSteps();
  await ofPro.getByRole('button', { name: 'Activate' }).click();
  await expect(ofPro.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
  const pro = new ProArea(ofPro, sam, server);
  await pro.verify();

  await journey.bookByCard();
  await expect(pro.offer()).toBeVisible();
  await pro.accept();
  await expect(page.getByRole('heading', { name: 'Your pro has been assigned' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your pro' })).toContainText('Sam O.');
  await pro.goTo('Jobs');
  await pro.openJob();
  await pro.setOff();
  await pro.begin(page);
  await agreeOnExtraWork(page, journey, pro);
  await pro.finish(photo);

  // Both timelines say how the work began and ended.
  await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
  for (const [side, words] of [
    [page, 'Begun with your start code'],
    [ofPro, "Begun with the client's start code"],
  ] as const) {
    const steps = side.getByRole('region', { name: 'Progress' }).getByRole('listitem');
    await expect(steps.filter({ hasText: words })).toContainText(/\d\d:\d\d/);
    await expect(steps.filter({ hasText: '1 photo of the finished work' })).toContainText(/\d\d:\d\d/);
  }

  // £177.50 less 15%.
  await giveDetails(pro);
  await waitUntilCleared(pro);
  await pro.button('Withdraw').click();
  const dialog = ofPro.getByRole('dialog', { name: 'Withdraw to your bank' });
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue(/^150\.8[78]$/);
  const amount = await dialog.getByLabel('Amount in pounds').inputValue();
  await dialog.getByRole('button', { name: `Withdraw £${amount}` }).click();
  await expect(dialog).toHaveCount(0);
  await sendPayout(pro, server);
  const told = (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`);
  expect(told).toContain(`${sam}: £${amount} is on its way to your bank`);

  // Everybody can read of it now.
  await page.getByRole('link', { name: 'Profile and reviews of Sam O.' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sam O.' })).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
  await context.close();
});
