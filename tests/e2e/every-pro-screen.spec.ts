// Every screen of a pro who has no job yet (see support/look.ts).
import { look } from './support/look';
import { expect, test } from './support/test';
import { moduleFile, readModule } from './support/training';

// Each test visits many screens.
test.slow();

test('before the activation', async ({ page, journey, account }) => {
  await page.goto('/master/register');
  await page.getByLabel('Register as company').check();
  await look(page, 'register');
  await account.fillCredentials(
    'a-plumber-with-a-long-name.of-the-north@plumbers-of-wolverhampton.example.com',
  );
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await look(page, 'checklist');
  for (const step of ['basics', 'area', 'skills', 'email', 'documents', 'notifications']) {
    await page.goto(`/master/onboarding/${step}`);
    await expect(page.getByRole('link', { name: 'Checklist' })).toBeVisible();
    if (step === 'documents') await expect(page.getByText('Prove your email first.')).toBeVisible();
    await look(page, step);
  }
  await page.goto('/');
  // A pro's first page is the work.
  await expect(journey.heading('Complete your profile')).toBeVisible();
  await page.goto('/login');
  await expect(page.getByText(/You are signed in as/)).toBeVisible();
  await look(page, 'login when signed in');
});

test('once it is activated', async ({ openProArea }) => {
  const pro = await openProArea('sam@example.com');
  const { page } = pro;
  await expect(page.getByRole('heading', { name: 'Waiting for verification' })).toBeVisible();
  await look(page, 'home');
  await page.goto('/master/payouts');
  await expect(page.getByText('No payouts yet.')).toBeVisible();
  await look(page, 'payouts, empty');
  await page.goto('/master/payouts/test-details');
  await expect(pro.heading('Test bank details')).toBeVisible();
  await look(page, 'test bank details');
  await page.goto('/master/payouts/tax');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter your date of birth.')).toBeVisible();
  await look(page, 'tax details with errors');
  await page.goto('/master/badges');
  await expect(page.getByText('0 of 8 earned')).toBeVisible();
  await look(page, 'badges, none earned');
  await page.goto('/master/training');
  await expect(page.getByText('Not started').first()).toBeVisible();
  await look(page, 'training');
  const module = await moduleFile('isolating-water');
  await page.getByRole('link', { name: `Start ${module.title}` }).click();
  await readModule(page);
  await page.getByRole('button', { name: 'Check answers' }).click();
  await expect(page.getByText('Choose an answer.').first()).toBeVisible();
  await look(page, 'questions with errors');
  await page.goto('/master/profile');
  await expect(page.getByText('No reviews yet.')).toBeVisible();
  await look(page, 'profile');
  await page.goto('/master/hours');
  await page.getByRole('radio', { name: /^At these hours/ }).check();
  await page.getByRole('button', { name: 'Add hours on Monday' }).click();
  await page.getByLabel('Minimum price').fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Enter an amount from £1/)).toBeVisible();
  await look(page, 'working hours with errors');
  await page.getByRole('button', { name: 'Add days off' }).click();
  await expect(page.getByRole('dialog', { name: 'Days off' })).toBeVisible();
  await look(page, 'days off');
  await page.goto('/master/profile/company');
  await expect(pro.heading('Company')).toBeVisible();
  await look(page, 'company');
  await page.goto('/master/onboarding/documents');
  await expect(page.getByText('Uploaded, waiting for verification')).toHaveCount(2);
  await look(page, 'documents');
});
