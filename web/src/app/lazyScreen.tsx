import { type ComponentType, lazy } from 'react';
import { fetchCode } from '@/shared/code';

/** A screen module exports `Component`. Its code is fetched when its route is first shown, or earlier by `prefetch`, and react-query with the
 *  first such screen. */
export function lazyScreen(load: () => Promise<{ Component: ComponentType }>) {
  const fetchBoth = () => Promise.all([import('./Queries'), load()]);
  const Lazy = lazy(async () => {
    const [{ Queries }, { Component: Screen }] = await fetchCode(fetchBoth);
    return {
      default: () => (
        <Queries>
          <Screen />
        </Queries>
      ),
    };
  });
  // A failure is nobody's yet: the screen is fetched again when it is shown.
  return Object.assign(Lazy, { prefetch: () => void fetchBoth().catch(() => undefined) });
}
