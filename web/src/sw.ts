/// <reference lib="webworker" />
// The service worker. It precaches the whole app, so that the app starts and prices offline, and answers navigations with the app except for
// pages the server renders itself. It never touches API calls.
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

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
