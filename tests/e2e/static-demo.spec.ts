// The static demonstration (`just demo`) on a host that only has files: both sides, with nobody but the browser.
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

/** How long the script may take to the next step. */
const soon = { timeout: 60_000 };

async function expectHeadline(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible(soon);
}

test('a client books by card and follows the demo pro to Done', async ({ page, host }) => {
  const journey = new Journey(page);
  await page.goto(`${host.url}/booking/create`);
  await expect(page.getByText('nothing here is real')).toBeVisible();
  await journey.bookByCard();
  await expectHeadline(page, 'Your pro is on the way');
  await page.reload();
  await expectHeadline(page, 'Job completed');
  expect(host.missed.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('a pro signs in, takes an offer and completes it', async ({ page, host }) => {
  await page.goto(`${host.url}/master/login`);
  await page.getByLabel('Email', { exact: true }).fill('sam@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('any password');
  await page.getByRole('button', { name: 'Log in' }).click();
  const offer = page.getByRole('article').first();
  await offer.getByRole('button', { name: 'Accept' }).click(soon);
  await page.getByRole('link', { name: 'Open Leak / tap issue' }).first().click(soon);
  await page.getByRole('button', { name: 'On my way' }).click();
  const startNow = page.getByRole('button', { name: 'Start now' });
  // Only a job of another day is asked about.
  await expect(startNow.or(page.getByRole('button', { name: 'Undo' }))).toBeVisible();
  if (await startNow.isVisible()) await startNow.click();
  await page.getByRole('button', { name: 'Start work' }).click(soon);
  // The code that the demo client writes in the chat.
  await page.getByRole('textbox', { name: 'Start code' }).fill('2468');
  await page.getByRole('button', { name: 'Check and begin' }).click();
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await page.getByLabel("I can't take a photo").check();
  await page.getByRole('textbox', { name: 'Why not?' }).fill('The pipe is behind the wall.');
  await page.getByRole('button', { name: 'Finish the job' }).click();
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible();
  expect(host.missed.filter((path) => path.startsWith('/api'))).toEqual([]);
});
