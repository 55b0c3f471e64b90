// The built bundle without the newer APIs, as in the oldest browsers that the build targets (web/vite.config.ts): Safari 16.4, Chrome 111 and
// Firefox 128. Styles are not tested here.
import { expect, test } from './support/test';

/** What at least one of the three lacks, and Chromium has. */
const newer = [
  'AbortSignal.any',
  'Array.fromAsync',
  'ArrayBuffer.prototype.transfer',
  'Atomics.waitAsync',
  'Error.isError',
  'Float16Array',
  'Iterator.prototype.drop',
  'Iterator.prototype.every',
  'Iterator.prototype.filter',
  'Iterator.prototype.find',
  'Iterator.prototype.flatMap',
  'Iterator.prototype.forEach',
  'Iterator.prototype.map',
  'Iterator.prototype.reduce',
  'Iterator.prototype.some',
  'Iterator.prototype.take',
  'Iterator.prototype.toArray',
  'Iterator',
  'Map.groupBy',
  'Math.f16round',
  'Math.sumPrecise',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'Response.prototype.bytes',
  'Blob.prototype.bytes',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'Set.prototype.isDisjointFrom',
  'Set.prototype.isSubsetOf',
  'Set.prototype.isSupersetOf',
  'Set.prototype.symmetricDifference',
  'Set.prototype.union',
  'URL.canParse',
  'URL.parse',
  'Uint8Array.fromBase64',
  'Uint8Array.prototype.toBase64',
  'CloseWatcher',
  'Document.parseHTMLUnsafe',
  'Document.prototype.startViewTransition',
  'Element.prototype.checkVisibility',
  'Element.prototype.setHTMLUnsafe',
  'HTMLElement.prototype.showPopover',
  'Intl.DurationFormat',
  'Navigation',
  'navigation',
  'cookieStore',
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
];

test('books in cash without the newer APIs', async ({ page, context, journey, api }) => {
  await context.addInitScript((paths) => {
    for (const path of paths) {
      const names = path.split('.');
      const last = names.pop() as string;
      const owner = names.reduce<Record<string, unknown> | undefined>(
        (found, name) => found?.[name] as Record<string, unknown> | undefined,
        window as unknown as Record<string, unknown>,
      );
      if (owner) delete owner[last];
    }
  }, newer);
  await journey.toPayment();
  expect(
    await page.evaluate(() => ['any' in AbortSignal, 'canParse' in URL, 'union' in Set.prototype]),
  ).toEqual([false, false, false]);
  await journey.choose('Cash');
  await page.getByRole('checkbox', { name: /in cash/ }).check();
  await journey.button('Confirm booking (cash)').click();
  await journey.expectConfirmation();
  expect(await api.onlyBooking()).toMatchObject({ payment_method: 'cash', status: 'pending' });
});

test('the landing page is read, and leads on, before any script has run', async ({ page, openBrowser }) => {
  const plain = await openBrowser({ javaScriptEnabled: false });
  await plain.goto('/');
  await expect(plain.getByRole('heading', { level: 1, name: 'Leak at nine.' })).toBeVisible();
  await expect(plain.getByText('£90–£105')).toBeVisible();
  await plain.getByRole('link', { name: 'Request a Plumber' }).click();
  await expect(plain).toHaveURL(/\/booking\/create$/);
  // The first step is read, too, and says first why nothing can be typed (Playwright looks for no text in a noscript).
  await expect(plain.locator('noscript p')).toBeInViewport();
  await expect(plain.getByRole('heading', { level: 1, name: 'What needs fixing?' })).toBeVisible();
  await expect(plain.getByRole('textbox', { name: 'Describe the problem' })).toBeDisabled();
  // With scripts it is the app's.
  await page.goto('/');
  await page.getByRole('link', { name: 'Request a Plumber' }).click();
  await expect(page.getByLabel('Describe the problem')).toBeVisible();
});
