// A demonstration server: one person with one browser sees a booking through to Done.
import { expect, type Page } from '@playwright/test';
import { test } from './support/test';

test.use({ viewport: { width: 375, height: 812 }, flags: ['--demo'] });
test.slow();

/** How long a demo pro may take to the next step. */
const soon = { timeout: 45_000 };

const warning = 'This is a demo pro: nobody is really coming.';

test('a demo pro takes a cash booking, drives there and finishes it', async ({ page, journey }) => {
  await journey.toPayment();
  await journey.payByCash();
  await page.getByRole('link', { name: 'Open live status' }).click();
  await expect(journey.heading('Live booking')).toBeVisible();

  await expect(page.getByText(warning)).toBeVisible(soon);
  const card = page.getByRole('region', { name: 'Your pro' });
  await expect(card).toContainText('Demo ');
  await expect(card.getByText('Verified')).toHaveCount(0);

  await expectHeadline(page, 'Your pro is on the way');
  // The last kilometre of the drive, as the positions arrive.
  await expect(page.getByRole('figure')).toContainText('Your pro: Nearby', soon);

  await expectHeadline(page, 'Work in progress');
  await expect(page.getByText(warning)).toBeVisible();
  await expectHeadline(page, 'Job completed');
  await expect(page.getByRole('listitem').filter({ hasText: /^Done \(done\)/ })).toBeVisible();
});

test('a demonstration server that was killed carries on where the job stood', async ({
  account,
  api,
  server,
}) => {
  const token = await account.create('ada@example.com', { name: 'Ada Brown', phone: '07700 900123' });
  await api.bookEmergency(token);
  const status = async () => (await api.onlyBooking(token)).status;
  await expect.poll(status, soon).toBe('en_route');
  await server.down();
  await server.up();
  await expect.poll(status, soon).toBe('in_progress');
  await expect.poll(status, soon).toBe('completed');
});

async function expectHeadline(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible(soon);
}
