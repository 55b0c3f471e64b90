import { createStore } from '@/shared/createStore';

type Apply = () => void;

let waiting: Apply | null = null;
const store = createStore(() => waiting);

/** Set when a new version is ready; `apply` reloads into it. Null once the person has said 'Later'. */
export function offerUpdate(apply: Apply | null): void {
  waiting = apply;
  store.changed();
}

export const useOfferedUpdate = store.use;
