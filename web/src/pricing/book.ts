// The few words and numbers of the price book that screens show as they are: what a tier buys, what the terms promise.
import { useMemo } from 'react';
import { usePricing } from './usePricing';
import type { ShownBook } from './wasm/pricing_wasm';

/** The book in use; undefined while the module loads. */
export function useBook(): ShownBook | undefined {
  const pricing = usePricing().data;
  return useMemo(() => pricing?.shownBook(), [pricing]);
}
