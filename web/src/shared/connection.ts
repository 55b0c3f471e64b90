// Offline means that a request failed; navigator.onLine alone is not reliable: it only says whose fault it may be. After a failure, /healthz is
// polled until it answers.
import { apart } from './apart';
import { createStore } from './createStore';

let offline = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const store = createStore(isOffline);

function set(next: boolean): void {
  if (offline === next) return;
  offline = next;
  store.changed();
}

export function noteReached(): void {
  clearTimeout(timer);
  set(false);
}

export function noteUnreachable(): void {
  set(true);
  scheduleProbe(3000);
}

function scheduleProbe(delay: number): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probe(Math.min(delay * 1.5, 30_000)), apart(delay));
}

async function probe(nextDelay: number): Promise<void> {
  try {
    await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    noteReached();
  } catch {
    if (offline) scheduleProbe(nextDelay);
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    if (offline) scheduleProbe(0);
  });
}

export function isOffline(): boolean {
  return offline;
}

/** True from the first failed request until one is answered. */
export const useOffline = store.use;

/** What to say while requests fail: a device with a network may still have a server that does not answer. */
export function noConnectionText(): string {
  return navigator.onLine ? "We can't reach Callout right now." : "You're offline.";
}

export const subscribeOffline = store.subscribe;
