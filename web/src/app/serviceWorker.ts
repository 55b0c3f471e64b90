// Registers the service worker when the page is idle after its first load, 30 s later at most, so that it never competes with the first
// price. A new version waits until the person agrees to reload (UpdateStrip). Written by hand because workbox-window would add 3 KB.
import { whenIdle } from '@/shared/whenIdle';
import { offerUpdate } from './updates';

export function registerWhenIdle(): void {
  if (import.meta.env.PROD && 'serviceWorker' in navigator) whenIdle(() => void register());
}

async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  try {
    const registration = await workers.register('/sw.js');
    offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const coming = registration.installing;
      coming?.addEventListener('statechange', () => coming.state === 'installed' && offer(coming));
    });
  } catch (error) {
    console.warn('Offline use is not available.', error);
  }
}

/** The very first worker replaces no other, so it takes over without asking. */
function offer(waiting: ServiceWorker | null): void {
  const workers = navigator.serviceWorker;
  if (!waiting || !workers.controller) return;
  offerUpdate(() => {
    // The person agreed to the update in another tab: reload here too.
    if (waiting.state !== 'installed') return window.location.reload();
    workers.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    // sw.ts handles this message.
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}
