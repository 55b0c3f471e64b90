// A job from booking to done, with the client in one browser and the pros in others: what one does, the other sees without a reload.
import type { Page } from '@playwright/test';
import { agreeOnExtraWork, expectExtraWorkListed } from './support/extraWork';
import { someone } from './support/journey';
import { linksByText } from './support/links';
import { shortDay } from './support/london';
import { patience } from './support/patience';
import { photo } from './support/photo';
import { kim, type ProArea, pat, startCodeOn } from './support/proArea';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

/** Where the pros have their base, some 20 minutes from the job, and its very place. */
const base = { latitude: 51.5316, longitude: -0.0724 };
const atTheJob = { latitude: 51.501, longitude: -0.1416 };

test('a pro takes the job, drives there and finishes it, and the client follows', async ({
  page,
  journeyOn,
  scene,
  pro,
  openBrowser,
  server,
  watch,
}) => {
  // Paying for the extra work with a bad card.
  watch.expectFailed('/confirm', 402);
  await pro.page.context().setGeolocation(base);
  const id = await scene.book();
  await page.goto(`/booking/${id}`);
  await markPage(page);

  const offer = pro.offer();
  await expect(offer.getByRole('timer')).toBeVisible();
  for (const text of ['SW1A', '11:00–13:00', '£97.50', 'seconds to respond'])
    await expect(offer).toContainText(text);
  const figures = await amountsOf(pro);
  expect(figures.Price - figures.Fee).toBeCloseTo(figures['You get']);
  await expect(page.getByText("We've asked 1 pro within 10 km.")).toBeVisible();
  await pro.accept();

  await expectStatus(page, 'Your pro has been assigned', 'Assigned');
  const card = page.getByRole('region', { name: 'Your pro' });
  await expect(card).toContainText('Pat N.');
  await expect(card.getByText('Verified')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Call Pat N.' })).toHaveAttribute('href', 'tel:+447700900456');
  await expect(page.getByRole('figure')).toContainText('SW1A, roughly');

  await pro.goTo('Jobs');
  await pro.openJob();
  for (const text of [someone.fullName, '14 Harbour Row, SW1A 1AA', 'Leaking tap in the kitchen'])
    await expect(pro.page.getByRole('main')).toContainText(text);
  await expect(pro.page.getByRole('link', { name: 'Call 07700 900123' })).toHaveAttribute(
    'href',
    'tel:+447700900123',
  );

  // The job is the day after tomorrow. Setting off is taken back, and happens again.
  await pro.button('On my way').click();
  const question = pro.page.getByRole('dialog', { name: `This job is on ${shortDay(2)}. Start now?` });
  await question.getByRole('button', { name: 'Start now' }).click();
  await pro.button(/^Undo/).click();
  await expect(pro.button('On my way')).toBeFocused();
  await expectStatus(page, 'Your pro has been assigned', 'Assigned');
  await pro.setOff();

  await expectStatus(page, 'Your pro is on the way', 'On the way');
  await expect(page.getByRole('figure')).toContainText(/Your pro: about \d+ min/);
  await expect(pro.page.getByText('Keep this page open so the client can follow you.')).toBeVisible();
  await pro.page.context().setGeolocation(atTheJob);
  // At the latest with the next of the positions that go every ten seconds.
  await expect(page.getByRole('figure')).toContainText('Your pro: Nearby', {
    timeout: 15_000 * patience,
  });

  await pro.button('Start work').click();
  watch.expectFailed('/api/bookings/', 422);
  const wrong = String((Number(await startCodeOn(page)) + 1) % 10_000).padStart(4, '0');
  await pro.page.getByRole('textbox', { name: 'Start code' }).fill(wrong);
  await pro.button('Check and begin').click();
  await expect(pro.page.getByText('This is not the code. You have 4 tries left.')).toBeVisible();
  await pro.page.keyboard.press('Escape');
  await pro.begin(page);
  await expectStatus(page, 'Work in progress', 'Working');
  await expect(page.getByRole('figure')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel booking' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Start code' })).toHaveCount(0);

  // The extra work is approved and paid on another phone, which knows nothing but the link that was sent.
  const phone = await openBrowser();
  await phone.goto((await linksByText(server)).at(-1) as string);
  await agreeOnExtraWork(phone, journeyOn(phone), pro);
  await expect(page.getByRole('region', { name: 'Booking', exact: true })).toContainText(
    '£177.50 paid by card.',
  );
  await pro.finish(photo);

  await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /^Done \(done\)/ })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The finished work, photo 1 of 1' })).toBeVisible();
  // Both timelines say how the work began and ended.
  for (const [side, words] of [
    [page, 'Begun with your start code'],
    [pro.page, "Begun with the client's start code"],
  ] as const) {
    const steps = side.getByRole('region', { name: 'Progress' }).getByRole('listitem');
    await expect(steps.filter({ hasText: words })).toContainText(/\d\d:\d\d/);
    await expect(steps.filter({ hasText: '1 photo of the finished work' })).toContainText(/\d\d:\d\d/);
  }
  await page.getByRole('radio', { name: '5 stars' }).check();
  await page.getByLabel('What should others know?').fill('Neat work. Call 07700 900123');
  await page.getByRole('button', { name: 'Send review' }).click();
  const review = page.getByRole('region', { name: 'Your review' });
  await expect(review).toContainText('Neat work. Call •••');
  await expect(review).toContainText('5 stars of 5');
  await expectSamePage(page);
  await expectExtraWorkListed(page);

  // Each side writes without having seen the other's words.
  await expect(pro.page.getByText('Neat work')).toHaveCount(0);
  await pro.page.getByRole('radio', { name: '4 stars' }).check();
  await pro.button('Send review').click();
  await expect(pro.page.getByRole('region', { name: 'Your review' })).toContainText('Only our team reads it');

  await pro.page.getByRole('link', { name: 'Jobs' }).first().click();
  await expect(pro.page.getByText('No active jobs')).toBeVisible();
  await pro.page.getByText('Completed', { exact: true }).click();
  await expect(pro.page.getByRole('link', { name: 'Open Leak / tap issue' })).toBeVisible();

  // Both have written: now everybody reads what the client wrote.
  await pro.goTo('Profile');
  const reviews = pro.page.getByRole('region', { name: 'Reviews' });
  await expect(reviews).toContainText('Neat work. Call •••');
  await reviews.getByRole('button', { name: /^Reply to the review/ }).click();
  await expect(reviews.getByLabel('Your reply')).toBeFocused();
  await reviews.getByLabel('Your reply').fill('Thank you, any time!');
  await reviews.getByRole('button', { name: 'Send reply' }).click();
  await expect(reviews.getByText('Thank you, any time!')).toBeVisible();
  await page.goto(`/booking/${id}`);
  await page.getByRole('link', { name: 'Profile and reviews of Pat N.' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pat N.' })).toBeVisible();
  await expect(page.getByText('Thank you, any time!')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Job completed' })).toBeVisible();
});

test('one of two pros is faster and then withdraws, and the other takes the job from the pool', async ({
  page,
  scene,
  openProArea,
  watch,
}) => {
  const [first, second] = [await openProArea(pat.email, pat.name), await openProArea(kim.email, kim.name)];
  await Promise.all([first.verify(), second.verify()]);
  const id = await scene.book();
  await page.goto(`/booking/${id}`);
  await markPage(page);
  await expect(second.offer()).toBeVisible();

  // The client's page loses the network meanwhile, says so, and catches up by itself.
  for (const path of ['/api/', '/healthz']) watch.expectFailed(path, 'unreachable');
  await expect(page.getByText("We've asked 2 pros within 10 km.")).toBeVisible();
  await page.context().setOffline(true);
  await first.accept();
  await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
  await expect(page.getByRole('heading', { name: "Thanks! We're matching you now" })).toBeVisible();
  await page.context().setOffline(false);
  await expectStatus(page, 'Your pro has been assigned', 'Assigned');
  await expect(page.getByText('Connection lost. Reconnecting…')).toHaveCount(0);
  await expect(page.getByText('Pat N.', { exact: true })).toBeVisible();

  await expect(second.page.getByText('Job was taken by another pro')).toBeVisible();
  await expect(second.offer()).toHaveCount(0);
  // The switch shows the choice while it is being saved.
  const saved = second.page.waitForResponse('**/api/masters/profile/activate');
  await second.available.uncheck();
  expect((await saved).status()).toBe(200);
  await expect(second.page.getByRole('status').getByText('Offline')).toBeVisible();
  await first.openJobAt(id);
  await first.withdraw('My van has broken down');
  await expect(first.page.getByText('No active jobs')).toBeVisible();
  await expectStatus(page, "Thanks! We're matching you now", 'Matching');
  await expect(page.getByText('Pat N.', { exact: true })).toHaveCount(0);
  await expect(page.getByText("There's no pro nearby to ask yet.")).toBeVisible();

  await second.available.check();
  await second.expectConnected();
  await second.goTo('Stream');
  await expect(second.page.getByRole('heading', { name: 'Leak / tap issue' })).toBeVisible();
  await second.button('Accept').click();
  await expect(second.button('On my way')).toBeVisible();
  await expectStatus(page, 'Your pro has been assigned', 'Assigned');
  await expect(page.getByText('Kim A.', { exact: true })).toBeVisible();
  await expectSamePage(page);
  // The first is never asked again, and nothing of the client is left with them.
  await expect(first.offer()).toHaveCount(0);
  await first.goTo('Stream');
  await expect(first.page.getByText('No pending jobs nearby')).toBeVisible();
});

/** The live page's headline, and the step that its progress has reached. */
async function expectStatus(page: Page, headline: string, step: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: headline })).toBeVisible();
  await expect(page.locator('[aria-current="step"]')).toContainText(step);
}

/** Leaves a mark that a reload would wipe out. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

async function expectSamePage(page: Page): Promise<void> {
  expect(await page.evaluate(() => 'isSamePage' in window), 'the page was not reloaded').toBe(true);
}

/** What an offer says it pays, in pounds, by name. */
async function amountsOf(pro: ProArea): Promise<Record<'You get' | 'Price' | 'Fee', number>> {
  const amount = async (name: 'You get' | 'Price' | 'Fee') =>
    Number((await pro.figure(name)).replace('£', ''));
  return { 'You get': await amount('You get'), Price: await amount('Price'), Fee: await amount('Fee') };
}
