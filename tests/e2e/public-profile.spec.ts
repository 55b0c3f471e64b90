// What everybody may read of a pro: led to from the pro's own profile, and what it says where there is nobody.
import { expectAccessible } from './support/axe';
import { expectFits, type Size } from './support/layout';
import { expect, test } from './support/test';

const sizes: Size[] = [
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

test('a pro sees their own public page, and so does everybody', async ({ page, pro }) => {
  await pro.goTo('Profile');
  await pro.page.getByRole('link', { name: 'See your public page' }).click();
  await expect(pro.heading('Pat N.')).toBeVisible();
  await page.goto(new URL(pro.page.url()).pathname);
  const card = page.getByRole('region', { name: 'The pro' });
  await expect(card).toContainText('Okafor & Daughters Heating and Plumbing Ltd');
  await expect(card.getByRole('list', { name: 'Badges' })).toContainText('Verified');
  await expect(page.getByText('No reviews yet.')).toBeVisible();
  // Whoever came by a link has no page to go back to.
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/$/);
  await pro.page.getByRole('button', { name: 'Back' }).click();
  await expect(pro.heading('Profile')).toBeVisible();
});

test('there is nobody at a wrong address', async ({ page, watch }) => {
  watch.expectFailed('/api/masters/nobody/profile', 404);
  await page.goto('/pros/nobody');
  await expect(page.getByRole('heading', { level: 1, name: 'Pro not found' })).toBeVisible();
  await expectAccessible(page, 'no such pro');
  await expectFits(page, 'no such pro', sizes);
  await page.getByRole('link', { name: 'To the start' }).click();
  await expect(page).toHaveURL(/\/$/);
});
