/// <reference lib="webworker" />
// The service worker. It precaches the whole app, so that the app starts and prices offline, and answers navigations with the app except for
// pages the server renders itself. It never touches API calls. It shows push messages as notifications, whether a page is open or not.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { optionsOf, pushNoteOf } from './shared/pushNote';

declare const self: ServiceWorkerGlobalScope;

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();

registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [
      /^\/api(\/|$)/,
      /^\/admin(\/|$)/,
      /^\/files\//,
      /^\/booking\/[^/]+\/receipt/,
      /^\/(healthz|readyz|metrics)$/,
    ],
  }),
);

// registerType 'prompt': a new version takes over only when the page asks it to.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

self.addEventListener('push', (event) => {
  const note = pushNoteOf(event.data?.text());
  event.waitUntil(self.registration.showNotification(note.title, optionsOf(note)));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data?.path ?? '/')));
});

/** The page if it is open already; otherwise a new one, so that no half-filled form is left. */
async function open(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  await (page ? page.focus() : self.clients.openWindow(path));
}
