// Registers the service worker when the page is idle after its first load, 30 s later at most, so that it never competes with the first
// price, and asks for a new version now and then. A new version waits until the person agrees to reload (UpdateStrip). Written by hand because
// workbox-window would add 3 KB.
import { isReplaced } from '@/shared/code';
import { whenIdle } from '@/shared/whenIdle';
import { offerUpdate } from './updates';

/** A page that is looked at again after so many milliseconds asks for a new version; so does one that is left open. */
const RECENT = 15 * 60_000;

export function registerWhenIdle(): void {
  if (import.meta.env.PROD) whenIdle(() => void register());
}

async function register(): Promise<void> {
  const ask = await worker();
  void keepUsedParts();
  let asked = Date.now();
  const askAgain = () => {
    if (document.hidden || Date.now() - asked < RECENT) return;
    asked = Date.now();
    ask();
  };
  document.addEventListener('visibilitychange', askAgain);
  setInterval(askAgain, RECENT);
  // Code that is gone means that there is another version.
  window.addEventListener('vite:preloadError', ask);
}

/** The parts that this page had fetched before the worker was there are asked for again, so that it keeps them, too (sw.ts): somebody's first visit
 *  may end in a basement. They come from the browser's own cache. */
async function keepUsedParts(): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  if (!workers.controller)
    await new Promise((taken) => workers.addEventListener('controllerchange', taken, { once: true }));
  const used = performance.getEntriesByType('resource').map(({ name }) => name);
  const parts = used.filter((name) => name.startsWith(`${window.location.origin}/assets/`));
  for (const part of new Set(parts)) await fetch(part).catch(() => undefined);
}

/** What asks for a new version: the service worker or, where there is none, the page itself. */
async function worker(): Promise<() => void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js');
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => coming.state === 'installed' && offer(coming));
    });
    return () => void registration.update().catch(() => undefined);
  } catch (error) {
    console.warn('Offline use is not available.', error);
    return () => void offerReload();
  }
}

async function offerReload(): Promise<void> {
  if (await isReplaced()) offerUpdate(() => window.location.reload());
}

/** The very first worker replaces no other, so it takes over without asking. A page that came from the server since is of its version already. */
async function offer(waiting: ServiceWorker | null): Promise<void> {
  const workers = navigator.serviceWorker;
  if (!waiting || !workers.controller || !(await isReplaced())) return;
  offerUpdate(() => {
    // The person agreed to the update in another tab: reload here too.
    if (waiting.state !== 'installed') return window.location.reload();
    workers.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    // sw.ts handles this message.
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}
