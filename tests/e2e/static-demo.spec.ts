// The static demonstration (`just demo`) on a host that only has files: a booking, with nobody but the browser.
import { resolve } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { Journey } from './support/journey';
import { type StaticHost, serveFolder } from './support/static';

const folder = resolve(__dirname, '../../web/dist-demo');

const test = base.extend<{ host: StaticHost }>({
  host: async ({ browserName: _ }, use) => {
    const host = await serveFolder(folder);
    await use(host);
    await host.close();
  },
  baseURL: async ({ host }, use) => use(host.url),
});

// The mock is a service worker.
test.use({ viewport: { width: 375, height: 812 }, serviceWorkers: 'allow' });
test.slow();

const apiCalls = ({ missed }: StaticHost) => missed.filter((path) => path.startsWith('/api'));

/** Work begins 8 s after matching has started. */
async function expectAtWork(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name: 'Work in progress' })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText('This is a demo pro: nobody is really coming.')).toBeVisible();
}

test('a client books by card and follows the demo pro until work begins', async ({ page, host }) => {
  const journey = new Journey(page);
  await page.goto('/booking/create');
  await expect(page.getByText('nothing here is real')).toBeVisible();
  await journey.toPayment();
  await (await journey.coupon()).fill('welcome10');
  await journey.button('Apply').click();
  await journey.payByCard('£87.50');
  await journey.expectConfirmation();
  await page.getByRole('link', { name: 'Open live status' }).click();
  await expectAtWork(page);
  await page.reload();
  await expectAtWork(page);
  expect(apiCalls(host)).toEqual([]);
});

test('what needs a server says that there is none', async ({ page, host }) => {
  await page.goto('/master/login');
  await page.getByLabel('Email', { exact: true }).fill('sam@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('any password');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('The demonstration has no server behind it')).toBeVisible();
  expect(apiCalls(host)).toEqual([]);
});
