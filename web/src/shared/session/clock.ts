// Expiry is judged by the server's clock, so that a phone with the wrong time logs nobody out: every response's Date header corrects ours.

/** How many milliseconds the server's clock is ahead of ours; null until a response has told us. */
let ahead: number | null = null;
const listeners = new Set<() => void>();

/** Date headers have whole seconds and responses take time, so smaller differences than this are ignored. */
const JITTER = 1500;

export function noteServerTime(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (Number.isNaN(server)) return;
  const before = ahead;
  ahead = server - Date.now();
  if (before === null || Math.abs(ahead - before) > JITTER) for (const listener of listeners) listener();
}

/** The server's current time as far as we know it, in Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + (ahead ?? 0);
}

/** Whether any response since the page loaded has carried the server's time. */
export function isClockKnown(): boolean {
  return ahead !== null;
}

/** Runs when the server's time turns out to differ from what we thought. */
export function onClockChange(listener: () => void): void {
  listeners.add(listener);
}

/** Makes a request just for its Date header; ignores failures. */
export async function askServerTime(): Promise<void> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    noteServerTime(response.headers.get('Date'));
  } catch {
    // Any later response will carry the time as well.
  }
}

/** For tests: back to the state after a page load. */
export function forgetClock(): void {
  ahead = null;
}
