// The landing page's example, priced while the app is built, by the same module and its own price book: it stands there with the first paint,
// and a phone's processor does nothing for it. The screen prices it anew only when a newer book is in force (LandingScreen).
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const NAME = 'virtual:example-estimate';
const RESOLVED = `\0${NAME}`;
const wasm = new URL('./src/pricing/wasm/', import.meta.url);

/** What the screen shows of it. */
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
