// The WebAssembly module with its functions: a file of its own, fetched when the first price is needed.
export * as pricing from './wasm/pricing_wasm';
