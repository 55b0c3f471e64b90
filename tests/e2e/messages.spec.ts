// A customer chooses which messages come, and turns this device's notifications on; a push becomes a notification.
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { chromium } from './support/chromium';
import { patience } from './support/patience';
import { serviceWorkerReady } from './support/serviceWorker';
import { expect, test } from './support/test';

// The headless shell shows no notifications.
test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: chromium });

const ada = 'ada@example.com';

/** There is no push service to subscribe at, so the browser's part of it is stood in for. Kept over a reload, as the browser would. */
async function standInForPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = 'test.subscription';
    const made = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/abc',
      // The browser of RFC 8291's example.
      keys: {
        p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      },
    };
    const kept = () => {
      const key = localStorage.getItem(KEPT);
      if (!key) return null;
      const bytes = Uint8Array.from(key.split(',').map(Number));
      return {
        endpoint: made.endpoint,
        options: { applicationServerKey: bytes.buffer },
        toJSON: () => made,
        unsubscribe: async () => {
          localStorage.removeItem(KEPT);
          return true;
        },
      } as unknown as PushSubscription;
    };
    PushManager.prototype.getSubscription = async () => kept();
    PushManager.prototype.subscribe = async (options) => {
      localStorage.setItem(KEPT, String(options?.applicationServerKey));
      return kept() as PushSubscription;
    };
  });
}

test('a customer switches messages and this device’s notifications', async ({ page, account }) => {
  await standInForPushService(page);
  await account.enter(ada);
  await page.goto('/client/profile');

  const done = page.getByRole('switch', { name: 'Job done' });
  await expect(done).toBeChecked();
  await done.press('Space');
  await expect(done).not.toBeChecked();

  const device = page.getByRole('switch', { name: 'Notifications on this device' });
  await expect(page.getByText('Off on this device.')).toBeVisible();
  await device.click();
  await expect(page.getByText('On for this device, until you log out.')).toBeVisible({
    timeout: 15_000 * patience,
  });
  await expectAccessible(page, 'profile with notifications on');

  await page.reload();
  await expect(device).toBeChecked();
  await expect(done).not.toBeChecked();
  await device.click();
  await expect(page.getByText('Off on this device.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Off on this device.')).toBeVisible();
});

test('a push becomes a notification of the app', async ({ page, server }) => {
  await page.goto('/');
  await serviceWorkerReady(page);
  const browser = await page.context().newCDPSession(page);
  let registrationId = '';
  browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId ||= registrations[0]?.registrationId ?? '';
  });
  await browser.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  const origin = new URL(server.url).origin;
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const notifications = await registration?.getNotifications();
      return notifications?.map(({ title, body, data }) => ({ title, body, path: data.path }));
    });
  const note = {
    title: 'The job is yours',
    body: 'Leak, Tue 24 Nov',
    path: '/master/booking/C-1',
    tag: 'C-1',
  };
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(note),
  });
  await expect.poll(shown).toEqual([{ title: note.title, body: note.body, path: note.path }]);
  // A later one of the same booking takes its place.
  const later = { ...note, title: 'A job was cancelled', path: 'https://evil.example/' };
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(later),
  });
  await expect.poll(shown).toEqual([{ title: later.title, body: note.body, path: '/' }]);
});
