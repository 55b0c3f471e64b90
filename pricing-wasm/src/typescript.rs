//! The TypeScript of what crosses the boundary; `tests/parity/types.mjs` keeps it true.

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");
