// The seam to the generated module (pricing-wasm, built by `bash pricing-wasm/build.sh` into ./wasm, which git ignores).
import { type Pricing, PricingRefused, type PricingSurface } from './surface';

interface GeneratedModule {
  /** One request `{"fn", "in"}` as JSON text; the bare result or `{"error": {code, message}}` as JSON text. */
  price_json(request: string): string;
  load_book(json: string): void;
}

// A glob, not an import: type-checking and component tests run before the module is built.
const built = import.meta.glob<GeneratedModule>('./wasm/pricing_wasm.js');

export async function bindModule(): Promise<Pricing> {
  const fetchModule = built['./wasm/pricing_wasm.js'];
  if (!fetchModule) throw new Error('The pricing module is not built: run `bash pricing-wasm/build.sh`.');
  const module = await fetchModule();
  return {
    price(fn, input) {
      const answer: unknown = JSON.parse(module.price_json(JSON.stringify({ fn, in: input })));
      if (isRefusal(answer)) throw new PricingRefused(answer.error.code, answer.error.message);
      return answer as PricingSurface[typeof fn]['out'];
    },
    loadBook: (json) => module.load_book(json),
  };
}

function isRefusal(answer: unknown): answer is { error: { code: string; message: string } } {
  return typeof answer === 'object' && answer !== null && 'error' in answer;
}
