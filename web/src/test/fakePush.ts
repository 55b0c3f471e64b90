// A browser that can show notifications: its permission, its service worker, and its one subscription.
import { vi } from 'vitest';

/** The server's key in tests, base64url of 65 bytes. */
export const KEY = `B${'A'.repeat(86)}`;

export const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/abc';

interface Start {
  permission?: NotificationPermission;
  /** What the person answers when asked. */
  answers?: NotificationPermission;
}

export function fakePush({ permission = 'default', answers = 'granted' }: Start = {}) {
  const notification = {
    permission,
    requestPermission: vi.fn(async () => {
      if (notification.permission === 'default') notification.permission = answers;
      return notification.permission;
    }),
  };
  let subscription: object | null = null;
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: vi.fn(async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
      const { buffer } = applicationServerKey as Uint8Array;
      subscription = {
        endpoint: ENDPOINT,
        options: { applicationServerKey: buffer },
        toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          subscription = null;
          return true;
        },
      };
      return subscription;
    }),
  };
  const registration = { pushManager };
  vi.stubGlobal('Notification', notification);
  vi.stubGlobal('PushManager', class {});
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { ready: Promise.resolve(registration), getRegistration: async () => registration },
  });
  return { notification, pushManager, subscription: () => subscription };
}

/** A browser without any of it. */
export function noPush(): void {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
}
