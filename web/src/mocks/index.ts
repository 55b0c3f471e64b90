// The demonstration: Mock Service Worker answers in this browser what a booking needs, from the description to the pro at work. Built only with
// VITE_MOCKS=on (`just demo`).
import { setupWorker } from 'msw/browser';
import { handlers } from './handlers';

/** Ready once calls are answered. */
export async function startDemo(): Promise<void> {
  await setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true });
}
