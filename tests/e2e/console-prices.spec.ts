// A super admin publishes a price book; every place of the console is accessible and fits.
import { expectAccessible } from './support/axe';
import { expectFits } from './support/layout';
import { Operator } from './support/operator';
import { expect, test } from './support/test';

const sizes = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

test.slow();

test('a price book is drafted, compared and published', async ({ page, server, request }) => {
  const operator = await Operator.signIn(page, server, 'chief@callout.example', 'super_admin');
  await operator.goTo('Prices');
  await operator.press('Begin a draft');
  await expect(page.getByRole('heading', { level: 1, name: 'Draft of book 2026.3' })).toBeVisible();
  await operator.open('Change its numbers');
  await expectAccessible(page, 'a draft');
  await expectFits(page, 'a draft', sizes);
  await page.getByLabel('Emergency, on top').fill('42');
  await operator.press('Save the numbers');
  await operator.expectNotice('The numbers are saved.');
  await operator.open('Change its numbers');
  await expect(page.getByLabel('Emergency, on top')).toHaveValue('42');
  await operator.open('Publish this book');
  await page.getByLabel('Reason').locator('visible=true').fill('Nights are dear.');
  await operator.prove();
  await operator.press('Publish it');
  await operator.expectNotice('The book is published.');
  // Servers follow within ten seconds.
  const version = async () => (await (await request.get('/api/pricing/book')).json()).version;
  await expect.poll(version, { timeout: 15_000 }).toBe('2026.3');
});

test('every place of the console is accessible', async ({ page, server, account }) => {
  await account.createPro('pro@example.com');
  const operator = await Operator.signIn(page, server, 'chief@callout.example', 'super_admin');
  const mine = [
    'Desk',
    'Bookings',
    'Documents',
    'People',
    'Support',
    'Payouts',
    'Disputes',
    'Fees',
    'Coupons',
  ];
  for (const place of [...mine, 'Prices', 'Operators', 'Audit log']) {
    await operator.goTo(place);
    await expectAccessible(page, place);
    await expectFits(page, place, sizes);
  }
});
