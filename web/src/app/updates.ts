import { useSyncExternalStore } from 'react';

type Apply = () => void;

let waiting: Apply | null = null;
const listeners = new Set<() => void>();

/** Set when a new version is ready; `apply` reloads into it. Null once the person has said 'Later'. */
export function offerUpdate(apply: Apply | null): void {
  waiting = apply;
  for (const listener of listeners) listener();
}

export function useOfferedUpdate(): Apply | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => waiting,
  );
}
