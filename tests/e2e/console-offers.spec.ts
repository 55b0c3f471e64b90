// Operators offer and end coupons, and answer messages from the support page, with scripts and without.
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

test('a coupon that may be dear is offered knowingly, and ended', async ({ page, server }) => {
  const operator = await Operator.signIn(page, server, 'admin@callout.example', 'admin');
  await operator.goTo('Coupons');
  await expect(page.getByRole('row', { name: /WELCOME10/ })).toContainText('Dearer than our fee');
  await expectAccessible(page, 'coupons');
  await expectFits(page, 'coupons', sizes);
  await operator.open('Offer a new coupon');
  await page.getByLabel('Code').fill('winter5');
  await page.getByLabel('What it gives').fill('£5 off in winter');
  await page.getByLabel('How much').fill('5');
  await page.getByLabel('Uses in all').fill('200');
  await operator.press('Offer it');
  await expect(page.getByRole('alert')).toContainText('Tick this if that is meant.');
  await expect(page.getByLabel('Code')).toHaveValue('winter5');
  await expectAccessible(page, 'a refused coupon');
  await expectFits(page, 'a refused coupon', sizes);
  await page.getByLabel('It may take off more than our fee').check();
  await operator.press('Offer it');
  await operator.expectNotice('The coupon has been created.');
  await expect(page.getByRole('heading', { level: 1, name: 'Coupon WINTER5' })).toBeVisible();
  await expect(page.getByText('0 of 200')).toBeVisible();
  await operator.open('Change its limits');
  await expectAccessible(page, 'a coupon');
  await expectFits(page, 'a coupon', sizes);
  await operator.open('Change its limits');
  await operator.open('End it now');
  await page.getByLabel('Reason').locator('visible=true').fill('Nobody wants it.');
  await operator.press('End it now');
  await operator.expectNotice('The coupon has ended.');
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a message is answered by email', async ({ page, server, request }) => {
    const message = {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      message: 'Where is my pro?\nI wait since nine.',
    };
    expect((await request.post('/api/support', { data: message })).status()).toBe(202);
    const operator = await Operator.signIn(page, server, 'admin@callout.example', 'admin');
    await operator.goTo('Desk');
    await page.getByRole('link', { name: 'Messages to answer' }).click();
    await expectFits(page, 'the queue', sizes);
    await page.getByRole('link', { name: 'Where is my pro? I wait since nine.' }).click();
    await expectFits(page, 'a message', sizes);
    await page.getByLabel('Your answer').fill('They are on their way.');
    await operator.press('Send the answer');
    await operator.expectNotice('The answer is on its way.');
    await expect(async () => {
      const answers = (await server.outbox()).filter((sent) => sent.to === 'ada@example.com');
      expect(answers.map((sent) => sent.text.split('\n')[0])).toEqual(['They are on their way.']);
    }).toPass();
    await operator.goTo('Support');
    await expect(page.getByText('Nobody waits for an answer.')).toBeVisible();
  });
});

test('the pages of messages are accessible', async ({ page, server, request }) => {
  const message = {
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    message: 'Where is my pro?',
    bookingId: 'C-NONE',
  };
  expect((await request.post('/api/support', { data: message })).status()).toBe(202);
  const operator = await Operator.signIn(page, server, 'admin@callout.example', 'admin');
  await operator.goTo('Support');
  await expectAccessible(page, 'the queue');
  await page.getByRole('link', { name: 'Where is my pro?' }).click();
  await operator.press('Send the answer');
  await expect(page.getByRole('alert')).toContainText('Write an answer.');
  await expectAccessible(page, 'a refused answer');
});
