// What the specs import: Playwright's `test`, with a server for each test, a watched page and the steps of a booking.
import { writeFile } from 'node:fs/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { Account } from './account';
import { Api } from './api';
import { keep } from './ask';
import { Journey } from './journey';
import { type OpenProArea, ProArea, pat } from './proArea';
import { Scene } from './scene';
import { Server, type Settings } from './server';
import { Watch } from './watch';

interface Fixtures {
  /** `test.use({ settings: { CALLOUT_TOKEN_TTL: '6' } })` */
  settings: Settings;
  /** Of `callout serve`, for what no environment variable sets: `test.use({ flags: ['--demo'] })` */
  flags: string[];
  server: Server;
  watch: Watch;
  journey: Journey;
  /** For another tab of the same browser. */
  journeyOn: (page: Page) => Journey;
  api: Api;
  account: Account;
  scene: Scene;
  /** A page in a browser of its own, which knows nothing of the other. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>;
  /** A pro in a browser of their own. */
  openProArea: OpenProArea;
  /** Pat in a browser of their own, verified and connected for new jobs. */
  pro: ProArea;
}

interface WorkerFixtures {
  /** A stopped server whose database is up to date and empty: one that begins with a copy of it starts sooner. */
  pristine: Server;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  pristine: [
    async ({}, use) => {
      const server = await Server.start();
      await server.down();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  settings: [{}, { option: true }],
  flags: [[], { option: true }],
  server: async ({ settings, flags, pristine }, use, info) => {
    const server = await Server.start(settings, flags, pristine);
    await use(server);
    if (info.status !== info.expectedStatus) await writeFile(info.outputPath('server.log'), server.output);
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.url),
  // Automatic, so that every test is watched.
  watch: [
    async ({ context }, use, info) => {
      const watch = new Watch();
      await watch.on(context);
      await use(watch);
      if (info.status !== info.expectedStatus)
        await writeFile(info.outputPath('addresses.txt'), watch.addresses.join('\n'));
      expect(watch.all, 'errors of the page, its console or its content policy').toEqual([]);
    },
    { auto: true },
  ],
  journey: async ({ page, watch: _watched }, use) => use(new Journey(page)),
  journeyOn: async ({ watch: _watched }, use) => use((page) => new Journey(page)),
  api: async ({ page, server }, use) => use(new Api(page, server)),
  account: async ({ page, server, watch: _watched }, use) => use(new Account(page, server)),
  scene: async ({ page, server, watch: _watched }, use) => use(new Scene(page, server)),
  openBrowser: async ({ browser, baseURL, viewport, watch }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext({ baseURL, viewport, ...options });
      opened.push(context);
      await watch.on(context);
      return context.newPage();
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  openProArea: async ({ openBrowser, account, server }, use) =>
    use(async (email, name) => {
      const token = await account.createPro(email, name);
      const page = await openBrowser({ permissions: ['geolocation'] });
      await keep(page, server, { auth_role: 'master', user_email: email, auth_token: token });
      await page.goto('/master');
      const pro = new ProArea(page, email, token, server);
      await expect(pro.heading('Home')).toBeVisible();
      return pro;
    }),
  pro: async ({ openProArea }, use) => {
    const pro = await openProArea(pat.email, pat.name);
    await pro.verify();
    await use(pro);
  },
});

export { expect };
