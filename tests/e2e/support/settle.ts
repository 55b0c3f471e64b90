// A screen at rest after a change that it answers by itself: other colours, another size.
import type { Page } from '@playwright/test';

/** The longest to wait for a frame: a page that is hidden gives none. */
const FRAME = 2_000;

export async function settled(page: Page, change: () => Promise<void>): Promise<void> {
  await page.evaluate(holdStill);
  await change();
  if (await page.evaluate(isDrawn, FRAME)) return;
  // Once in thousands of changes Chromium stops drawing a page, and Playwright can press nothing on it. Another size should make it start
  // again: the stall could not be reproduced.
  const size = page.viewportSize();
  if (!size) return;
  console.warn(`no frame of ${page.url()} at ${size.width}: nudged`);
  await page.setViewportSize({ ...size, height: size.height + 1 });
  await page.setViewportSize(size);
  await page.evaluate(isDrawn, FRAME);
}

/**
 * Runs in the page: nothing in it moves from now on. To wait until each transition has ended would not do. Whoever asks for less motion has
 * one of 0.01 ms on every element, and a colour that is inherited then comes down the tree by one element a frame.
 */
function holdStill(): void {
  if (document.adoptedStyleSheets.length > 0) return;
  const still = new CSSStyleSheet();
  still.replaceSync(
    '*, ::before, ::after { transition-property: none !important; animation-name: none !important; }',
  );
  document.adoptedStyleSheets = [still];
}

/** Runs in the page: the first frame is drawn with the change, the second with what the page made of it. False when one did not come. */
async function isDrawn(longest: number): Promise<boolean> {
  for (let frames = 0; frames < 2; frames += 1) {
    const came = await new Promise<boolean>((next) => {
      requestAnimationFrame(() => next(true));
      setTimeout(() => next(false), longest);
    });
    if (!came) return false;
  }
  return true;
}
