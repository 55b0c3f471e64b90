// The app's service worker, in the specs that allow it.
import { expect, type Page } from '@playwright/test';

/** Waits until it runs. Its own promise `ready` would wait for ever for one that cannot be installed. */
export async function serviceWorkerReady(page: Page): Promise<void> {
  const isActive = async () => Boolean((await navigator.serviceWorker.getRegistration())?.active);
  await expect.poll(() => page.evaluate(isActive)).toBe(true);
}
