import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches right now. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    // Where the landing page is made (app/prerender).
    () => false,
  );
}

/** Wide enough for the docket to stand beside the form (1024 px). */
export function useIsDesk(): boolean {
  return useMediaQuery('(min-width: 64rem)');
}
