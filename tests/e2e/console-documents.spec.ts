// An operator and the documents of pros: looked at beside the form, approved, rejected, with scripts and without.
import { expectAccessible } from './support/axe';
import { expectFits } from './support/layout';
import { Operator } from './support/operator';
import { expect, test } from './support/test';

const pro = 'pro@example.com';
const sizes = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

test.slow();

test('an operator sees a document beside the form and rejects it', async ({ page, server, account }) => {
  await account.createPro(pro);
  const operator = await Operator.signIn(page, server, 'chief@callout.example', 'super_admin');
  await page.getByRole('link', { name: 'Desk', exact: true }).click();
  await page.getByRole('link', { name: 'Documents to look at' }).click();
  await expectAccessible(page, 'documents');
  await expectFits(page, 'documents', sizes);
  await page.getByRole('link', { name: 'Electrical registration' }).click();
  await expect(page.locator('iframe[title="Electrical registration, as sent"]')).toBeVisible();
  await expectAccessible(page, 'document');
  await expectFits(page, 'document', sizes);
  await operator.press('Approve');
  await expect(page.getByRole('alert')).toContainText('Enter the number on it.');
  await expectAccessible(page, 'a refused approval');
  await operator.open('Reject it');
  await page.getByLabel('What is wrong with it').fill('The second page is missing.');
  await operator.press('Reject');
  await operator.expectNotice('The document is rejected');
  await operator.goTo('Audit log');
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('viewed the document');
  await expect
    .poll(async () => (await server.outbox()).map(({ subject }) => subject))
    .toContain('We could not accept your electrical registration');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an operator approves a document', async ({ page, server, account }) => {
    await account.createPro(pro);
    const operator = await Operator.signIn(page, server, 'chief@callout.example', 'admin');
    await operator.goTo('Documents');
    await page.getByRole('link', { name: 'Electrical registration' }).click();
    await expect(page.getByLabel('Valid until')).toHaveValue('2099-03-03');
    await page.getByLabel('Number on it').fill('NIC 123456');
    await operator.press('Approve');
    await operator.expectNotice('The document is verified');
    await expect(page.getByRole('link', { name: 'Electrical registration' })).toHaveCount(0);
    await page.getByLabel('State').selectOption('Verified');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('link', { name: 'Electrical registration' }).click();
    await expect(page.getByText('NIC 123456')).toBeVisible();
  });
});
