//! The price book in use: the built-in one until another is loaded.

use pricing_core::PriceBook;
use pricing_core::book::BookError;
use std::cell::RefCell;
use wasm_bindgen::JsValue;

thread_local! {
    static LOADED: RefCell<Option<PriceBook>> = const { RefCell::new(None) };
}

/// Loads a book that came as an object.
pub(crate) fn load(object: JsValue) -> Result<(), BookError> {
    LOADED.set(Some(PriceBook::from_object(object)?));
    Ok(())
}

/// Works with the book in use.
pub(crate) fn with_book<T>(work: impl FnOnce(&PriceBook) -> T) -> T {
    LOADED.with_borrow(|loaded| work(loaded.as_ref().unwrap_or_else(|| PriceBook::builtin())))
}
