//! The price book in use: the one compiled in until another is loaded.

use alloc::boxed::Box;
use alloc::string::String;
use once_cell::race::OnceRef;
use pricing_core::PriceBook;
use pricing_core::book::{BookError, DEFAULT_JSON};

/// A book from the server, and the newer one that came after it, if any: a page loads one or two, and they stay for its life.
struct Loaded {
    book: &'static PriceBook,
    json: String,
    newer: OnceRef<'static, Loaded>,
}

static FIRST: OnceRef<'static, Loaded> = OnceRef::new();

/// Where the next book goes, and the newest one.
fn newest() -> (&'static OnceRef<'static, Loaded>, Option<&'static Loaded>) {
    let (mut next, mut newest) = (&FIRST, None);
    while let Some(loaded) = next.get() {
        (next, newest) = (&loaded.newer, Some(loaded));
    }
    (next, newest)
}

pub(crate) fn load(json: String) -> Result<(), BookError> {
    let loaded = Loaded {
        book: PriceBook::kept_from_json(&json)?,
        json,
        newer: OnceRef::new(),
    };
    // Nobody else can have come first: the browser calls from one thread.
    let _ = newest().0.set(Box::leak(Box::new(loaded)));
    Ok(())
}

#[inline(never)]
pub(crate) fn book() -> &'static PriceBook {
    newest().1.map_or_else(PriceBook::builtin, |loaded| loaded.book)
}

pub(crate) fn json() -> &'static str {
    newest().1.map_or(DEFAULT_JSON, |loaded| &loaded.json)
}
