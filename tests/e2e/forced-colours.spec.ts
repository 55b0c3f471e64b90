// In forced colours only the system's colours are left: what is chosen must differ from what is not.
import type { Locator } from '@playwright/test';
import { expect, test } from './support/test';

test.use({ forcedColors: 'active' });

const background = (element: Locator) => element.evaluate((one) => getComputedStyle(one).backgroundColor);

/** The only chosen one of several looks unlike each of the others. */
async function expectChosenSeen(choices: Locator): Promise<void> {
  const chosen = choices.filter({ has: choices.page().locator('input:checked') });
  await expect(chosen).toHaveCount(1);
  const seen = await background(chosen);
  const others = choices.filter({ hasNot: choices.page().locator('input:checked') });
  expect(await others.count()).toBeGreaterThan(0);
  for (const other of await others.all()) expect(await background(other)).not.toBe(seen);
}

test('the chosen urgency, day and time can be seen', async ({ page, journey }) => {
  await journey.describeProblem();
  await journey.fillAddress();
  await journey.pickSlot(2, '11:00–13:00');
  await expectChosenSeen(page.locator('label').filter({ hasText: /^(ASAP|Scheduled)$/ }));
  await expectChosenSeen(page.locator('label[data-day]'));
  await expectChosenSeen(page.locator('label').filter({ hasText: /\d\d:00–\d\d:00/ }));
});
