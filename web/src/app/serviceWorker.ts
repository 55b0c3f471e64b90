// The service worker is registered when the page is idle after its first load, 30 s at the latest, so that it never competes with the first
// price. A new version waits until the person agrees to reload (UpdateStrip). By hand: workbox-window does the same in 3 KB.
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

/** The very first worker replaces nobody: it takes over by itself and offers nothing. */
function offer(waiting: ServiceWorker | null): void {
  const workers = navigator.serviceWorker;
  if (!waiting || !workers.controller) return;
  offerUpdate(() => {
    // Agreed to in another tab meanwhile: this one just follows.
    if (waiting.state !== 'installed') return window.location.reload();
    workers.addEventListener('controllerchange', () => window.location.reload(), { once: true });
    // sw.ts answers.
    waiting.postMessage({ type: 'SKIP_WAITING' });
  });
}
