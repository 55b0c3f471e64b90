// A guest without an email: the link to their booking comes by text, and opens the booking in any browser.
import type { Page } from '@playwright/test';
import { someone } from './support/journey';
import { linksByText } from './support/links';
import { expect, test } from './support/test';

async function expectBooking(page: Page, id: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Live booking' })).toBeVisible();
  await expect(page.getByText(`Booking ${id}`)).toBeVisible();
  await expect(page.getByText(someone.line1)).toBeVisible();
}

test('a guest with only a phone gets the link by text, and a new one when it is lost', async ({
  openBrowser,
  scene,
  server,
  watch,
}) => {
  watch.expectFailed('/api/bookings/', 401);
  const id = await scene.book({ inCash: true });
  await expect.poll(async () => (await linksByText(server)).length).toBe(1);

  // Another phone, where nothing of this booking is stored.
  const other = await openBrowser();
  await other.goto((await linksByText(server))[0] as string);
  await expectBooking(other, id);

  // Its address alone shows nothing, but has the link sent again.
  const stranger = await openBrowser();
  await stranger.goto(`/booking/${id}`);
  await expect(stranger.getByText(someone.line1)).toHaveCount(0);
  await stranger.getByLabel('Email or UK mobile you booked with').fill(someone.phone);
  await stranger.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(stranger.getByText('the link is on its way')).toBeVisible();
  await expect.poll(async () => (await linksByText(server)).length).toBe(2);
  await stranger.goto((await linksByText(server))[1] as string);
  await expectBooking(stranger, id);
});
