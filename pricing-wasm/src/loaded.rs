//! The price book in use: the one compiled in until another is loaded.

use crate::errors::Refused;
use pricing_core::PriceBook;
use pricing_core::book::DEFAULT_JSON;
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    /// The loaded book with its text; none: the one compiled in.
    static LOADED: RefCell<Option<Rc<(PriceBook, String)>>> = const { RefCell::new(None) };
}

/// The borrow is given back before anything can throw through it.
fn current() -> Option<Rc<(PriceBook, String)>> {
    LOADED.with_borrow(Option::clone)
}

pub(crate) fn load(json: &str) -> Result<(), Refused> {
    let book = PriceBook::from_json(json)?;
    LOADED.set(Some(Rc::new((book, json.to_owned()))));
    Ok(())
}

pub(crate) fn with_book<T>(use_it: impl FnOnce(&PriceBook) -> T) -> T {
    match current() {
        Some(loaded) => use_it(&loaded.0),
        None => use_it(PriceBook::builtin()),
    }
}

pub(crate) fn json() -> String {
    current().map_or_else(|| DEFAULT_JSON.to_owned(), |loaded| loaded.1.clone())
}
