// What this person has seen of their bookings can be read without a network, and goes when they say so.
import { someone } from './support/journey';
import { serviceWorkerReady } from './support/serviceWorker';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('own bookings open without a network, and are gone once the device forgets them', async ({
  context,
  page,
  journeyOn,
  scene,
  server,
  watch,
}) => {
  for (const path of ['/api/', '/healthz', '/sw.js']) watch.expectFailed(path, 'unreachable');
  const id = await scene.book({ inCash: true });
  await page.goto(`/booking/${id}`);
  await expect(page.getByText(someone.line1)).toBeVisible();
  await serviceWorkerReady(page);
  await page.close();
  await server.down();

  const offline = await context.newPage();
  await offline.goto('/bookings');
  const kept = offline.getByRole('region', { name: `Booking ${id}` });
  await expect(kept).toContainText(someone.line1);
  await expect(kept).toContainText('11:00–13:00');
  await expect(kept).toContainText('Pending');
  await expect(kept).toContainText(/Last seen \w{3} \d\d:\d\d/);
  await kept.getByRole('link', { name: /^Open/ }).click();
  await expect(offline).toHaveURL(new RegExp(`/booking/${id}`));
  await expect(kept).toContainText(someone.line1);

  await offline.reload();
  await expect(kept).toContainText(someone.line1);
  await journeyOn(offline).button('Forget this device').click();
  const dialog = offline.getByRole('dialog', { name: 'Forget this device?' });
  await dialog.getByRole('button', { name: 'Forget this device' }).click();
  await expect(dialog).toHaveCount(0);
  await offline.goto(`/booking/${id}`);
  await expect(offline.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offline.getByText(someone.line1)).toHaveCount(0);
  expect(await offline.evaluate(() => JSON.stringify(localStorage))).not.toContain(someone.line1);
});
