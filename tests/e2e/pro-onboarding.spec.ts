// A pro's way from registration to being available for jobs.
import { expectAccessible } from './support/axe';
import { Keyboard } from './support/keyboard';
import { Pro, passport, sam } from './support/pro';
import { expect, test } from './support/test';

test('a pro registers, takes the six steps, is verified and goes online', async ({
  page,
  account,
  server,
  watch,
}) => {
  test.slow();
  watch.expectFailed('/masters/profile/activate', 409);
  const pro = new Pro(page, account);
  await pro.register();
  await expect(page.getByRole('navigation', { name: 'Your account' })).toHaveCount(0);

  // Activation says what is missing, and leads there.
  await page.getByRole('button', { name: 'Activate' }).click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(6);
  await summary.getByRole('link', { name: /^About you/ }).click();
  await expect(pro.step('About you')).toBeFocused();

  // What is typed survives a reload, and errors stand next to their fields.
  await pro.open('About you');
  await pro.fillBasics();
  await page.getByLabel('UK mobile').fill('020 7946 0000');
  await pro.save();
  await expect(page.getByText('Please enter a valid UK mobile number.')).toBeVisible();
  await expect(page.getByLabel('UK mobile')).toBeFocused();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Sam');
  await page.getByRole('link', { name: 'Checklist' }).click();
  await expect(pro.step('About you')).toContainText('Not saved yet');
  await pro.open('About you');
  await page.getByLabel('UK mobile').fill('07700 900456');
  await pro.save();
  await pro.expectDone(1);
  await expect(pro.step('About you')).toContainText('Sam Okafor, 12 years');

  await pro.open('Rates');
  await page.getByLabel('Call-out').fill('40');
  await page.getByLabel('Per hour').fill('52.50');
  await pro.save();
  await pro.expectDone(2);

  await pro.open('Your area');
  await page.getByLabel('Postcode you start from').fill('e2 8aa');
  await page.getByRole('slider', { name: 'How far you travel' }).fill('25');
  await pro.save();
  await pro.expectDone(3);
  await expect(pro.step('Your area')).toContainText('E2 8AA, 25 miles');

  await pro.open('Skills');
  await page.getByRole('checkbox', { name: 'Electrician' }).check();
  await page.getByRole('checkbox', { name: 'Handyman' }).check();
  await pro.save();
  await pro.expectDone(4);

  await pro.open('Documents');
  await pro.upload('Identity document');
  await pro.document('Electrical registration').getByLabel('Last day it is valid').fill('2099-03-03');
  await pro.upload('Electrical registration');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'View Identity document' }).click();
  expect((await download).suggestedFilename()).toBe('identity.pdf');
  await page.getByRole('link', { name: 'Done' }).click();
  await pro.expectDone(5);

  await pro.open('Prove your email');
  await pro.proveEmail();
  await pro.expectDone(6);

  await page.getByRole('button', { name: 'Activate' }).click();
  await expect(page).toHaveURL(/\/master$/);
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
  await expect(page.getByText('Every job needs it. Uploaded, waiting for verification.')).toBeVisible();
  await expect(page.getByText('Electrical jobs need it. Uploaded, waiting for verification.')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Your account' }).getByRole('link');
  await expect(tabs).toHaveText(['Home', 'Stream', 'Jobs', 'Payouts', 'Profile']);

  await server.admin('verify-pro', '--email', sam);
  await page.reload();
  await expect(pro.available).toBeChecked();
  await expect(page.getByRole('status').getByText('Online')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toHaveCount(0);
  await pro.available.uncheck();
  await expect(page.getByRole('status').getByText('Offline')).toBeVisible();
  await page.reload();
  await expect(pro.available).not.toBeChecked();
  await pro.available.check();
  await expect(page.getByRole('status').getByText('Online')).toBeVisible();

  await tabs.getByText('Profile').click();
  const card = page.getByRole('region', { name: 'You' });
  await expect(card.getByText('Verified').first()).toBeVisible();
  await expect(card.getByText('25 miles around E2 8AA')).toBeVisible();
  await page.getByRole('link', { name: 'Edit Documents' }).click();
  await expect(pro.document('Identity document').getByText('Verified')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Identity document' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('onboarding by keyboard alone, accessible in light and dark', async ({ page, account, journey }) => {
  test.slow();
  const pro = new Pro(page, account);
  const keys = new Keyboard(page);
  await pro.register();
  await expect(journey.heading('Complete your profile')).toBeFocused();
  await expectAccessible(page, 'checklist');

  await keys.press(pro.step('About you'));
  await expect(pro.heading('About you')).toBeFocused();
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await expect(page.getByLabel('First name')).toBeFocused();
  await expectAccessible(page, 'about you, with errors');
  await keys.type(page.getByLabel('First name'), 'Sam');
  await keys.type(page.getByLabel('Last name'), 'Okafor');
  await keys.type(page.getByLabel('UK mobile'), '07700 900456');
  await keys.type(page.getByLabel('Years of experience'), '12');
  await keys.type(page.getByLabel('Trading address'), '3 Mill Lane, London E2 8AA');
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await pro.expectDone(1);

  await keys.press(pro.step('Rates'));
  await expectAccessible(page, 'rates');
  await keys.type(page.getByLabel('Call-out'), '40');
  await keys.type(page.getByLabel('Per hour'), '50');
  await page.keyboard.press('Enter');
  await pro.expectDone(2);

  await keys.press(pro.step('Your area'));
  await expectAccessible(page, 'area');
  await keys.type(page.getByLabel('Postcode you start from'), 'E2');
  const slider = page.getByRole('slider', { name: 'How far you travel' });
  await keys.press(slider, 'End');
  await expect(slider).toHaveAttribute('aria-valuetext', '60 miles');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await keys.press(page.getByRole('button', { name: 'Save' }));
  await pro.expectDone(3);
  await expect(pro.step('Your area')).toContainText('E2, 2 miles');

  await keys.press(pro.step('Skills'));
  await expectAccessible(page, 'skills');
  await keys.press(page.getByRole('checkbox', { name: 'Handyman' }), 'Space');
  await keys.press(page.getByRole('button', { name: 'Save' }));
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

  await keys.press(pro.step('Prove your email'));
  await expectAccessible(page, 'email');
  const code = await account.codeAfter(sam, () =>
    keys.press(page.getByRole('button', { name: 'Send code' })),
  );
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await pro.expectDone(6);

  await keys.press(page.getByRole('button', { name: 'Activate' }));
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
  await expectAccessible(page, 'home, waiting');
  await keys.press(pro.available, 'Space');
  await expect(page.getByRole('status').getByText('Offline')).toBeVisible();
  await keys.press(
    page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Profile' }),
  );
  await expect(journey.heading('Profile')).toBeFocused();
  await expectAccessible(page, 'profile');
});
