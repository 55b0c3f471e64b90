import { useEffect, useState } from 'react';

/** Whole seconds until `endsAt` (Unix milliseconds), ticking down to 0. */
export function useSecondsLeft(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    // Until the number changes.
    const timer = setTimeout(() => setNow(Date.now()), endsAt - now - (left - 1) * 1000);
    return () => clearTimeout(timer);
  }, [endsAt, left, now]);
  return left;
}
