// Passkeys, with an authenticator in software: a pro adds one and logs in with it; an operator adds one, signs in with it, and shows it before
// a grave act. By name, since an address without one can have none.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { Operator } from './support/operator';
import { pat } from './support/proArea';
import type { Server } from './support/server';
import { expect, test } from './support/test';

const byName = (server: Server) => `http://localhost:${server.port}`;

/** Like a phone's own, with its user's finger always on it. */
async function giveAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test.slow();

test('a pro adds a passkey and logs in with it', async ({ pro, openBrowser, server }) => {
  // Its session ends here.
  await pro.page.close();
  const page = await openBrowser({ baseURL: byName(server) });
  await giveAuthenticator(page);
  await page.goto('/healthz');
  await page.evaluate((token) => localStorage.setItem('auth_token', token), pro.token);
  await page.goto('/master/profile');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Give it a name, such as ‘My phone’.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const own = page.getByRole('list', { name: 'Your passkeys' });
  await expect(own.getByRole('heading', { name: 'My phone' })).toBeVisible();
  await expect(own.getByText('Not used yet')).toBeVisible();
  await expectAccessible(page, 'a passkey');
  // The same device makes no second one.
  await page.getByLabel('Name', { exact: true }).fill('My phone again');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device has a passkey of yours already.')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.goto('/master/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await expectAccessible(page, 'log in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
  await page.goto('/master/profile');
  await expect(page.getByText(pat.email)).toBeVisible();
  await expect(own.getByText('Last used')).toBeVisible();

  await own.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('You have no passkey yet.')).toBeVisible();
});

test('an operator adds a passkey, signs in with it, and shows it before a grave act', async ({
  openBrowser,
  server,
}) => {
  const page = await openBrowser({ baseURL: byName(server) });
  await giveAuthenticator(page);
  const operator = await Operator.signIn(page, server, 'chief@callout.example', 'super_admin');
  await operator.open('Add a passkey');
  await page.getByLabel('Name', { exact: true }).fill('My laptop');
  await operator.prove();
  await operator.press('Add it');
  await operator.expectNotice('The passkey is added.');
  await expect(page.getByRole('button', { name: 'Remove My laptop' })).toBeVisible();
  await expectAccessible(page, 'a passkey');

  await operator.press('Sign out');
  await expectAccessible(page, 'the sign-in');
  await operator.press('Sign in with a passkey');
  await expect(page.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();

  await page.goto('/admin/account');
  await operator.open('Change your password');
  await page.getByLabel('New password').fill('other words, and longer');
  await operator.press('Use a passkey instead');
  await operator.expectNotice('Your password is changed.');
});
