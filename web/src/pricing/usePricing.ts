// The pricing module for React. A store of its own rather than a query: the first screens need nothing else of react-query (10 KB).
import { useEffect } from 'react';
import { storedBookVersion } from '@/api/pricingBook';
import { createStore } from '@/shared/createStore';
import { whenIdle } from '@/shared/whenIdle';
import { loadPricing, newerBook, type Pricing } from './load';

interface PricingState {
  /** Undefined while it loads (20–30 ms after its fetch). */
  data: Pricing | undefined;
  isError: boolean;
}

let state: PricingState = { data: undefined, isError: false };
const store = createStore(() => state);
const bookVersion = createStore(storedBookVersion);

function show(next: PricingState): void {
  state = next;
  store.changed();
  bookVersion.changed();
}

async function load(): Promise<void> {
  try {
    const pricing = await loadPricing();
    // A newer book may have been quicker.
    if (!state.data) show({ data: pricing, isError: false });
  } catch {
    show({ data: undefined, isError: true });
  }
}

/** After a failure: waits again, as at first. */
async function reload(): Promise<void> {
  show({ data: undefined, isError: false });
  await load();
}

/** Asks the server for a newer price book and prices by it; nothing changes when there is none or the server cannot be reached. */
export async function refreshBook(): Promise<void> {
  const pricing = await newerBook();
  show(pricing ? { data: pricing, isError: false } : { ...state });
}

/** The module as a hook: `data` is undefined until it is there and a new object when a newer price book came, so that memos over it price anew.
 *  `when` is 'idle' on screens that can be read before a price is needed (its fetch then waits for theirs), 'never' while none is. */
export function usePricing(when: 'now' | 'idle' | 'never' = 'now') {
  const { data, isError } = store.use();
  const wanted = !data && !isError;
  // Another screen is another chance for a module that could not be fetched.
  useEffect(() => {
    if (state.isError) void reload();
  }, []);
  useEffect(() => {
    if (!wanted || when === 'never') return;
    if (when === 'idle') return whenIdle(() => void load());
    void load();
  }, [when, wanted]);
  return { data, isError, refetch: reload };
}

/** The module, fetched only when this browser knows of another price book than that of `version`: for what was priced by that one. */
export function usePricingBeyond(version: string): Pricing | undefined {
  const known = bookVersion.use();
  const other = known !== null && known !== version;
  const { data } = usePricing(other ? 'now' : 'never');
  return other ? data : undefined;
}
