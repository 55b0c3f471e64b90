// Offline means that a request failed; navigator.onLine is not reliable. After a failure, /healthz is polled until it answers.
import { useSyncExternalStore } from 'react';

let offline = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (offline === next) return;
  offline = next;
  for (const listener of listeners) listener();
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
  timer = setTimeout(() => void probe(Math.min(delay * 1.5, 30_000)), delay);
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
export function useOffline(): boolean {
  return useSyncExternalStore(subscribeOffline, isOffline);
}

export function subscribeOffline(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
