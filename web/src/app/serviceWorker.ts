// The service worker is registered when the page is idle after its first load, 30 s at the latest, so that it never competes with the first
// price. A new version waits until the person agrees to reload (UpdateStrip).
import { offerUpdate } from './updates';

const LATEST = 30_000;

export function registerWhenIdle(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const whenLoaded = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => void register(), { timeout: LATEST });
    else setTimeout(() => void register(), 2000);
  };
  if (document.readyState === 'complete') whenLoaded();
  else window.addEventListener('load', whenLoaded, { once: true });
}

async function register(): Promise<void> {
  const { registerSW } = await import('virtual:pwa-register');
  const update = registerSW({
    onNeedRefresh: () => offerUpdate(() => void update(true)),
    onRegisterError: (error) => console.warn('Offline use is not available.', error),
  });
}
