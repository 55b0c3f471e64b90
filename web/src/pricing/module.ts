// The seam to the generated module (pricing-wasm, built by `bash pricing-wasm/build.sh` into ./wasm, which git ignores).
import { type Pricing, PricingRefused, type PricingSurface } from './surface';

interface GeneratedModule {
  /** One request `{"fn", "in"}` as JSON text; the bare result or `{"error": {code, message}}` as JSON text. */
  priceJson(request: string): string;
  loadBook(json: string): void;
  normalisePhone(input: string): string;
  formatPostcode(input: string): string;
  checkPrefix(input: string): string;
  deltaLabel(urgency: string, slotDeltaGBP?: number): string;
  monthTotals(basePence: number, now: string, cheaper: boolean): Int32Array;
}

// A glob, not an import: type-checking and component tests run before the module is built.
const built = import.meta.glob<GeneratedModule>('./wasm/pricing_wasm.js');

export async function bindModule(): Promise<Pricing> {
  const fetchModule = built['./wasm/pricing_wasm.js'];
  if (!fetchModule) throw new Error('The pricing module is not built: run `bash pricing-wasm/build.sh`.');
  const module = await fetchModule();
  return {
    price(fn, input) {
      const answer: unknown = JSON.parse(module.priceJson(JSON.stringify({ fn, in: input })));
      if (isRefusal(answer)) throw new PricingRefused(answer.error.code, answer.error.message);
      return answer as PricingSurface[typeof fn]['out'];
    },
    loadBook: (json) => module.loadBook(json),
    normalisePhone: (input) => refusing(() => module.normalisePhone(input)),
    formatPostcode: (input) => refusing(() => module.formatPostcode(input)),
    checkPrefix: (input) => refusing(() => module.checkPrefix(input)),
    deltaLabel: (urgency, slotDeltaGBP) => refusing(() => module.deltaLabel(urgency, slotDeltaGBP)),
    monthTotals: (basePence, now, cheaper) => refusing(() => module.monthTotals(basePence, now, cheaper)),
  };
}

/** The module throws an error with a code; a panic has none. */
function refusing<Answer>(ask: () => Answer): Answer {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string')
      throw new PricingRefused(error.code, error.message);
    throw error;
  }
}

function isRefusal(answer: unknown): answer is { error: { code: string; message: string } } {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}
