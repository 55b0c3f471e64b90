import { useRef } from 'react';

/** Ignores calls while one is under way: a second tap comes before the button can say that it is busy. */
export function useOneAtATime<Args extends unknown[]>(
  act: (...args: Args) => Promise<unknown>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await act(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
