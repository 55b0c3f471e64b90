//! The price book in use: the one compiled in until another is loaded.

use crate::errors::Refused;
use pricing_core::PriceBook;
use pricing_core::book::DEFAULT_JSON;
use std::cell::Cell;

thread_local! {
    static LOADED: Cell<Option<(&'static PriceBook, &'static str)>> = const { Cell::new(None) };
}

/// A loaded book stays for the life of the page: a page loads one or two.
pub(crate) fn load(json: String) -> Result<(), Refused> {
    let book = PriceBook::from_json(&json)?;
    LOADED.set(Some((Box::leak(Box::new(book)), json.leak())));
    Ok(())
}

#[inline(never)]
pub(crate) fn book() -> &'static PriceBook {
    LOADED.get().map_or_else(PriceBook::builtin, |(book, _)| book)
}

pub(crate) fn json() -> &'static str {
    LOADED.get().map_or(DEFAULT_JSON, |(_, json)| json)
}
