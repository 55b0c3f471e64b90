// The operator's console: signing in, with scripts and without, and what every page of it must keep.
import { expectAccessible } from './support/axe';
import { expectFits } from './support/layout';
import { givePassword, Operator } from './support/operator';
import { expect, test } from './support/test';

const chief = 'chief@callout.example';
const sizes = [
  { width: 320, height: 640 },
  { width: 375, height: 812 },
  { width: 1440, height: 900 },
];

test.slow();

test('the first operator signs in with a second factor, and out again', async ({ page, server }) => {
  const operator = await Operator.signIn(page, server, chief, 'super_admin');
  await expectAccessible(page, 'account');
  await expectFits(page, 'account', sizes);
  await operator.goTo('Operators');
  await expectAccessible(page, 'operators');
  await operator.goTo('Audit log');
  await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('set up the second factor');
  await expectAccessible(page, 'audit log');
  await page.getByRole('link', { name: chief }).click();
  await operator.press('Sign out');
  await expectAccessible(page, 'sign in');
  await givePassword(page, chief, 'not the right words');
  await expect(page.getByRole('alert')).toContainText('Email or password is not right.');
  await expect(page.getByLabel('Email')).toHaveValue(chief);
  await givePassword(page, chief);
  await operator.prove();
  await operator.press('Sign in');
  await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
});

test('a form that is refused keeps what was typed', async ({ page, server }) => {
  const operator = await Operator.signIn(page, server, chief, 'super_admin');
  await operator.goTo('Operators');
  await operator.open('Add an operator');
  await page.getByLabel('Email').fill('new@callout.example');
  await page.getByLabel('First password').fill('short');
  await operator.prove();
  await operator.press('Add operator');
  await expect(page.getByRole('alert')).toContainText('Nothing was done.');
  await expect(page.getByLabel('Email')).toHaveValue('new@callout.example');
  await expect(page).not.toHaveURL(/callout\.example/);
  await expectAccessible(page, 'a refused form');
  await expectFits(page, 'a refused form', sizes);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('an operator signs in and adds another', async ({ page, server }) => {
    const operator = await Operator.signIn(page, server, chief, 'super_admin');
    await operator.goTo('Operators');
    await operator.open('Add an operator');
    await page.getByLabel('Email').fill('new@callout.example');
    await page.getByLabel('First password').fill('words for the first day');
    await page.getByLabel('Reason').fill('They answer for the south.');
    await operator.prove();
    await operator.press('Add operator');
    await operator.expectNotice('Added.');
    await expect(page.getByRole('heading', { level: 1, name: 'new@callout.example' })).toBeVisible();
  });
});
