// A page that stays open while the server changes under it: a lost download, a new version, new settings.
import { Deploy } from './support/deploy';
import { cards } from './support/journey';
import { serviceWorkerReady } from './support/serviceWorker';
import { test as base, expect } from './support/test';

const test = base.extend<{ deploy: Deploy }>({
  deploy: async ({ server }, use) => {
    const deploy = await Deploy.before(server);
    await use(deploy);
    await deploy.close();
  },
});

test('the price comes after its code was lost, as soon as the network lets it', async ({
  page,
  journey,
  watch,
}) => {
  watch.expectFailed('/assets/pricing_wasm', 'unreachable');
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/booking/create');
  await journey.description.fill('Leaking tap in the kitchen');
  await journey.area.fill('SW1');
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/*.wasm');
  await again.click();
  await journey.estimate();
  await expect(page.getByRole('dialog', { name: 'Your estimate' })).toContainText('£90–£105');
});

test('a booking goes on over a deploy, without a service worker', async ({
  page,
  journey,
  deploy,
  watch,
}) => {
  watch.expectFailed('/assets/', 404);
  await page.goto(`${deploy.url}/booking/create`);
  await journey.describe('Leaking tap in the kitchen', 'SW1');
  await journey.estimate();
  deploy.deployNext();
  // The next screens are gone under the names that this page knows.
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await journey.fillAddress();
  await journey.chooseTime({ window: '11:00–13:00' });
  await journey.agree();
  await journey.payByCard('£97.50', cards.good);
  await journey.expectConfirmation();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new version is found and offered, and what was entered stays', async ({
    page,
    journey,
    deploy,
  }) => {
    await page.goto(`${deploy.url}/booking/create`);
    await serviceWorkerReady(page);
    await page.reload();
    await journey.describe('Leaking tap in the kitchen', 'SW1');
    deploy.deployNext();
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await journey.button('Update now').click();
    await expect(page.locator('script[src*="-next.js"]')).toHaveCount(1);
    await expect(journey.description).toHaveValue('Leaking tap in the kitchen');
    await expect(journey.button('Update now')).toHaveCount(0);
  });

  test('settings switched on under the same version reach whoever was here before', async ({
    page,
    server,
  }) => {
    const tiles = page.locator('meta[name=callout-tiles]');
    await page.goto('/booking/create');
    await serviceWorkerReady(page);
    await expect(tiles).toHaveAttribute('content', '');
    await server.down();
    await server.up({ CALLOUT_TILE_URL: 'https://tiles.example.com/{z}/{x}/{y}.png' });
    const answer = await page.reload();
    await expect(tiles).toHaveAttribute('content', 'https://tiles.example.com/{z}/{x}/{y}.png');
    expect(answer?.headers()['content-security-policy']).toContain('https://tiles.example.com');
  });
});
