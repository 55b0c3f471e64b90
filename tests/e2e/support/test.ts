// What the specs import: Playwright's `test`, with a server for each test, a watched page and the steps of a booking.
import { type BrowserContext, test as base, type Page } from '@playwright/test';
import { Account } from './account';
import { Api } from './api';
import { Journey } from './journey';
import { type OpenProArea, ProArea, pat } from './proArea';
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
  /** A pro in a browser of their own. */
  openProArea: OpenProArea;
  /** Pat in a browser of their own, verified and connected for new jobs. */
  pro: ProArea;
}

export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  flags: [[], { option: true }],
  server: async ({ settings, flags }, use, info) => {
    const server = await Server.start(settings, flags);
    await use(server);
    if (info.status !== info.expectedStatus)
      await info.attach('server.log', { body: server.output, contentType: 'text/plain' });
    await server.remove();
  },
  baseURL: async ({ server }, use) => use(server.url),
  // Automatic, so that every test is watched.
  watch: [
    async ({ context }, use) => {
      const watch = new Watch();
      await watch.on(context);
      await use(watch);
      base.expect(watch.all, 'errors of the page, its console or its content policy').toEqual([]);
    },
    { auto: true },
  ],
  journey: async ({ page, watch: _watched }, use) => use(new Journey(page)),
  journeyOn: async ({ watch: _watched }, use) => use((page) => new Journey(page)),
  api: async ({ page, server }, use) => use(new Api(page, server)),
  account: async ({ page, server, watch: _watched }, use) => use(new Account(page, server)),
  openProArea: async ({ browser, baseURL, viewport, watch, account, server }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (email, name) => {
      const context = await browser.newContext({ baseURL, viewport, permissions: ['geolocation'] });
      opened.push(context);
      await watch.on(context);
      await account.createPro(email, name);
      return ProArea.signIn(await context.newPage(), email, server);
    });
    await Promise.all(opened.map((context) => context.close()));
  },
  pro: async ({ openProArea }, use) => {
    const pro = await openProArea(pat.email, pat.name);
    await pro.verify();
    await use(pro);
  },
});

export { expect } from '@playwright/test';
