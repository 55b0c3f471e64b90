// A browser's subscription may be replaced by its push service while no page is open. The service worker, which has no session, then tells the
// server: it is known by the endpoint and secret of the one that was. The page keeps those where the worker finds them.

/** Where they are kept: in the cache of this name, under this address. */
const KEPT_IN = 'push';
const KEPT_AT = '/push-subscription';

const ADDRESS = '/api/push/subscribe';

/** What the server knows of this browser. */
export interface KeptSubscription {
  endpoint: string;
  auth: string;
  /** The server's key that it was made with, base64url. */
  key: string;
}

export async function keepSubscription(subscription: PushSubscriptionJSON, key: string): Promise<void> {
  const { endpoint, keys } = subscription;
  if (!endpoint || !keys?.auth) return;
  const kept: KeptSubscription = { endpoint, auth: keys.auth, key };
  const cache = await caches.open(KEPT_IN);
  await cache.put(KEPT_AT, new Response(JSON.stringify(kept)));
}

export async function forgetSubscription(): Promise<void> {
  await caches.delete(KEPT_IN);
}

async function keptSubscription(): Promise<KeptSubscription | undefined> {
  const cache = await caches.open(KEPT_IN);
  return (await cache.match(KEPT_AT))?.json();
}

/** Subscribes anew where the browser has not, and tells the server. Without anything kept, notifications are off here. */
export async function renewSubscription(
  pushManager: Pick<PushManager, 'subscribe'>,
  renewed: PushSubscription | null | undefined,
): Promise<void> {
  const was = await keptSubscription();
  if (!was) return;
  const now =
    renewed ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: was.key }));
  const json = now.toJSON();
  const body = JSON.stringify({ was: { endpoint: was.endpoint, auth: was.auth }, now: json });
  const answer = await fetch(ADDRESS, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  if (answer.ok) await keepSubscription(json, was.key);
}
