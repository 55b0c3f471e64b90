// Step 1: description, area, estimate.
import { photo } from './support/photo';
import { expect, test } from './support/test';

test('an instant price: chips, counter, area, stale estimate, and another type in one tap', async ({
  page,
  journey,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await expect(page.getByRole('heading', { name: 'What needs fixing?' })).toBeVisible();
  await expect(page.getByText('step 1 of 5')).toBeVisible();
  const getEstimate = page.getByRole('button', { name: 'Get Instant Estimate' });

  await journey.description.fill('Leaking tap');
  await expect(page.getByText('489 left')).toBeVisible();
  await journey.area.fill('q1');
  await getEstimate.click();
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('Enter 2–3 valid characters (e.g., SW, SW1, B).');
  await journey.area.fill('sw1');
  await expect(journey.area).toHaveValue('SW1');
  await expect(page.getByText('Area ok')).toBeVisible();
  await expect(summary).toHaveCount(0);

  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('Leak / tap issue');
  await expect(popup).toContainText('£90–£105');
  await expect(popup).toContainText('London +12%');
  await expect(popup).toContainText('High');
  // Back closes the sheet and stays on the step.
  await page.goBack();
  await expect(popup).toHaveCount(0);
  await expect(page).toHaveURL(/\/booking\/create$/);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();

  // The price is now out of date.
  await journey.description.fill('Leaking tap, and the loft conversion needs doing');
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expect(getEstimate).toBeEnabled();

  await page.getByRole('button', { name: 'Tips for describing the job' }).click();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Tips for describing the job' }).click();
  for (const tip of [
    'Be concise: what / where / since when.',
    'Add a photo for a more accurate estimate.',
    'Avoid personal data in the description.',
  ])
    await expect(page.getByText(tip)).toBeVisible();
  await page.keyboard.press('Escape');

  await journey.description.fill('x'.repeat(501));
  await expect(page.getByText('1 too many')).toBeVisible();
  await expect(page.getByText('Describe the problem in 3 to 500 characters.')).toBeVisible();
});

test('low confidence leads to quotes, and nonsense is never priced', async ({ page, journey }) => {
  await journey.describe('Loft conversion', 'M1');
  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('£4,800–£5,600');
  await expect(popup).toContainText('Medium');
  await expect(popup.getByRole('button', { name: 'Request quotes' })).toBeVisible();
  await popup.getByRole('button', { name: 'Change the description' }).click();

  await journey.describe('qwerty asdfgh zxcvb', 'M1');
  await journey.estimate();
  await expect(popup).not.toContainText('£');
  await expect(popup).toContainText('Low');
  await expect(popup.getByRole('button', { name: 'Request quotes' })).toBeVisible();
});

test('the chip of another type prices it in one tap', async ({ page, journey }) => {
  await journey.describe('Kitchen sink is blocked', 'M1');
  await page
    .getByRole('group', { name: 'Or is it one of these?' })
    .getByText('Blocked drain or sink')
    .click();
  await expect(page.getByRole('dialog', { name: 'Your estimate' })).toContainText('£80–£150');
});

test('a photo survives a reload and can be removed', async ({ page, journey }) => {
  await journey.describe('Leaking tap', 'SW1');
  await page.getByLabel('Photo', { exact: true }).and(page.locator('input')).setInputFiles(photo);
  await expect(page.getByText('Photo added')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Photo added')).toBeVisible();
  await expect(page.getByRole('img', { name: 'What you chose' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(page.getByText('Photo added')).toHaveCount(0);
  await page.reload();
  await expect(journey.description).toHaveValue('Leaking tap');
  await expect(page.getByText('Photo added')).toHaveCount(0);
});

test('a file that is not a photo is rejected with a message', async ({ page, journey }) => {
  await journey.describe('Leaking tap', 'SW1');
  await page
    .getByLabel('Photo', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({
      name: 'tap.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4'),
    });
  await expect(page.getByRole('alert')).toHaveText('Choose a JPEG, PNG or WebP photo.');
});
