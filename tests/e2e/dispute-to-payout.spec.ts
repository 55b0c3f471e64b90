// What a job by card earns, from a dispute of it to the pro's bank: client, pro and operator, each in a browser of their own.
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe';
import { disputeJob } from './support/dispute';
import { expectFits } from './support/layout';
import { londonMonth } from './support/london';
import { Operator } from './support/operator';
import { expect, test } from './support/test';

test.use({
  viewport: { width: 375, height: 812 },
  settings: { CALLOUT_CLEARING_HOURS: '0', CALLOUT_CLEARING_FIRST_HOURS: '0', CALLOUT_SWEEP_SECONDS: '1' },
});
test.slow();

test('a job is disputed on both sides, decided at the desk, and what is left of it is paid out', async ({
  page,
  scene,
  pro,
  server,
  openBrowser,
}) => {
  const operator = await Operator.signIn(await openBrowser(), server, 'chief@callout.example', 'super_admin');
  const desk = operator.page;
  const check = async (screen: string) => {
    await expectAccessible(desk, screen);
    await expectFits(desk, screen, [
      { width: 320, height: 640 },
      { width: 1440, height: 900 },
    ]);
  };
  await operator.goTo('Desk');
  await desk.evaluate(() => Object.assign(window, { isSamePage: true }));
  await expect(desk.getByText('Every booking has a pro.')).toBeVisible();
  const id = await scene.book();
  const waiting = desk.getByRole('table', { name: 'Bookings without a pro' });
  await expect(waiting).toContainText('Leak / tap issue, SW1A');
  await scene.doJob(id, pro);
  await expect(desk.getByText('Every booking has a pro.')).toBeVisible();

  await page.goto(`/booking/${id}`);
  await pro.openJobAt(id);
  await disputeJob(page, pro, true);
  // The page of a job that has ended no longer follows it.
  await page.reload();
  await expect(page.getByText('It was dry when we tested it together.')).toBeVisible();
  for (const side of [page, pro.page])
    for (const whose of ["The client's", "The pro's"])
      await expect(side.getByRole('img', { name: `${whose} photo 1 of 1` })).toBeVisible();
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
  await desk.getByRole('main').getByRole('link', { name: 'Leak / tap issue' }).click();
  await expect(desk.getByRole('heading', { name: 'Money' })).toBeVisible();
  await operator.open('Give money back');
  await check('a booking');

  const decided = page.getByRole('region', { name: 'Your dispute is decided' });
  const ofPro = pro.page.getByRole('region', { name: 'The client disputes this job' });
  await Promise.all([page.reload(), pro.page.reload()]);
  await expect(ofPro).toContainText('It is decided: the client gets £20.00 back.');
  await expect(decided).toContainText('You get £20.00 back');
  for (const side of [decided, ofPro]) await expect(side).toContainText('The photos show a drip.');

  await pro.goTo('Payouts');
  await expect(pro.page.getByText(/^We pay out every Friday once your bank details are in\./)).toBeVisible();
  await pro.button('Add bank details').click();
  await expect(pro.heading('Test bank details')).toBeVisible();
  await expectAccessible(pro.page, 'test bank details');
  await pro.page.getByRole('radio', { name: 'More details are needed' }).check();
  await pro.button('Continue').click();
  await pro.button('Finish bank details').click();
  await pro.page.getByRole('radio', { name: 'An account that takes payouts' }).check();
  await pro.button('Continue').click();
  await pro.page.getByRole('link', { name: 'Add tax details' }).click();
  await expect(pro.heading('Tax details')).toBeVisible();
  await pro.button('Save').click();
  await expect(pro.page.getByText('Enter your date of birth.')).toBeVisible();
  await expectAccessible(pro.page, 'tax details with errors');
  await pro.fillTaxDetails();
  await expect(pro.page.getByText(/^Next payout: Friday \d+ \w+$/)).toBeVisible();

  // £97.50 less 15%, cleared by the sweep.
  await expect(pro.page.getByText('£82.87', { exact: true })).toBeVisible();
  await pro.button('Withdraw').click();
  const dialog = pro.page.getByRole('dialog', { name: 'Withdraw to your bank' });
  await expect(dialog.getByLabel('Amount in pounds')).toHaveValue('82.87');
  await expectAccessible(pro.page, 'withdrawing');
  await dialog.getByLabel('Amount in pounds').fill('20.50');
  await dialog.getByRole('button', { name: 'Withdraw £20.50' }).click();
  await expect(pro.page.getByText('Withdrawal of £20.50 requested')).toBeVisible();
  const history = pro.page.getByRole('region', { name: 'History' });
  await expect(history.getByText('Being checked')).toBeVisible();
  await expect(pro.button('Withdraw')).toHaveAccessibleDescription(/^One payout at a time/);
  await expectAccessible(pro.page, 'payouts with one under way');

  await operator.goTo('Payouts');
  const row = desk.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1);
  await expect(row).toContainText('To be looked at');
  await row.getByRole('link').first().click();
  await expect(desk.getByText('It is the pro’s first payout.')).toBeVisible();
  await check('a payout');
  await desk.getByLabel('What becomes of it').selectOption({ label: 'Approve it: it is sent to the bank' });
  await desk.getByLabel('Reason').fill('The pro has called.');
  await operator.press('Decide');
  await operator.expectNotice('The payout is approved and being sent.');
  const told = async () => (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`);
  await expect.poll(told).toContain(`${pro.email}: The dispute is decided`);
  await expect.poll(told).toContain(`${pro.email}: £20.50 is on its way to your bank`);
  await pro.page.reload();
  await expect(history.getByText('Paid')).toBeVisible();

  const month = londonMonth();
  const download = pro.page.waitForEvent('download');
  await pro.button(`${month} CSV`).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^callout-statement-\d{4}-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(id);
  await pro.page.getByRole('link', { name: month, exact: true }).click();
  await expect(pro.heading(`Statement, ${month}`)).toBeVisible();
  await expect(pro.page.getByRole('listitem').filter({ hasText: 'Platform fee' })).toHaveCount(1);
  await expect(pro.button('Print')).toBeVisible();
  await expectAccessible(pro.page, 'statement');
});
