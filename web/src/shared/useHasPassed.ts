import { useEffect, useReducer } from 'react';
import { serverNow } from './session';

/** Milliseconds between two looks at the clock. */
const LOOK_EVERY = 15_000;

/** Whether an instant (Unix milliseconds) has passed by the server's clock; turns true by itself. */
export function useHasPassed(instant: number | undefined): boolean {
  const [, look] = useReducer((count: number) => count + 1, 0);
  const isAhead = instant !== undefined && instant > serverNow();
  useEffect(() => {
    if (!isAhead) return;
    const timer = setInterval(look, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [isAhead]);
  return instant !== undefined && !isAhead;
}
