// The server's clock decides what has run out (a phone's wrong clock logs nobody out): every answer's Date header corrects ours.

/** Milliseconds that the server's clock is ahead of ours; null until it has told us its time. */
let ahead: number | null = null;
const listeners = new Set<() => void>();

/** A Date header has whole seconds, and answers take time: less than this is no news. */
const JITTER = 1500;

export function noteServerTime(dateHeader: string | null): void {
  const server = dateHeader ? Date.parse(dateHeader) : Number.NaN;
  if (Number.isNaN(server)) return;
  const before = ahead;
  ahead = server - Date.now();
  if (before === null || Math.abs(ahead - before) > JITTER) for (const listener of listeners) listener();
}

/** The server's time now, as well as we know it; Unix milliseconds. */
export function serverNow(): number {
  return Date.now() + (ahead ?? 0);
}

/** Whether the server has told its time since this page was loaded. */
export function isClockKnown(): boolean {
  return ahead !== null;
}

/** Runs when the server's time turns out to be another one than we thought. */
export function onClockChange(listener: () => void): void {
  listeners.add(listener);
}

/** Asks only for the Date header; quiet when nobody answers. */
export async function askServerTime(): Promise<void> {
  try {
    const response = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    noteServerTime(response.headers.get('Date'));
  } catch {
    // Any later answer tells the time, too.
  }
}

/** For tests: as after a reload. */
export function forgetClock(): void {
  ahead = null;
}
