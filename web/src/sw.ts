/// <reference lib="webworker" />
// The service worker. It precaches the client's journey (web/precache.ts), so that the app starts and prices offline, and keeps other parts once
// they have been used. Navigations, except to pages the server renders itself, go to the server first: its page carries the settings and the
// content policy of now. It never touches API calls. It shows push messages as notifications, whether a page is open or not.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { optionsOf, pushNoteOf } from './shared/pushNote';
import { renewSubscription } from './shared/pushRenewal';

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

/** Milliseconds that a page may take to come before the kept one is shown. */
const PATIENCE = 4000;
const keptPage = createHandlerBoundToURL('/index.html');

/** The server's page or, without a network or while the server is down, the one that belongs to the code that is kept. */
async function page(options: Parameters<typeof keptPage>[0]): Promise<Response> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE));
  const answer = await Promise.race([fetch(options.request), late]).catch(() => undefined);
  return answer && answer.status < 500 ? answer : keptPage(options);
}

registerRoute(
  new NavigationRoute(page, {
    denylist: [
      /^\/api(\/|$)/,
      /^\/admin(\/|$)/,
      /^\/files\//,
      /^\/booking\/[^/]+\/receipt/,
      /^\/calendar\//,
      /^\/(healthz|readyz|metrics)$/,
    ],
  }),
);

/** Where used parts are kept. Their names change with their content, so each version begins with none. */
const PARTS = 'parts';

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  async ({ request }) => {
    const parts = await caches.open(PARTS);
    const kept = await parts.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    // Without room for it, it is fetched again.
    if (answer.ok) parts.put(request, answer.clone()).catch(() => undefined);
    return answer;
  },
);

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([caches.delete(PARTS), self.clients.claim()]));
});

// registerType 'prompt': a new version takes over only when the page asks it to.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('push', (event) => {
  const note = pushNoteOf(event.data?.text());
  event.waitUntil(self.registration.showNotification(note.title, optionsOf(note)));
});

/** TypeScript does not know it. */
interface SubscriptionChange extends ExtendableEvent {
  newSubscription?: PushSubscription | null;
}

self.addEventListener('pushsubscriptionchange', (event) => {
  const change = event as SubscriptionChange;
  change.waitUntil(renewSubscription(self.registration.pushManager, change.newSubscription));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.path ?? '/')));
});

/** The page if it is open already; otherwise a new one, so that no half-filled form is left. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => url === new URL(path, self.location.origin).href);
  await (page ? page.focus() : self.clients.openWindow(path));
}
