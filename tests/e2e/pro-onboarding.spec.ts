// A pro's way from registration to being available for jobs.
import { expectAccessible } from './support/axe';
import { Keyboard } from './support/keyboard';
import { Pro, passport, sam } from './support/pro';
import { expect, test } from './support/test';

test('a pro registers, takes the five steps by keyboard alone, is verified and goes online', async ({
  page,
  account,
  journey,
  server,
  watch,
}) => {
  test.slow();
  watch.expectFailed('/masters/profile/activate', 409);
  const pro = new Pro(page, account);
  const keys = new Keyboard(page);
  await pro.register();
  await expect(journey.heading('Complete your profile')).toBeFocused();
  await expect(page.getByRole('navigation', { name: 'Your account' })).toHaveCount(0);
  await expectAccessible(page, 'checklist');
  // Activation says what is missing, and leads there.
  await keys.press(page.getByRole('button', { name: 'Activate' }));
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(5);
  await keys.press(summary.getByRole('link', { name: /^About you/ }));
  await expect(pro.step('About you')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(pro.heading('About you')).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page, 'about you, with errors');
  await keys.type(page.getByLabel('First name'), 'Sam');
  // What is typed survives a reload.
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Sam');
  await keys.type(page.getByLabel('Last name'), 'Okafor');
  await keys.type(page.getByLabel('UK mobile'), '07700 900456');
  await keys.type(page.getByLabel('Years of experience'), '12');
  await keys.type(page.getByLabel('Trading address'), '3 Mill Lane, London E2 8AA');
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await pro.expectDone(1);

  await keys.press(pro.step('Your area'));
  await expectAccessible(page, 'area');
  await keys.type(page.getByLabel('Postcode you start from'), 'E2');
  const slider = page.getByRole('slider', { name: 'How far you travel' });
  await keys.press(slider, 'End');
  await expect(slider).toHaveAttribute('aria-valuetext', '60 miles');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await pro.expectDone(2);
  await expect(pro.step('Your area')).toContainText('E2, 2 miles');

  await keys.press(pro.step('Skills'));
  await expectAccessible(page, 'skills');
  await keys.press(page.getByRole('checkbox', { name: 'Handyman' }), 'Space');
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await pro.expectDone(3);

  await keys.press(pro.step('Prove your email'));
  await expectAccessible(page, 'email');
  const code = await account.codeAfter(sam, () =>
    keys.press(page.getByRole('button', { name: 'Send code' })),
  );
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await pro.expectDone(4);

  await keys.press(pro.step('Documents'));
  await expect(page.getByRole('button', { name: 'Upload Identity document' })).toBeVisible();
  await expectAccessible(page, 'documents');
  const chooser = page.waitForEvent('filechooser');
  await keys.press(page.getByRole('button', { name: 'Upload Identity document' }));
  await (await chooser).setFiles(passport);
  await expect(page.getByText('Uploaded, waiting for verification')).toBeVisible();
  await expectAccessible(page, 'documents, one uploaded');
  await keys.press(page.getByRole('button', { name: 'Remove Identity document' }));
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Remove Identity document' })).toBeFocused();
  await keys.press(page.getByRole('link', { name: 'Done' }));
  await pro.expectDone(5);

  await keys.press(page.getByRole('button', { name: 'Activate' }));
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
  await expectAccessible(page, 'home, waiting');

  await server.admin('verify-pro', '--email', sam);
  await page.reload();
  await expect(pro.available).toBeChecked();
  await expect(page.getByRole('status').getByText('Online')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toHaveCount(0);
  await keys.press(pro.available, 'Space');
  await expect(page.getByRole('status').getByText('Offline')).toBeVisible();
  await page.reload();
  await expect(pro.available).not.toBeChecked();
  const tabs = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  await expect(tabs).toHaveText(['Home', 'Stream', 'Jobs', 'Payouts', 'Profile']);
  await keys.press(tabs.getByText('Profile'));
  await expect(journey.heading('Profile')).toBeFocused();
  await expect(page.getByRole('region', { name: 'You' }).getByText('Verified').first()).toBeVisible();
  await expectAccessible(page, 'profile');
  await keys.press(page.getByRole('link', { name: 'Edit Documents' }));
  await expect(pro.document('Identity document').getByText('Verified')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'View Identity document' }).click();
  expect((await download).suggestedFilename()).toBe('identity.pdf');
  await expect(page.getByRole('button', { name: 'Remove Identity document' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);

  // The pro area asks whoever comes back to sign in, with a code if the password is forgotten.
  await page.goto('/master/profile');
  await expect(page).toHaveURL(/\/master\/login\?next=%2Fmaster%2Fprofile$/);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByLabel('Your email')).toBeFocused();
  await page.keyboard.type(sam);
  const again = await account.sendCode(sam, page);
  await page.getByLabel('Code', { exact: true }).fill(again);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(journey.heading('Profile')).toBeVisible();
});
