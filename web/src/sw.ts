/// <reference lib="webworker" />
// The service worker: everything the app is made of is precached, so that it starts and prices offline. It answers navigations with the app,
// except where the server has pages of its own; API calls are never touched.
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

// registerType 'prompt': a new version takes over only when the page says so.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') void self.skipWaiting();
});
