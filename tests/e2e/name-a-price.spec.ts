// A job without an instant price: pros name theirs, and the client chooses.
import type { Locator } from '@playwright/test';
import { ask } from './support/ask';
import { cards } from './support/journey';
import { look, sizes } from './support/look';
import { patience } from './support/patience';
import { kim } from './support/proArea';
import { expect, test } from './support/test';

test.slow();

test('two pros name a price, and the client chooses one of them and pays', async ({
  page,
  journey,
  api,
  account,
  pro,
  server,
}) => {
  await journey.describeProblem('New consumer unit');
  await journey.fillAddress();
  await journey.chooseTime();
  await expect(page.getByRole('radio', { name: 'Let pros name a price' })).toBeChecked();
  await expect(page.getByRole('textbox', { name: /budget/i })).toHaveCount(0);
  await look(page, 'review, pros name a price', 'phone');
  await journey.button('Request & Book').click();
  await journey.expectConfirmation();
  await expect(journey.heading('Your booking is in')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Pros name a price');
  await expect(page.getByRole('main')).not.toContainText('£');
  const booking = await api.onlyBooking();
  expect(booking).toMatchObject({
    status: 'pending',
    quote_mode: 'REQUEST',
    open_price: true,
    amount_pence: 0,
  });
  await page.getByRole('link', { name: 'Open live status' }).click();
  await expect(page.getByText('Pros near you will name a price. You choose.')).toBeVisible();
  await look(page, 'live, no price named yet');

  // Pat in the app, from the pool.
  await pro.goTo('Stream');
  await pro.button('Name your price').click();
  const form = pro.page.getByRole('dialog', { name: 'Name your price' });
  await form.getByLabel('Price', { exact: true }).fill('480');
  await form.getByLabel('How long it takes').selectOption('1 day');
  await form.getByLabel(/^Message/).fill('I bring the parts.');
  await expect(form).toContainText('You get');
  await look(pro.page, 'naming a price');
  await form.getByRole('button', { name: 'Send your price' }).click();
  const waiting = pro.page.getByText(/^Your price: £480\. The client chooses until /);
  await expect(waiting).toBeVisible();
  await expect(pro.button('Name your price')).toHaveCount(0);
  await look(pro.page, 'stream with a named price');

  // Kim over the API. The client's page shows both, without a reload.
  const token = await account.createPro(kim.email, kim.name);
  await server.admin('verify-pro', '--email', kim.email);
  const answer = { action: 'accept', price: 430, lengthMinutes: 2880 };
  await ask(server, 'POST', `/matching/respond/${booking.id}`, { token, body: answer });
  const [ofPat, ofKim] = ['Pat N.', 'Kim A.'].map((name) => page.getByRole('listitem', { name })) as [
    Locator,
    Locator,
  ];
  for (const text of ['£480', 'Takes 1 day', '“I bring the parts.”', 'Verified'])
    await expect(ofPat).toContainText(text);
  for (const text of ['£430', 'Takes 2 days', 'Verified']) await expect(ofKim).toContainText(text);
  await look(page, 'live, two prices to choose from');
  await page.setViewportSize(sizes.desk);
  await expect(async () => {
    const [pat, other] = await Promise.all([ofPat, ofKim].map((card) => card.boundingBox()));
    expect(pat?.y, 'the top of the card beside the other').toBe(other?.y);
  }).toPass();

  await ofKim.getByRole('button', { name: 'Choose £430' }).click();
  await page.getByRole('link', { name: /^Pay £430\.00 by / }).click();
  await expect(page.getByText(/^Please pay £430 by /)).toBeVisible();
  await journey.fillCard(cards.good);
  await page.getByRole('button', { name: 'Confirm Payment' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Your pro has been assigned' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your pro' })).toContainText('Kim A.');
  const slip = page.getByRole('region', { name: 'Booking', exact: true });
  await expect(slip).toContainText('£430 paid by card.');
  await expect(slip).not.toContainText('budget');
  await expect(slip).toContainText('takes 2 days');
  expect(await api.onlyBooking()).toMatchObject({
    status: 'assigned',
    open_price: true,
    amount_pence: 43_000,
  });
  // At the latest with the next of the looks that are 30 seconds apart.
  await expect(waiting).toHaveCount(0, { timeout: 35_000 * patience });
});
