// After one visit the app starts, prices and plans offline, and an unfinished booking continues when the network is back.
import { cards } from './support/journey';
import { serviceWorkerReady } from './support/serviceWorker';
import { expect, test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('after one visit everything up to the checkout works without a server, and continues when it is back', async ({
  context,
  page: firstVisit,
  request,
  server,
  watch,
  journeyOn,
}) => {
  for (const path of ['/api/', '/healthz', '/sw.js']) watch.expectFailed(path, 'unreachable');
  await firstVisit.goto('/booking/create');
  const href = await firstVisit.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await request.get(href ?? '')).json();
  expect(manifest).toMatchObject({ name: 'Callout', display: 'standalone', start_url: '/' });
  for (const icon of manifest.icons) expect((await request.get(icon.src)).status()).toBe(200);
  await serviceWorkerReady(firstVisit);
  const cached = await firstVisit.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(cached.filter((path) => path.endsWith('.wasm'))).toHaveLength(1);
  expect(cached).toContain('/index.html');
  expect(cached.some((path) => path.endsWith('.woff2'))).toBe(true);
  await firstVisit.close();
  await server.down();

  // A new tab, at an address other than the landing page.
  const page = await context.newPage();
  const journey = journeyOn(page);
  await page.goto('/booking/create');
  await journey.describe('Leaking tap in the kitchen', 'SW1');
  await journey.estimate();
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toContainText('£90–£105');
  await expect(popup).toContainText('Priced on this device, confirmed when you’re back online.');
  await popup.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText("We can't reach Callout right now. Your booking is saved.")).toBeVisible();
  await journey.fillAddress();

  await expect(page.getByText("Times to be confirmed when you're back online.")).toBeVisible();
  await journey.chooseTime({ window: '11:00–13:00' });
  await expect(page.getByText('£97.50').first()).toBeVisible();
  await journey.agree();
  await expect(page.getByText("We can't reach Callout right now. Your booking is saved.")).toBeVisible();
  await expect(journey.pay('£97.50')).toBeDisabled();
  await (await journey.coupon()).fill('welcome10');
  await journey.button('Apply').click();
  await expect(page.getByText('to be confirmed')).toBeVisible();
  await expect(journey.pay('£87.50')).toBeDisabled();
  // Reloading while offline loses nothing either.
  await page.reload();
  await expect(journey.pay('£87.50')).toBeDisabled();
  await journey.choose('Cash');
  await page.getByRole('checkbox', { name: /in cash/ }).check();
  await expect(journey.button('Confirm booking (cash)')).toBeDisabled();
  await journey.choose('Card');

  await server.up();
  await journey.backOnline();
  // Nothing has been submitted meanwhile.
  await expect(page).toHaveURL(/\/booking\/payment/);
  await expect(page.getByText('to be confirmed')).toHaveCount(0);
  await journey.payByCard('£87.50', cards.good);
  await journey.expectConfirmation();
  const token = await page.evaluate(() => localStorage.getItem('guest_token'));
  const answer = await fetch(`${server.url}/api/bookings`, { headers: { Authorization: `Bearer ${token}` } });
  expect(((await answer.json()) as { items: { amount_pence: number }[] }).items).toMatchObject([
    { amount_pence: 8750 },
  ]);
});
