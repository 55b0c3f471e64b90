// Addresses where there is nothing say so, and lead on.
import { expectAccessible } from './support/axe';
import { expectFits } from './support/layout';
import { expect, test } from './support/test';

test('a page or a pro that does not exist', async ({ page, watch }) => {
  watch.expectFailed('/api/masters/nobody/profile', 404);
  for (const path of ['/nothing/here', '/client/nothing', '/master/nothing']) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('status').filter({ hasText: /find that page/ })).toBeVisible();
  }
  // The notice is shown only on arrival.
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(/find that page/)).toHaveCount(0);

  await page.goto('/pros/nobody');
  await expect(page.getByRole('heading', { level: 1, name: 'Pro not found' })).toBeVisible();
  await expectAccessible(page, 'no such pro');
  await expectFits(page, 'no such pro', [
    { width: 320, height: 568 },
    { width: 768, height: 1024 },
    { width: 1440, height: 900 },
  ]);
  await page.getByRole('link', { name: 'To the start' }).click();
  await expect(page).toHaveURL(/\/$/);
});
