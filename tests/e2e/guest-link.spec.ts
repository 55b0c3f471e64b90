// A guest without an email: the link to their booking comes by text, and opens the booking in any browser.
import type { Page } from '@playwright/test';
import { suggestExtraWork } from './support/extraWork';
import { cards, someone } from './support/journey';
import type { Server } from './support/server';
import { expect, test } from './support/test';

/** The texts to the guest's phone that carry a link to the booking, oldest first. */
async function linksByText(server: Server): Promise<string[]> {
  const messages = await server.outbox();
  return messages
    .filter(({ channel }) => channel === 'sms')
    .flatMap(({ text }) => text.match(/http\S+\/b\/[\w.-]+/) ?? []);
}

async function expectBooking(page: Page, id: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Live booking' })).toBeVisible();
  await expect(page.getByText(`Booking ${id}`)).toBeVisible();
  await expect(page.getByText(someone.line1)).toBeVisible();
}

test('a guest with only a phone gets the link by text, and a new one when it is lost', async ({
  browser,
  baseURL,
  page,
  journey,
  api,
  server,
}) => {
  await journey.toPayment();
  await journey.payByCash();
  await expect(page.getByText("We've texted 07700 900123.")).toBeVisible();
  const { id } = await api.onlyBooking();
  await expect.poll(async () => (await linksByText(server)).length).toBe(1);

  // Another phone, where nothing of this booking is stored.
  const elsewhere = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  const other = await elsewhere.newPage();
  await other.goto((await linksByText(server))[0] as string);
  await expectBooking(other, id);

  // Its address alone shows nothing, but has the link sent again.
  const stranger = await (await browser.newContext({ baseURL })).newPage();
  await stranger.goto(`/booking/${id}`);
  await expect(stranger.getByText(someone.line1)).toHaveCount(0);
  await stranger.getByLabel('Email or UK mobile you booked with').fill(someone.phone);
  await stranger.getByRole('button', { name: 'Send me a new link' }).click();
  await expect(stranger.getByText('the link is on its way')).toBeVisible();
  await expect.poll(async () => (await linksByText(server)).length).toBe(2);
  await stranger.goto((await linksByText(server))[1] as string);
  await expectBooking(stranger, id);
});

test('extra work is approved by the guest link, with a card', async ({
  browser,
  baseURL,
  page,
  journeyOn,
  journey,
  pro,
  server,
  watch,
}) => {
  test.slow();
  await journey.bookByCard();
  await expect(pro.offer()).toBeVisible();
  await pro.accept();
  await pro.goTo('Jobs');
  await pro.openJob();
  await pro.setOff();
  await pro.begin(page);
  await suggestExtraWork(pro);

  // On another phone, which knows nothing but the link.
  const elsewhere = await browser.newContext({ baseURL, viewport: page.viewportSize() });
  await watch.on(elsewhere);
  const other = await elsewhere.newPage();
  await other.goto((await linksByText(server)).at(-1) as string);
  const card = other.getByRole('region', { name: 'Your pro suggests extra work' });
  await expect(card).toContainText('Labour: Fit a new stop tap');
  await card.getByRole('button', { name: 'Approve and pay £80' }).click();
  const payment = journeyOn(other);
  await payment.fillCard(cards.good);
  await payment.button('Confirm Payment').click();
  await expect(other.getByRole('heading', { name: 'Work in progress' })).toBeVisible();
  await expect(other.getByRole('region', { name: 'Booking' })).toContainText('£177.50 paid by card.');
  await expect(
    pro.page.getByText('Your client has approved £80 of extra work. You can go ahead.'),
  ).toBeVisible();
  await elsewhere.close();
});
