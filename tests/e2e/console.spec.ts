// The operator's console: every page of it with scripts, accessible and fitting; and the work that is done there, without any.
import { expectAccessible } from './support/axe';
import { someone } from './support/journey';
import { expectFits } from './support/layout';
import { givePassword, Operator } from './support/operator';
import { expect, test } from './support/test';

const chief = 'chief@callout.example';
const ofPro = 'pro@example.com';
const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  message: 'Where is my pro?\nI wait since nine.',
};
const sizes = [
  { width: 320, height: 640 },
  { width: 1440, height: 900 },
];

test.slow();

test('the first operator signs in with a second factor; every page is accessible and fits', async ({
  page,
  server,
  account,
  scene,
  request,
}) => {
  const check = async (screen: string) => {
    await expectAccessible(page, screen);
    await expectFits(page, screen, sizes);
  };
  await account.createPro(ofPro);
  const ada = await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' });
  await scene.book({ token: ada, inCash: true });
  expect((await request.post('/api/support', { data: message })).status()).toBe(202);

  const operator = await Operator.signIn(page, server, chief, 'super_admin');
  await check('account');
  for (const place of ['Desk', 'Payouts', 'Disputes', 'Fees', 'Visits', 'Audit log']) {
    await operator.goTo(place);
    await check(place);
  }

  await operator.goTo('Bookings');
  await check('bookings');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('link', { name: someone.fullName }).click();
  await check('a client');
  await operator.goTo('People');
  await check('people');
  await page.getByLabel(/^Find/).fill(ofPro);
  await operator.press('Search');
  await page.getByRole('link', { name: 'Pro', exact: true }).click();
  await check('a pro');

  await operator.goTo('Documents');
  await check('documents');
  await page.getByRole('link', { name: 'Electrical registration' }).click();
  await expect(
    page.getByRole('link', { name: 'Save the PDF: Electrical registration, as sent' }),
  ).toBeVisible();
  await check('a document');
  await operator.press('Approve');
  await expect(page.getByRole('alert')).toContainText('Enter the number on it.');
  await check('a refused approval');

  await operator.goTo('Support');
  await check('the messages');
  await page.getByRole('link', { name: /^Where is my pro\?/ }).click();
  await operator.press('Send the answer');
  await expect(page.getByRole('alert')).toContainText('Write an answer.');
  await check('a refused answer');

  await operator.goTo('Coupons');
  await check('coupons');
  await page.getByRole('link', { name: 'WELCOME10' }).click();
  await operator.open('Change its limits');
  await check('a coupon');

  await operator.goTo('Prices');
  await check('prices');
  await page.getByRole('main').getByRole('link', { name: '2026.2' }).first().click();
  await check('a price book');
  await operator.goTo('Prices');
  await operator.press('Begin a draft');
  await expect(page.getByRole('heading', { level: 1, name: 'Draft of book 2026.3' })).toBeVisible();
  await operator.open('Change its numbers');
  await check('a draft');

  await operator.goTo('Readings');
  await check('readings');
  await page.getByRole('link', { name: 'Turn off tap', exact: true }).click();
  await check('a switch');

  await operator.goTo('Operators');
  await check('operators');
  await operator.open('Add an operator');
  await page.getByLabel('Email').fill('new@callout.example');
  await page.getByLabel('First password').fill('short');
  await operator.press('Add operator');
  await expect(page.getByRole('alert')).toContainText('Nothing was done.');
  await expect(page.getByLabel('Email')).toHaveValue('new@callout.example');
  await expect(page).not.toHaveURL(/callout\.example/);
  await check('a refused form');
  await operator.goTo('Operators');
  await page.getByRole('main').getByRole('link', { name: chief }).click();
  await check('an operator');

  await page.getByRole('banner').getByRole('link', { name: chief }).click();
  await operator.press('Sign out');
  await check('sign in');
  await givePassword(page, chief, 'not the right words');
  await expect(page.getByRole('alert')).toContainText('Email or password is not right.');
  await expect(page.getByLabel('Email')).toHaveValue(chief);
  await givePassword(page, chief);
  await operator.prove();
  await operator.press('Sign in');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an operator looks after documents, messages, a booking and a pro', async ({
    page,
    server,
    account,
    scene,
    request,
  }) => {
    await account.createPro(ofPro);
    expect((await request.post('/api/support', { data: message })).status()).toBe(202);
    const operator = await Operator.signIn(page, server, 'admin@callout.example', 'admin');

    await operator.goTo('Desk');
    await page.getByRole('link', { name: 'Documents to look at' }).click();
    await page.getByRole('link', { name: 'Electrical registration' }).click();
    await expect(page.getByLabel('Valid until')).toHaveValue('2099-03-03');
    await page.getByLabel('Number on it').fill('NIC 123456');
    await operator.press('Approve');
    await operator.expectNotice('The document is verified');

    await operator.goTo('Support');
    await page.getByRole('link', { name: 'Where is my pro? I wait since nine.' }).click();
    await page.getByLabel('Your answer').fill('They are on their way.');
    await operator.press('Send the answer');
    await operator.expectNotice('The answer is on its way.');
    await expect
      .poll(async () => (await server.outbox()).find(({ to }) => to === message.email)?.text)
      .toMatch(/^They are on their way\./);

    // What else waits, in one go.
    await server.admin('verify-pro', '--email', ofPro);
    const ada = await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' });
    const id = await scene.book({ token: ada, inCash: true, isEmergency: true });
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
    await expect(page.getByRole('table', { name: /operators/i })).toContainText('The road is flooded.');

    await operator.goTo('People');
    await page.getByLabel(/^Find/).fill(ofPro);
    await operator.press('Search');
    await page.getByRole('link', { name: 'Pro', exact: true }).click();
    await operator.open('Suspend this pro');
    await page.getByLabel('What happened').fill('Two clients say that they were asked for cash.');
    await operator.press('Suspend');
    await expect(page.getByRole('alert')).toContainText('Choose one.');
    await expect(page.getByLabel('What happened')).toHaveValue(/^Two clients say/);
    await page
      .getByRole('combobox', { name: 'Reason' })
      .selectOption({ label: 'Jobs or payments outside Callout' });
    await operator.press('Suspend');
    await operator.expectNotice('The pro is suspended, and has been written to.');
    await operator.open('Reinstate this pro');
    await page.getByLabel('Why they may work again').fill('Both jobs are on record as paid in cash.');
    await operator.press('Reinstate');
    await operator.expectNotice('The pro may work again.');
  });
});
