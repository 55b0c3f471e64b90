// Prices the landing page's example at build time, with the pricing module and the price book built into it, so that the first paint shows a
// price without running any WebAssembly. LandingScreen prices it again only when a newer price book is in force.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const NAME = 'virtual:example-estimate';
const RESOLVED = `\0${NAME}`;
const wasm = new URL('./src/pricing/wasm/', import.meta.url);

/** The parts of the estimate that the landing page shows. */
interface Shown {
  base_min: number | null;
  base_max: number | null;
  breakdown: { label: string; amount: number }[];
  book_version: string;
}

interface Glue {
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
  estimate(input: { text: string; postcode: string }): Shown;
}

const example = { text: 'Kitchen tap won’t stop dripping', postcode: 'SW1' };

async function priceExample(): Promise<Shown> {
  const glue = (await import(new URL('pricing_wasm_bg.js', wasm).href)) as Glue & WebAssembly.ModuleImports;
  const bytes = await readFile(new URL('pricing_wasm_bg.wasm', wasm));
  const { instance } = await WebAssembly.instantiate(bytes, { './pricing_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  const { base_min, base_max, breakdown, book_version } = glue.estimate(example);
  return { base_min, base_max, breakdown, book_version };
}

export function exampleEstimate(): Plugin {
  return {
    name: 'example-estimate',
    resolveId: (id) => (id === NAME ? RESOLVED : null),
    load: async (id) =>
      id === RESOLVED
        ? `export const example = ${JSON.stringify({ ...example, estimate: await priceExample() })};`
        : null,
  };
}
