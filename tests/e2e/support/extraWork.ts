// Extra work on a job in progress, as the pro suggests it and the client pays for it.
import { expect, type Page } from '@playwright/test';
import { cards, type Journey } from './journey';
import type { ProArea } from './proArea';

/** The pro suggests labour for £50 and a part for £30. */
export async function suggestExtraWork(pro: ProArea, beforeSending?: () => Promise<void>): Promise<void> {
  await pro.button('Add extra work or parts').click();
  const form = pro.page.getByRole('dialog', { name: 'Add extra work or parts' });
  await form.getByLabel('Description').fill('Fit a new stop tap');
  await form.getByLabel('Price in pounds').fill('50');
  await form.getByRole('button', { name: 'Add another line' }).click();
  const second = form.getByRole('group', { name: 'Line 2' });
  await expect(second.getByLabel('Description')).toBeFocused();
  await second.getByRole('radio', { name: 'Parts' }).check();
  await second.getByLabel('Description').fill('15 mm stop tap');
  await second.getByLabel('Price in pounds').fill('30');
  await form.getByLabel('Why it is needed').fill('The old one is seized.');
  await beforeSending?.();
  await form.getByRole('button', { name: 'Send to the client' }).click();
  await expect(pro.page.getByRole('region', { name: 'Extra work suggested' })).toContainText(
    /Waiting for the client until \d\d:\d\d/,
  );
}

/** A job of £97.50 becomes one of £177.50: suggested, approved and paid by card, each side seeing at once what the other does. */
export async function agreeOnExtraWork(page: Page, journey: Journey, pro: ProArea): Promise<void> {
  await suggestExtraWork(pro);
  const card = page.getByRole('region', { name: 'Your pro suggests extra work' });
  for (const text of ['Labour: Fit a new stop tap', '£50.00', 'Parts: 15 mm stop tap', '£80.00', 'left'])
    await expect(card).toContainText(text);
  await card.getByRole('button', { name: 'Approve and pay £80' }).click();
  await expect(page.getByText(/^Please pay £80 by \d\d:\d\d for the extra work\./)).toBeVisible();
  await expect(pro.page.getByText(/^Approved: waiting for the payment/)).toBeVisible();
  await journey.fillCard(cards.declined);
  await journey.button('Confirm Payment').click();
  await expect(page.getByRole('alert').filter({ hasText: /declined/i })).toBeVisible();
  await journey.fillCard(cards.good);
  await journey.button('Confirm Payment').click();

  await expect(page.getByRole('heading', { name: 'Work in progress' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Booking', exact: true })).toContainText(
    '£177.50 paid by card.',
  );
  await expect(page.getByRole('region', { name: /extra work|your payment/ })).toHaveCount(0);
  await expect(
    pro.page.getByText('Your client has approved £80 of extra work. You can go ahead.'),
  ).toBeVisible();
}

/** The details and the receipt list it thing by thing. */
export async function expectExtraWorkListed(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Booking details' }).click();
  await expect(page.getByRole('region', { name: 'Booking', exact: true })).toContainText(
    'Parts: 15 mm stop tap',
  );
  await page.getByRole('button', { name: 'Receipt' }).click();
  await expect(page).toHaveURL(/\/receipt$/);
  for (const row of ['Labour: Fit a new stop tap +£50.00', 'Parts: 15 mm stop tap +£30.00'])
    await expect(page.getByRole('row', { name: row })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('£177.50');
}
