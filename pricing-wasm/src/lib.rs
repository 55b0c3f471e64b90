//! Callout's pricing rules for the browser: a thin skin over `pricing-core` with no rule in it.
//!
//! Requests and answers cross the boundary as the very JSON lines of `callout price --json`. `js/pricing.js` makes typed
//! functions of it, because glue is smaller in JavaScript than in WebAssembly.
#![cfg_attr(target_family = "wasm", no_std)]

extern crate alloc;

mod loaded;

use alloc::borrow::ToOwned;
use alloc::string::String;
use loaded::book;
use wasm_bindgen::prelude::wasm_bindgen;

/// Frees what it gave, in a quarter of the room of the default one.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

/// A panic becomes a JavaScript error. It does not tell what happened: the texts of all panics that can be weigh as much
/// as many rules, and the native tests tell more.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm_bindgen::throw_str("The pricing module failed.")
}

/// Answers one request line, with `names_field` false by the very bytes of `callout price --json`; otherwise a refusal also
/// names the field at fault.
#[wasm_bindgen]
#[must_use]
pub fn answer(line: &str, names_field: bool) -> String {
    pricing_core::json::answer_naming_field(book(), line, names_field)
}

/// Prices by this book from now on; answers why not if it is refused, and then nothing has changed.
#[wasm_bindgen(js_name = loadBook)]
#[must_use]
pub fn load_book(json: String) -> Option<String> {
    loaded::load(json)
        .err()
        .map(|refused| refused.message().to_owned())
}

/// The book in use, as JSON.
#[wasm_bindgen(js_name = bookJson)]
#[must_use]
pub fn book_json() -> String {
    loaded::json().to_owned()
}
