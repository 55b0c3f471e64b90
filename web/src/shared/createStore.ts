// A value that lives outside React and that several components show: the session, the draft, whether we are offline.
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  /** The value now; the component renders again whenever it changes. */
  use: () => Value;
  /** Runs the listener after every change, until the returned function is called. */
  subscribe: (listener: () => void) => () => void;
  /** Tells everybody that `read` now answers something else. */
  changed: () => void;
}

/** `read` must return the same object for as long as nothing has changed. */
export function createStore<Value>(read: () => Value): Store<Value> {
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    use: () => useSyncExternalStore(subscribe, read, read),
    subscribe,
    changed: () => {
      for (const listener of listeners) listener();
    },
  };
}
