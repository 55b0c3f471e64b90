import { type ComponentType, lazy } from 'react';

/** A screen's code could not be fetched. React remembers the failure, so only reloading the page helps. */
export class ScreenNotLoaded extends Error {
  override readonly name = 'ScreenNotLoaded';
}

/** A screen module exports `Component`. Its code is fetched when its route is first shown, or earlier by `prefetch`, and react-query with the
 *  first such screen. */
export function lazyScreen(load: () => Promise<{ Component: ComponentType }>) {
  const fetchCode = () => Promise.all([import('./Queries'), load()]);
  const Lazy = lazy(async () => {
    try {
      const [{ Queries }, { Component: Screen }] = await fetchCode();
      return {
        default: () => (
          <Queries>
            <Screen />
          </Queries>
        ),
      };
    } catch (cause) {
      throw new ScreenNotLoaded('The screen could not be fetched.', { cause });
    }
  });
  // A failure is nobody's yet: the screen is fetched again when it is shown.
  return Object.assign(Lazy, { prefetch: () => void fetchCode().catch(() => undefined) });
}
