// Loads the WebAssembly module (pricing-wasm, built by `bash pricing-wasm/build.sh`; git ignores ./wasm) once, gives it the newest price book this
// browser knows, and asks the server for a newer one. Every price on a screen comes from it; no pricing rule is written in TypeScript.
import { useQuery } from '@tanstack/react-query';
import { fetchBook, keepBook, storedBook } from '@/api/pricingBook';
import type * as Wasm from './wasm/pricing_wasm';

export { useBook } from './book';
export type {
  BookingStatus,
  CouponAnswer,
  Estimate,
  PricingFailure,
  Quote,
  QuoteInput,
  Slot,
} from './wasm/pricing_wasm';

/** The module's own functions, typed by its generated declarations. They throw a PricingFailure when they refuse. */
export type Pricing = typeof Wasm;

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
  const pricing = await import('./wasm/pricing_wasm');
  const kept = storedBook();
  if (kept) takeBook(pricing, kept);
  return pricing;
}

/** A book that this module does not understand is left alone: the one it has still prices. */
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

/** The module as a hook: `data` is undefined while it loads (20–30 ms after its fetch) and a new object when a newer price book came, so that
 *  memos over it price anew. */
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

/** What the rules say when they refuse an input: `code` for decisions, `message` for people. */
export function isPricingFailure(error: unknown): error is Wasm.PricingFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
