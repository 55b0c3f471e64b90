// Screenshots for docs/screens.
import { mkdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';

const folder = resolve(__dirname, '../../../docs/screens');
/** Maximum size of a screenshot in bytes, since they are committed to the repository. */
const MAX_BYTES = 150 * 1024;

export const pictureSizes = {
  '390': { width: 390, height: 844 },
  '1440': { width: 1440, height: 900 },
};

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.waitForFunction(() => document.fonts.status === 'loaded');
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(0, 0);
  });
  const path = `${folder}/${name}.png`;
  await page.screenshot({ path, animations: 'disabled' });
  expect.soft(statSync(path).size, path).toBeLessThanOrEqual(MAX_BYTES);
}
