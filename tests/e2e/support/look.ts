// One look at a screen asks it everything: axe in light and dark on a phone and at a desk, every width, and text at 200%.
import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expectFits } from './layout';
import { settled } from './settle';

/** One of each band between the breakpoints. */
export const sizes = {
  /** A phone at a zoom of 200%. */
  zoomed: { width: 195, height: 422 },
  narrow: { width: 320, height: 568 },
  low: { width: 375, height: 667 },
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desk: { width: 1440, height: 900 },
};

/** Which sizes axe sees, which the layout must bear, and which of these with large text. */
const plans = {
  everywhere: {
    axe: [sizes.narrow, sizes.desk],
    fits: [sizes.zoomed, sizes.narrow, sizes.phone, sizes.tablet, sizes.desk],
    largeText: [sizes.low, sizes.desk],
  },
  phone: {
    axe: [sizes.narrow],
    fits: [sizes.zoomed, sizes.narrow, sizes.phone, sizes.tablet],
    largeText: [sizes.low],
  },
  desk: { axe: [sizes.desk], fits: [sizes.desk], largeText: [] },
};

export type Look = typeof look;

/** Looks at the screen, or the dialog that is open on it, and returns to the size and colours before. */
export async function look(
  page: Page,
  screen: string,
  where: keyof typeof plans = 'everywhere',
): Promise<void> {
  const plan = plans[where];
  const before = page.viewportSize();
  for (const size of plan.axe) {
    await settled(page, () => page.setViewportSize(size));
    await expectAccessible(page, `${screen} at ${size.width}`);
    await keepPicture(page, `${screen}-${size.width}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expectFits(page, screen, plan.fits);
  await withLargeText(page, () => expectFits(page, `${screen}, large text`, plan.largeText));
  if (before) await settled(page, () => page.setViewportSize(before));
}

/** As the browser's own font size makes it. */
async function withLargeText(page: Page, act: () => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const setText = (standard: number) => session.send('Page.setFontSizes', { fontSizes: { standard } });
  await setText(32);
  const textSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(textSize).toBe('32px');
  await act();
  await setText(16);
  await session.detach();
}

/** PICTURES=<folder> keeps a picture of every screen. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await settled(page, () => page.emulateMedia({ colorScheme }));
    const path = `${folder}/${name.replace(/\W+/g, '-')}-${colorScheme}.png`;
    await page.screenshot({ path, animations: 'disabled' });
  }
}
