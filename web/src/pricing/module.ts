// The WebAssembly module with its functions. It is instantiated by a call, which can be made again after a lost download: what vite-plugin-wasm
// makes of `import './x.wasm'` awaits the download at a module's top level, and a module that failed there stays failed until the next page load.

import { within } from '@/shared/within';
import instantiate from '/__vite-plugin-wasm-helper';
import type { Pricing } from './load';
import * as glue from './wasm/pricing_wasm_bg.js';
import address from './wasm/pricing_wasm_bg.wasm?url';

/** Milliseconds after which a download that stands still counts as lost. */
const PATIENCE = 30_000;

/** Downloads the module and makes its functions work. */
export async function fetchPricing(): Promise<Pricing> {
  const exports = await within(PATIENCE, instantiate({ './pricing_wasm_bg.js': glue }, address));
  glue.__wbg_set_wasm(exports);
  exports.__wbindgen_start();
  return glue;
}
