// Notifications of this browser (web push): whether it can show them, and turning them on and off. They are one person's at a time: who
// it was turned on for is kept, so that the next person at the same browser starts with them off.
import { forgetSubscription, keepSubscription } from './pushRenewal';
import { getSession, onSessionEnd } from './session';
import { PUSH_FOR, readStored, removeStored, writeStored } from './storage';

/** 'unsupported': this browser has none, at least not for a page in a tab; 'denied': the person has blocked them in the browser. */
export type PushState = 'unsupported' | 'denied' | 'on' | 'off';

/** What the server must be told. */
export interface PushServer {
  key: () => Promise<string>;
  subscribe: (subscription: PushSubscriptionJSON) => Promise<void>;
  unsubscribe: (endpoint: string) => Promise<void>;
}

/** The service worker is registered when the page is idle; after this many milliseconds it is not coming. */
const PATIENCE = 35_000;

export function supportsPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export async function pushState(): Promise<PushState> {
  if (!supportsPush()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted' || !isForWhoIsHere()) return 'off';
  return (await subscriptionHere()) ? 'on' : 'off';
}

/** Asks the person if the browser has not yet. Must come from a click. */
export async function turnPushOn(server: PushServer): Promise<PushState> {
  if (!supportsPush()) return 'unsupported';
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribe(server);
  return 'on';
}

export async function turnPushOff(server: PushServer): Promise<PushState> {
  const [, , told] = readStored(PUSH_FOR)?.split(' ') ?? [];
  removeStored(PUSH_FOR);
  const endpoint = (await subscriptionHere())?.endpoint ?? told;
  // First the server: if it cannot be told, what it sends is lost with the subscription all the same.
  if (endpoint) await server.unsubscribe(endpoint).catch(() => undefined);
  await endSubscription();
  return 'off';
}

/** Where they were turned on and then blocked in the browser's settings, the server is told, so that it does not count this browser. Resolves with
 *  whether that was so. */
export async function endBlockedPush(server: PushServer): Promise<boolean> {
  if (!supportsPush() || Notification.permission === 'granted' || !isForWhoIsHere()) return false;
  await turnPushOff(server);
  return true;
}

// Whoever logs out without a network cannot tell the server: what it sends is lost with the subscription.
onSessionEnd((how) => {
  if (how === 'logout' && supportsPush()) endSubscription().catch(() => undefined);
});

async function subscriptionHere(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.pushManager.getSubscription();
}

async function endSubscription(): Promise<void> {
  await forgetSubscription().catch(() => undefined);
  await (await subscriptionHere())?.unsubscribe();
}

/** The server's subscription ends with the session it was made in, and a push service may replace the browser's: tells it again once
 *  somebody who had turned notifications on is back. */
export async function renewPush(server: PushServer): Promise<void> {
  const session = getSession();
  if (!session || !supportsPush() || Notification.permission !== 'granted') return;
  if (!isForWhoIsHere()) return;
  const endpoint = (await subscriptionHere())?.endpoint;
  if (readStored(PUSH_FOR) !== markOf(session, endpoint)) await subscribe(server);
}

async function subscribe(server: PushServer): Promise<void> {
  const session = getSession();
  const key = await server.key();
  const { pushManager } = await ready();
  const subscription = await subscriptionWith(pushManager, bytesOf(key));
  await server.subscribe(subscription.toJSON());
  // Where it cannot be kept, the next page load tells the server.
  await keepSubscription(subscription.toJSON(), key).catch(() => undefined);
  if (session) writeStored(PUSH_FOR, markOf(session, subscription.endpoint));
}

/** The browser's subscription; one made with an earlier key of the server is of no use. */
async function subscriptionWith(
  pushManager: PushManager,
  key: Uint8Array<ArrayBuffer>,
): Promise<PushSubscription> {
  const old = await pushManager.getSubscription();
  if (old && isMadeWith(old, key)) return old;
  await old?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function isMadeWith({ options }: PushSubscription, key: Uint8Array): boolean {
  const used = options?.applicationServerKey;
  if (!used) return false;
  const bytes = new Uint8Array(used);
  return bytes.length === key.length && bytes.every((byte, index) => byte === key[index]);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function ready(): Promise<ServiceWorkerRegistration> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('There is no service worker.')), PATIENCE);
  });
  try {
    return await Promise.race([navigator.serviceWorker.ready, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The session for which the server was told, and of which subscription. */
function markOf({ id, expiresAt }: { id: string; expiresAt: number }, endpoint = ''): string {
  return `${id} ${expiresAt} ${endpoint}`;
}

function isForWhoIsHere(): boolean {
  const id = getSession()?.id;
  return id !== undefined && readStored(PUSH_FOR)?.split(' ')[0] === id;
}
