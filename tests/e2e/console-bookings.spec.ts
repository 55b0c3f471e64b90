// Operators at work on a booking: the desk that follows it, a dispute decided, a booking given to a pro and called off.
import { expectAccessible } from './support/axe';
import { disputeJob } from './support/dispute';
import { expectFits } from './support/layout';
import { Operator } from './support/operator';
import { expect, test } from './support/test';

const chief = 'chief@callout.example';
const sizes = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];

test.slow();

test('the desk follows a job without a reload, and its dispute is decided there', async ({
  page,
  journey,
  pro,
  server,
  browser,
  watch,
}) => {
  const context = await browser.newContext({ baseURL: server.url });
  await watch.on(context);
  const operator = await Operator.signIn(await context.newPage(), server, chief, 'super_admin');
  const desk = operator.page;
  const check = async (screen: string) => {
    await expectAccessible(desk, screen);
    await expectFits(desk, screen, sizes);
  };
  await operator.goTo('Desk');
  await desk.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(desk.getByText('Every booking has a pro.')).toBeVisible();

  await journey.bookByCard();
  const waiting = desk.getByRole('table', { name: 'Bookings without a pro' });
  await expect(waiting).toContainText('Leak / tap issue, SW1A');
  await pro.accept();
  await expect(desk.getByText('Every booking has a pro.')).toBeVisible();
  await pro.goTo('Jobs');
  await pro.openJob();
  await pro.setOff();
  await pro.begin(page);
  await pro.finish();
  await disputeJob(page, pro, true);
  await expect(
    desk
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /^Disputes/ }),
  ).toHaveText('Disputes1');
  expect(await desk.evaluate(() => 'isSamePage' in window), 'the desk was not reloaded').toBe(true);

  await desk.getByRole('main').getByRole('link', { name: 'Disputes' }).click();
  await desk.getByRole('main').getByRole('link').first().click();
  await expect(desk.getByText('The new tap leaks a little.')).toBeVisible();
  await operator.open('Decide the dispute');
  await check('a dispute');
  await desk.getByLabel('What the client gets back').selectOption({ label: 'A part' });
  await desk.getByLabel('How much of it').fill('20');
  await desk
    .getByLabel('Who bears it')
    .selectOption({ label: 'Callout alone: the pro keeps what they earned' });
  await desk.getByLabel('Reason').fill('The photos show a drip.');
  await operator.press('Decide');
  await operator.expectNotice('The dispute is decided, and both sides are told.');
  await expect(async () => {
    await page.reload();
    const decided = page.getByRole('region', { name: 'Your dispute is decided' });
    await expect(decided).toContainText('You get £20.00 back', { timeout: 2_000 });
  }).toPass({ timeout: 20_000 });

  await desk.getByRole('main').getByRole('link', { name: 'Leak / tap issue' }).click();
  await expect(desk.getByRole('heading', { name: 'Money' })).toBeVisible();
  await operator.open('Give money back');
  await check('a booking');
  await operator.goTo('People');
  await desk.getByLabel(/^Find/).fill(pro.email);
  await operator.press('Search');
  await desk.getByRole('link', { name: 'Pro', exact: true }).click();
  await check('a pro');
  await context.close();
});

test('the pages behind the lists are accessible', async ({ page, server, account, api }) => {
  await api.bookEmergency(
    await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' }),
  );
  const operator = await Operator.signIn(page, server, chief, 'super_admin');
  const check = async (screen: string) => {
    await expectAccessible(page, screen);
    await expectFits(page, screen, sizes);
  };
  await operator.goTo('Bookings');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Ada Brown' }).click();
  await check('a client');
  await operator.goTo('Operators');
  await page.getByRole('main').getByRole('link', { name: chief }).click();
  await check('an operator');
  await operator.goTo('Prices');
  await page.getByRole('main').getByRole('link', { name: '2026.2' }).first().click();
  await check('a price book');
  await operator.goTo('Visits');
  await check('missed visits');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a booking is given to a pro, and called off', async ({ page, server, account, api }) => {
    await account.createPro('pro@example.com');
    await server.admin('verify-pro', '--email', 'pro@example.com');
    const id = await api.bookEmergency(
      await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' }),
    );
    const operator = await Operator.signIn(page, server, 'admin@callout.example', 'admin');
    await operator.goTo('Bookings');
    await page.getByLabel('Find a booking').fill(id);
    await operator.press('Search');
    await page.getByRole('link', { name: id }).click();
    await page.getByRole('link', { name: 'Give it to a pro' }).click();
    await page.getByLabel('Pro', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Reason').fill('They live next door.');
    await operator.press('Give it to this pro');
    await expect(page.getByRole('alert')).toContainText('Ask the pro first, and tick this.');
    await expect(page.getByLabel('Reason')).toHaveValue('They live next door.');
    await page.getByLabel('The pro agreed by phone').check();
    await operator.press('Give it to this pro');
    await operator.expectNotice('The pro has the booking. Client and pro are told.');

    await operator.open('Cancel the booking');
    await page
      .getByLabel('Who cancels, and what it costs')
      .selectOption({ label: 'We cannot keep it: the client pays nothing' });
    await page.getByLabel('Reason').locator('visible=true').fill('The road is flooded.');
    await page.getByRole('button', { name: 'Cancel the booking' }).click();
    await operator.expectNotice('The booking is cancelled. Client and pro are told.');
    const acts = page.getByRole('table', { name: /operators/i });
    await expect(acts).toContainText('The road is flooded.');
    await expect(acts).toContainText('They live next door.');
  });
});
