// A whole booking without a mouse or touch.
import type { Page } from '@playwright/test';

import { Keyboard } from './support/keyboard';
import { londonDay } from './support/london';
import { expect, test } from './support/test';

test('a cash booking, from the landing page to the live booking, by keyboard alone', async ({
  page,
  journey,
  api,
}) => {
  const keys = new Keyboard(page);
  await page.goto('/');
  const request = page.getByRole('link', { name: 'Request a Plumber' });
  // A key that is pressed before there is anything to go to goes nowhere.
  await expect(request).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await keys.press(request);

  await expect(journey.heading('What needs fixing?')).toBeFocused();
  await keys.type(journey.description, 'Leaking tap in the kitchen');
  await keys.type(journey.area, 'SW1');
  await keys.press(journey.button('Get Instant Estimate'));
  const popup = page.getByRole('dialog', { name: 'Your estimate' });
  await expect(popup).toBeVisible();
  // Escape closes the popup and returns the focus.
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await keys.press(journey.button('Continue'));

  await expect(page).toHaveURL(/\/booking\/address/);
  await keys.type(page.getByLabel('Full name'), 'Priya Shah');
  await keys.type(page.getByLabel('UK mobile'), '07700 900123');
  await keys.type(page.getByLabel(/^Address line 1/), '14 Harbour Row');
  await keys.type(page.getByLabel(/^Postcode/), 'SW1A 1AA');
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/booking\/time/);
  // The windows are there, so that how soon is settled: ASAP, or Scheduled once today has no window left.
  await expect(page.getByRole('checkbox', { name: /cheaper options/ })).toBeVisible();
  const howSoon = page.getByRole('group', { name: 'How soon' }).getByRole('radio', { checked: true });
  await keys.reach(howSoon);
  if ((await howSoon.getAttribute('value')) === 'ASAP') await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Scheduled' })).toBeChecked();
  // One tab stop for the days and one for the slots; the arrows choose within them.
  const day = page
    .getByRole('radiogroup', { name: 'Day', exact: true })
    .getByRole('radio', { checked: true });
  await keys.reach(day);
  await toDay(page, londonDay(1), 'ArrowRight');
  await expect(day).toHaveAccessibleName(new RegExp(`^${londonDay(1)}`));

  await keys.press(journey.button('More dates'));
  const grid = page.getByRole('dialog', { name: 'Choose a date' }).getByRole('grid');
  await keys.reach(grid.locator('[tabindex="0"]'));
  const before = await focusedDay(page);
  for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('ArrowRight');
  expect(await focusedDay(page)).not.toBe(before);
  await page.keyboard.press('Home');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('Home');
  await toDay(page, londonDay(2), 'ArrowRight');
  await page.keyboard.press('Enter');
  await expect(day).toHaveAccessibleName(new RegExp(`^${londonDay(2)}`));
  await keys.press(journey.slot('09:00–11:00'), 'ArrowDown');
  await expect(journey.slot('11:00–13:00')).toBeChecked();
  await keys.press(journey.button('Review & Pay'));

  await expect(page).toHaveURL(/\/booking\/review/);
  await keys.reach(page.getByRole('radio', { name: 'Yes, proceed (card payment now)' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Suggest my budget' })).toBeChecked();
  await page.keyboard.press('ArrowUp');
  await keys.press(journey.button('Pay & Book'));

  await expect(page).toHaveURL(/\/booking\/payment/);
  await keys.reach(page.getByRole('radio', { name: 'Card' }));
  await page.keyboard.press('ArrowRight');
  await keys.press(page.getByRole('checkbox', { name: /in cash/ }), 'Space');
  await keys.press(journey.button('Confirm booking (cash)'), 'Space');

  await journey.expectConfirmation();
  const booking = await api.onlyBooking();
  await keys.press(page.getByRole('link', { name: 'Open live status' }));
  await expect(page).toHaveURL(new RegExp(`/booking/${booking.id}`));
});

async function focusedDay(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
}

/** Presses the key until the day with that name has the focus. */
async function toDay(page: Page, name: string, key: string): Promise<void> {
  for (let steps = 0; steps < 14; steps += 1) {
    if ((await focusedDay(page)).startsWith(name)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} did not reach ${name}`);
}
