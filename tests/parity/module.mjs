// The module that the browser uses, loaded in Node: does by hand what the bundler does for the web app.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const folder = new URL('../../web/src/pricing/wasm/', import.meta.url);
export const wasmFile = fileURLToPath(new URL('pricing_wasm_bg.wasm', folder));

/** The functions that `callout price --json` answers too, each with a file of fixtures. */
export const FUNCTIONS = ['budget', 'cancellation', 'classify', 'coupon', 'emergencyNumbers', 'estimate', 'fee', 'quote', 'refine', 'region', 'slots', 'typed'];

let loaded = 0;

/** The module's functions; each call loads a new module. */
export async function loadPricing() {
  loaded += 1;
  const glue = await import(new URL(`pricing_wasm_bg.js?${loaded}`, folder));
  const { instance } = await WebAssembly.instantiate(await readFile(wasmFile), { './pricing_wasm_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start?.();
  return glue;
}

/** The program that answers natively: the server's binary, or another given in CALLOUT_PRICE (its arguments after it). */
export function nativeProgram() {
  const given = process.env.CALLOUT_PRICE?.split(' ');
  if (given) return { command: given[0], args: given.slice(1) };
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const target = process.env.CARGO_TARGET_DIR ?? `${root}target`;
  return { command: process.env.CALLOUT_BIN ?? `${target}/debug/callout`, args: ['price', '--json'] };
}

/** A value as JSON with sorted keys: two equal values have one canonical text. */
export function canonical(value) {
  return JSON.stringify(value, (_, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}

/** An answer in the form that both sides must share. Each parser words its own errors, so of those only the code counts. */
export function comparable(answer) {
  return answer?.error?.code === 'invalid_request' ? { error: { code: 'invalid_request' } } : answer;
}
