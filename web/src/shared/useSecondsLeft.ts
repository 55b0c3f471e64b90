import { useEffect, useState } from 'react';

/** Whole seconds until `endsAt` (Unix milliseconds), ticking down to 0. `clock` says which clock `endsAt` is by: this device's, or the server's
 *  (`serverNow`). */
export function useSecondsLeft(endsAt: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    // Until the number changes.
    const timer = setTimeout(() => setNow(clock()), endsAt - now - (left - 1) * 1000);
    return () => clearTimeout(timer);
  }, [endsAt, left, now, clock]);
  return left;
}
