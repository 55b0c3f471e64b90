// Loads the WebAssembly module once, gives it the newest price book this browser knows, and asks the server for a newer one.
import { useQuery } from '@tanstack/react-query';
import { fetchBook, keepBook, storedBook } from '@/api/pricingBook';
import { bindModule } from './module';
import type { Pricing } from './surface';

export type { Pricing, PricingFunction, PricingSurface, QuotedPrice } from './surface';
export { PricingRefused } from './surface';

let loading: Promise<Pricing> | null = null;

/** The pricing module, ready to price. The same promise for everybody; a failed load may be tried again. */
export function loadPricing(): Promise<Pricing> {
  loading ??= start().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function start(): Promise<Pricing> {
  const pricing = await bindModule();
  const kept = storedBook();
  if (kept) takeBook(pricing, kept);
  return pricing;
}

/** A book this module does not understand is left alone: the built-in one still prices. */
function takeBook(pricing: Pricing, json: string): boolean {
  try {
    pricing.loadBook(json);
    return true;
  } catch (error) {
    console.warn('The price book was not taken over.', error);
    return false;
  }
}

/** Fetches a newer book. Answers the module anew when prices may have changed, else null; quiet when the server cannot be reached. */
export async function refreshBook(): Promise<Pricing | null> {
  try {
    const book = await fetchBook();
    const pricing = await loadPricing();
    if (!book || !takeBook(pricing, book.text)) return null;
    keepBook(book);
    return { ...pricing };
  } catch {
    return null;
  }
}

export const pricingQueryKey = ['pricing-module'] as const;

/** The module as a hook: undefined while it loads (20–30 ms after its fetch), `isError` when it could not. */
export function usePricing() {
  return useQuery({
    queryKey: pricingQueryKey,
    queryFn: loadPricing,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
