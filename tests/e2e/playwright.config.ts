// End-to-end tests: Debian's Chromium against the server's binary, with a separate server and data folder for each test.
import { defineConfig } from '@playwright/test';
import { headlessShell } from './support/chromium';
import { patience } from './support/patience';

const CI = process.env.CI === 'true';

export default defineConfig({
  testDir: '.',
  // Screenshots for the README and figures are made only on demand: SHOTS=1 (shots*.spec.ts), FIGURES=1 (figures.spec.ts).
  testIgnore: [
    ...(process.env.SHOTS ? [] : ['shots*.spec.ts']),
    ...(process.env.FIGURES ? [] : ['figures.spec.ts']),
  ],
  outputDir: '.results',
  fullyParallel: true,
  workers: 2,
  retries: CI ? 1 : 0,
  forbidOnly: CI,
  timeout: 40_000 * patience,
  expect: { timeout: 8_000 * patience, toPass: { timeout: 20_000 * patience } },
  reporter: CI ? [['list'], ['github']] : [['list']],
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    colorScheme: 'light',
    // A service worker hides requests from page.route, so only offline.spec.ts allows it.
    serviceWorkers: 'block',
    actionTimeout: 8_000 * patience,
    trace: 'on-first-retry',
    launchOptions: headlessShell,
  },
});
