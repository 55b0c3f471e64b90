// Operators who answer for money and people: a refund, a payout that is held and then sent, a pro who is suspended and works again.
import { expectAccessible } from './support/axe';
import { Operator } from './support/operator';
import { giveDetails, waitUntilCleared } from './support/payout';
import { expect, test } from './support/test';

const chief = 'chief@callout.example';

test.slow();

test.describe('once it has cleared', () => {
  test.use({ settings: { CALLOUT_CLEARING_HOURS: '0', CALLOUT_CLEARING_FIRST_HOURS: '0' } });

  test('a client gets money back, and a payout is held, then sent', async ({
    page,
    journey,
    api,
    pro,
    server,
    browser,
    watch,
  }) => {
    const context = await browser.newContext({ baseURL: server.url });
    await watch.on(context);
    const operator = await Operator.signIn(await context.newPage(), server, chief, 'super_admin');
    const console = operator.page;

    await journey.bookByCard();
    const { id } = await api.onlyBooking();
    await expect(pro.offer()).toBeVisible();
    await pro.accept();
    await pro.goTo('Jobs');
    await pro.openJob();
    await pro.setOff();
    await pro.begin(page);
    await pro.finish();

    await operator.goTo('Bookings');
    await console.getByRole('link', { name: id }).click();
    await operator.open('Give money back');
    await console.getByLabel('Amount').fill('5000');
    await console
      .getByLabel('Whose fault it is')
      .selectOption({ label: 'Ours: the pro keeps what was earned' });
    await console.getByLabel('Reason').locator('visible=true').fill('We sent them to the wrong street.');
    await operator.press('Give it back');
    await expect(console.getByRole('alert')).toBeVisible();
    await expect(console.getByLabel('Reason').locator('visible=true')).toHaveValue(
      'We sent them to the wrong street.',
    );
    await console.getByLabel('Amount').fill('12.50');
    await operator.press('Give it back');
    await operator.expectNotice('£12.50 goes back to the client.');
    await page.goto(`/bookings/${id}`);
    await expect(async () => {
      await journey.button('Receipt').click();
      await expect(page.getByRole('row', { name: /£12\.50/ })).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    expect((await server.outbox()).map(({ text }) => text).join()).toContain('£12.50');

    await giveDetails(pro);
    await waitUntilCleared(pro);
    await pro.button('Withdraw').click();
    const dialog = pro.page.getByRole('dialog', { name: 'Withdraw to your bank' });
    await dialog.getByLabel('Amount in pounds').fill('20');
    await dialog.getByRole('button', { name: 'Withdraw £20' }).click();
    await expect(dialog).toHaveCount(0);

    await operator.goTo('Payouts');
    const row = console.getByRole('table', { name: 'Payouts' }).getByRole('row').nth(1);
    await expect(row).toContainText('To be looked at');
    await row.getByRole('link').first().click();
    await expect(console.getByText('It is the pro’s first payout.')).toBeVisible();
    await expectAccessible(console, 'a payout');
    const decide = async (verdict: string, reason: string, notice: string) => {
      await console.getByLabel('What becomes of it').selectOption({ label: verdict });
      await console.getByLabel('Reason').fill(reason);
      await operator.press('Decide');
      await operator.expectNotice(notice);
    };
    await decide('Hold it for now', 'The bank details are new.', 'The payout is held.');
    await decide(
      'Approve it: it is sent to the bank',
      'The pro has called.',
      'The payout is approved and being sent.',
    );
    const acts = console.getByRole('table', { name: /operators/i });
    await expect(acts).toContainText('The bank details are new.');
    await expect(acts).toContainText('The pro has called.');
    const history = pro.page.getByRole('region', { name: 'History' });
    await expect(async () => {
      await pro.page.reload();
      await expect(history.getByText('Paid')).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await context.close();
  });
});

test('a pro is suspended without scripts in the console, appeals, and works again', async ({
  pro,
  server,
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
  const operator = await Operator.signIn(await context.newPage(), server, chief, 'super_admin');
  const console = operator.page;
  await operator.goTo('People');
  await console.getByLabel(/^Find/).fill(pro.email);
  await operator.press('Search');
  await console.getByRole('link', { name: 'Pro', exact: true }).click();
  await operator.open('Suspend this pro');
  await console
    .getByLabel('What happened')
    .fill('Two clients say that they were asked for cash outside Callout.');
  await operator.press('Suspend');
  await expect(console.getByRole('alert')).toContainText('Choose one.');
  await expect(console.getByLabel('What happened')).toHaveValue(/^Two clients say/);
  await console
    .getByRole('combobox', { name: 'Reason' })
    .selectOption({ label: 'Jobs or payments outside Callout' });
  await operator.press('Suspend');
  await operator.expectNotice('The pro is suspended, and has been written to.');

  await pro.page.reload();
  await expect(pro.page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
  await expect(pro.page.getByText(/they were asked for cash outside Callout\.$/)).toBeVisible();
  await pro.page.getByLabel('Your appeal').fill('They wished to pay in cash by the app, and did.');
  await pro.button('Send appeal').click();
  await expect(pro.page.getByText('We are looking into your appeal, and write to you.')).toBeVisible();

  await operator.goTo('Desk');
  await console
    .getByRole('main')
    .getByRole('link', { name: /appeal/i })
    .first()
    .click();
  await console.getByRole('main').getByRole('link').first().click();
  await expect(console.getByText(/They wished to pay in cash by the app, and did\./)).toBeVisible();
  await operator.open('Reinstate this pro');
  await console.getByLabel('Why they may work again').fill('Both jobs are on record as paid in cash.');
  await operator.press('Reinstate');
  await operator.expectNotice('The pro may work again.');
  await expect(async () => {
    await pro.page.reload();
    await expect(pro.available).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(pro.page.getByRole('heading', { name: 'Your account is suspended' })).toHaveCount(0);
  await context.close();
});
