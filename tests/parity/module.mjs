// The browser's very module, loaded in Node: what the bundler does for the web app, by hand.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../web/src/pricing/wasm/', import.meta.url);
export const wasmFile = fileURLToPath(new URL('pricing_wasm_bg.wasm', folder));

const { pricingOf } = await import(new URL('pricing.js', folder));

let loaded = 0;

/** The module's typed functions; a new module with each call. */
export async function loadPricing() {
  loaded += 1;
  const glue = await import(new URL(`pricing_wasm_bg.js?${loaded}`, folder));
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), { './pricing_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  return pricingOf(glue);
}

/** The program that answers natively: the server's binary, or another given in CALLOUT_PRICE (its arguments after it). */
export function nativeProgram() {
  const given = process.env.CALLOUT_PRICE?.split(' ');
  if (given) return { command: given[0], args: given.slice(1) };
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  return { command: process.env.CALLOUT_BIN ?? `${target}/release/callout`, args: ['price', '--json'] };
}
