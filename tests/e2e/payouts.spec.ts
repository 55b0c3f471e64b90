// What a pro has earned: a job paid by card, from the offer to the Payouts page and the month's statement; and the way to the bank.
import { readFile } from 'node:fs/promises';
import { expectAccessible } from './support/axe';
import { giveDetails, sendPayout, waitUntilCleared } from './support/payout';
import { expect, test } from './support/test';

test.use({ viewport: { width: 375, height: 812 } });
test.slow();

test('what a job by card earns clears first, and is on the statement', async ({
  page,
  api,
  journey,
  pro,
}) => {
  await pro.goTo('Payouts');
  await expect(pro.page.getByText(/^We pay out every Friday once your bank details are in\./)).toBeVisible();
  await expect(pro.page.getByText('No payouts yet.')).toBeVisible();
  await expect(pro.page.getByRole('region', { name: 'Clearing' })).toHaveCount(0);
  await expect(pro.page.getByRole('heading', { name: 'Statements' })).toHaveCount(0);

  await journey.bookByCard();
  const { id } = await api.onlyBooking();
  await expect(pro.offer()).toBeVisible();
  const earned = await pro.figure('You get');
  expect(earned).toMatch(/^£\d+\.\d\d$/);
  await pro.accept();
  await pro.goTo('Jobs');
  await pro.openJob();
  await pro.setOff();
  await pro.begin(page);
  await pro.finish();

  await pro.goTo('Payouts');
  const clearing = pro.page.getByRole('region', { name: 'Clearing' });
  await expect(clearing.getByRole('listitem')).toHaveCount(1);
  await expect(clearing.getByRole('listitem').getByText(earned, { exact: true })).toBeVisible();
  await expect(clearing.getByText(`In all: ${earned}`, { exact: true })).toBeVisible();
  await expect(clearing.getByText(/^Available from \w{3} \d+ \w{3,4}, \d\d:\d\d$/)).toBeVisible();
  // None of it is the pro's yet.
  await expect(pro.page.getByText('£0.00', { exact: true })).toBeVisible();
  await expectAccessible(pro.page, 'payouts, clearing');

  const download = pro.page.waitForEvent('download');
  await pro.button(`${londonMonth()} CSV`).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^callout-statement-\d{4}-\d\d\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(id);
  await pro.page.getByRole('link', { name: londonMonth(), exact: true }).click();
  await expect(pro.heading(`Statement, ${londonMonth()}`)).toBeVisible();
  await expect(pro.page.getByRole('listitem').filter({ hasText: 'Platform fee' })).toHaveCount(1);
  await expect(pro.page.getByText('At the end of the month')).toContainText(earned);
  await expect(pro.button('Print')).toBeVisible();
  await expectAccessible(pro.page, 'statement');
  await pro.page.getByRole('link', { name: 'Payouts' }).first().click();

  await clearing.getByRole('link', { name: 'Leak / tap issue' }).click();
  await expect(pro.heading('Leak / tap issue')).toBeVisible();
  await expect(pro.page).toHaveURL(new RegExp(`/master/booking/${id}$`));
});

test('bank details are asked for until the provider has all of them', async ({ pro }) => {
  await pro.goTo('Payouts');
  await pro.button('Add bank details').click();
  await expect(pro.heading('Test bank details')).toBeVisible();
  await expectAccessible(pro.page, 'test bank details');
  await pro.page.getByRole('radio', { name: 'More details are needed' }).check();
  await pro.button('Continue').click();
  await expect(pro.heading('Payouts')).toBeVisible();
  await pro.button('Finish bank details').click();
  await pro.page.getByRole('radio', { name: 'An account that takes payouts' }).check();
  await pro.button('Continue').click();

  await expect(pro.page).toHaveURL(/\/master\/payouts$/);
  await pro.page.getByRole('link', { name: 'Add tax details' }).click();
  await expect(pro.heading('Tax details')).toBeVisible();
  await pro.button('Save').click();
  await expect(pro.page.getByText('Enter your date of birth.')).toBeVisible();
  await expectAccessible(pro.page, 'tax details with errors');
  await pro.fillTaxDetails();

  await expect(pro.page.getByText(/^Next payout: Friday \d+ \w+$/)).toBeVisible();
  // Nothing has cleared yet.
  await expect(pro.button('Withdraw')).toHaveAttribute('aria-disabled', 'true');
  await expect(pro.button('Withdraw')).toHaveAccessibleDescription('The minimum withdrawal is £10.');
  await expectAccessible(pro.page, 'payouts with bank details');
});

test.describe('once it has cleared', () => {
  test.use({ settings: { CALLOUT_CLEARING_HOURS: '0', CALLOUT_CLEARING_FIRST_HOURS: '0' } });

  test('a pro withdraws, an operator looks at it, and it is paid', async ({ page, journey, pro, server }) => {
    await journey.bookByCard();
    await expect(pro.offer()).toBeVisible();
    const earned = await pro.figure('You get');
    await pro.accept();
    await pro.goTo('Jobs');
    await pro.openJob();
    await pro.setOff();
    await pro.begin(page);
    await pro.finish();
    await giveDetails(pro);
    await waitUntilCleared(pro);
    await expect(pro.page.getByText(earned, { exact: true })).toBeVisible();

    await pro.button('Withdraw').click();
    const dialog = pro.page.getByRole('dialog', { name: 'Withdraw to your bank' });
    await expect(dialog.getByLabel('Amount in pounds')).toHaveValue(earned.slice(1));
    await expectAccessible(pro.page, 'withdrawing');
    await dialog.getByLabel('Amount in pounds').fill('5');
    await dialog.getByRole('button', { name: 'Withdraw £5' }).click();
    await expect(dialog.getByText(`Enter an amount from £10 to ${earned}.`)).toBeVisible();
    await dialog.getByLabel('Amount in pounds').fill('20.50');
    await dialog.getByRole('button', { name: 'Withdraw £20.50' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(pro.page.getByText('Withdrawal of £20.50 requested')).toBeVisible();
    const history = pro.page.getByRole('region', { name: 'History' });
    await expect(history.getByText('Being checked')).toBeVisible();
    await expect(pro.button('Withdraw')).toHaveAccessibleDescription(/^One payout at a time/);
    await expectAccessible(pro.page, 'payouts with one under way');

    await sendPayout(pro, server);
    const told = (await server.outbox()).map(({ to, subject }) => `${to}: ${subject}`);
    expect(told).toContain(`${pro.email}: £20.50 is on its way to your bank`);
  });
});

/** 'November 2026' */
function londonMonth(): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'Europe/London' } as const;
  return new Intl.DateTimeFormat('en-GB', format).format(new Date());
}
