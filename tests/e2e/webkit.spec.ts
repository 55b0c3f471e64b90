// One booking in WebKit, which is Safari's engine: what Chromium takes and WebKit does not is seen here alone.
import { test as base, expect } from '@playwright/test';
import { cards, someone } from './support/journey';
import { londonDay } from './support/london';
import { Server } from './support/server';
import { missingWebKit, WebKit } from './support/webkit';

const test = base.extend<{ server: Server; webkit: WebKit }>({
  server: async ({ browserName: _ }, use) => {
    const server = await Server.start();
    await use(server);
    await server.remove();
  },
  webkit: async ({ browserName: _ }, use, info) => {
    const webkit = await WebKit.start();
    await use(webkit);
    if (info.status !== info.expectedStatus)
      await info.attach('page.txt', { body: await webkit.text(), contentType: 'text/plain' });
    await webkit.end();
  },
});

test.skip(missingWebKit !== null, missingWebKit ?? '');
test.slow();

test('a booking by card', async ({ server, webkit }) => {
  await webkit.goto(`${server.url}/booking/create`);
  await webkit.type('Describe the problem', 'Leaking tap in the kitchen');
  await webkit.type('Postcode area', 'SW1');
  await webkit.see('Area ok');
  await webkit.press('Get Instant Estimate');
  await webkit.seeDialog();
  await webkit.see('£90–£105');
  await webkit.press('Continue');
  await webkit.see('Service address');
  await webkit.type('Full name', someone.fullName);
  await webkit.type('UK mobile', someone.phone);
  await webkit.type('Address line 1', someone.line1);
  await webkit.type('Postcode', someone.postcode);
  await webkit.press('Continue to Schedule');
  await webkit.see('Schedule');
  await webkit.press('Scheduled');
  await webkit.press(londonDay(2));
  await webkit.press('11:00–13:00');
  await webkit.press('Review & Pay');
  await webkit.press('Yes, proceed');
  await webkit.press('Pay & Book');
  await webkit.type('Card number', cards.good);
  await webkit.type('Expiry', '12 / 34');
  await webkit.type('CVC', '123');
  await webkit.press('I agree');
  await webkit.press('Pay £');
  await webkit.see('Make Another Booking');
  const token = await webkit.evaluate<string>("return localStorage.getItem('guest_token')");
  const answer = await fetch(`${server.url}/api/bookings`, { headers: { Authorization: `Bearer ${token}` } });
  expect(((await answer.json()) as { items: object[] }).items).toHaveLength(1);
});
