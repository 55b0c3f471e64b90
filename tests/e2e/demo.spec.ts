// A demonstration server: one person with one browser sees a booking through to Done.
import { patience } from './support/patience';
import { expect, test } from './support/test';

test.use({
  viewport: { width: 375, height: 812 },
  flags: ['--demo'],
  settings: { CALLOUT_DEMO_SPEED: '4' },
});

const warning = 'This is a demo pro: nobody is really coming.';

test('a demo pro takes a cash booking, drives there and finishes it', async ({ page, scene }) => {
  const id = await scene.book({ inCash: true });
  await page.goto(`/booking/${id}`);
  await expect(page.getByText(warning)).toBeVisible();
  const card = page.getByRole('region', { name: 'Your pro' });
  await expect(card).toContainText('Demo ');
  await expect(card.getByText('Verified')).toHaveCount(0);

  await expect(page.getByRole('heading', { level: 2, name: 'Your pro is on the way' })).toBeVisible();
  await expect(page.getByRole('figure')).toContainText('Your pro: ');
  // At this speed the drive and the work take 9.5 seconds.
  const over = page.getByRole('heading', { level: 2, name: 'Job completed' });
  await expect(over).toBeVisible({ timeout: 20_000 * patience });
  await expect(page.getByRole('listitem').filter({ hasText: /^Done \(done\)/ })).toBeVisible();
});
