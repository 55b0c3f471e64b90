// Loads the WebAssembly module (pricing-wasm, built by `bash pricing-wasm/build.sh`; git ignores ./wasm) once, gives it the newest price book this
// browser knows, and asks the server for a newer one. Every price on a screen comes from it; no pricing rule is written in TypeScript.
import { fetchBook, keepBook, storedBook } from '@/api/pricingBook';
import { fetchPricing } from './module';

/** The module's functions. They throw a PricingFailure when they refuse. */
export type Pricing = typeof import('./wasm/pricing_wasm');

/** Milliseconds before each further try. */
const RETRY_AFTER = [500, 2000];

let loading: Promise<Pricing> | null = null;

/** The pricing module, ready to price. The same promise for everybody; fetched three times before it fails, and after that it may be asked again. */
export function loadPricing(): Promise<Pricing> {
  loading ??= start(RETRY_AFTER).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function start([wait, ...waits]: number[]): Promise<Pricing> {
  let pricing: Pricing;
  try {
    pricing = await fetchPricing();
  } catch (error) {
    if (wait === undefined) throw error;
    await new Promise((retry) => setTimeout(retry, wait));
    return start(waits);
  }
  const kept = storedBook();
  if (kept) takeBook(pricing, kept);
  return pricing;
}

/** A book that this module does not understand is left alone: the one it has still prices. */
function takeBook(pricing: Pricing, json: string): boolean {
  try {
    pricing.loadBook(JSON.parse(json));
    return true;
  } catch (error) {
    console.warn('The price book was not taken over.', error);
    return false;
  }
}

/** Fetches a newer book. Answers the module anew when it prices by it now; before there is a module the book is only kept, for its start. Quiet
 *  when the server cannot be reached. */
export async function newerBook(): Promise<Pricing | null> {
  try {
    const book = await fetchBook();
    const pricing = await loading;
    if (!book || (pricing && !takeBook(pricing, book.text))) return null;
    keepBook(book);
    return pricing && { ...pricing };
  } catch {
    return null;
  }
}
