import { useCallback, useSyncExternalStore } from 'react';

const DESK = '(min-width: 64rem)';

/** For which width pages are made when the app is built (app/prerender). */
export const madeFor = { isDesk: false };

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
    () => import.meta.env.SSR && madeFor.isDesk && query === DESK,
  );
}

/** Wide enough for the docket to stand beside the form (1024 px). */
export function useIsDesk(): boolean {
  return useMediaQuery(DESK);
}
