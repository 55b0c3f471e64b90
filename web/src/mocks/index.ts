// The demonstration: Mock Service Worker answers every call of the API in this browser, and a script plays the other side. Built only with
// VITE_MOCKS=on (`just demo`).
import { setupWorker } from 'msw/browser';
import { chatSocket, handlers } from './handlers';
import { play } from './script';

export { forgetWorld } from './world';

/** Ready once calls are answered. */
export async function startDemo(): Promise<void> {
  await setupWorker(...handlers, chatSocket).start({ onUnhandledRequest: 'bypass', quiet: true });
  play();
}
