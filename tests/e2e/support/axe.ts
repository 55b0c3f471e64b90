// Automated accessibility checks, in light and dark.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Scroll to the end, where the bars fixed to the bottom cover nothing.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await page.evaluate(settled);
    const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
    const found = violations.flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}\n  ${node.failureSummary}`),
    );
    expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
  }
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${screen} scrolls sideways by`).toBe(0);
}

/** Runs in the page: waits for two frames in the new colour scheme and for all transitions to finish. */
async function settled(): Promise<void> {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  await frame();
  await frame();
  const passing = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map((one) => one.finished));
}
