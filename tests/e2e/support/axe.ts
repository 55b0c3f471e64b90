// Automated accessibility checks: every rule in light, and once more in dark those about colours.
import { expect, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { settled } from './settle';

const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];
/** All of axe's `cat.color` at level AA. They take twenty times as long as all others together. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

export async function expectAccessible(page: Page, screen: string): Promise<void> {
  await check(page, screen, 'light', { type: 'tag', values: everyRule });
  await check(page, screen, 'dark', { type: 'rule', values: aboutColours });
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(beyond, `${screen} scrolls sideways by`).toBe(0);
}

async function check(
  page: Page,
  screen: string,
  colorScheme: 'light' | 'dark',
  runOnly: RunOptions['runOnly'],
): Promise<void> {
  await settled(page, async () => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // At the end, the bars fixed to the bottom cover nothing.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // What passes is not asked for: telling where it stands would take longer than the rules.
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: typeof axe }).axe.run(options),
    { runOnly, resultTypes: ['violations'] } as RunOptions,
  );
  const found = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}\n  ${node.failureSummary}`),
  );
  expect.soft(found, `${screen}, ${colorScheme}`).toEqual([]);
}
