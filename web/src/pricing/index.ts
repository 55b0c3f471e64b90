// The one way to a price in the browser: the WebAssembly module, its hook, and what it says when it refuses.
import type { PricingFailure } from './wasm/pricing_wasm';

export { useBook } from './book';
export { loadPricing, type Pricing } from './load';
export { reading, readOrNull, type TypedRules } from './typed';
export { refreshBook, usePricing, usePricingBeyond } from './usePricing';
export type {
  BookingStatus,
  CouponAnswer,
  Estimate,
  PricingFailure,
  Quote,
  QuoteInput,
  ShownBook,
  Slot,
} from './wasm/pricing_wasm';

/** What the rules say when they refuse an input: `code` for decisions, `message` for people. */
export function isPricingFailure(error: unknown): error is PricingFailure {
  return error instanceof Error && 'code' in error && typeof error.code === 'string';
}
