//! Switching a keyword or sign off in a price book, or on again.

use pricing_core::PriceBook;
use pricing_core::classify::is_sign;

use crate::failure::{Failure, Fallible};

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Switch {
    /// It is no longer read.
    Off,
    /// It is read again.
    On,
}

impl Switch {
    /// The way that leads from where an id stands in a book.
    #[must_use]
    pub fn from(book: &PriceBook, id: &str) -> Self {
        if is_off(book, id) { Self::On } else { Self::Off }
    }
}

/// Whether a book has this keyword or sign switched off, by its id: `keyword:tap`, `sign:not working`.
#[must_use]
pub fn is_off(book: &PriceBook, id: &str) -> bool {
    book.off.iter().any(|off| off == id)
}

/// Whether an id is one that can be switched: a keyword of the book, a sign whose words the lexicon knows, or what is off already.
#[must_use]
pub fn can_be_switched(book: &PriceBook, id: &str) -> bool {
    let is_known = match id.split_once(':') {
        Some(("keyword", keyword)) => keywords(book).any(|known| known == keyword),
        Some(("sign", sign)) => is_sign(sign),
        _ => false,
    };
    is_known || is_off(book, id)
}

/// The keywords of a book's rules.
pub fn keywords(book: &PriceBook) -> impl Iterator<Item = &str> {
    let words = book.keyword_rules.iter().flat_map(|rule| &rule.words);
    words.map(String::as_str)
}

/// A book with a keyword or sign switched, under another version. Its coupons have a table of their own.
///
/// # Errors
/// 422 on `id` when there is no such keyword or sign; 409 `switched_already`.
pub fn switched(book: &PriceBook, id: &str, to: Switch, version: String) -> Fallible<PriceBook> {
    if !can_be_switched(book, id) {
        return Err(Failure::field("id", "There is no such keyword or sign."));
    }
    if Switch::from(book, id) != to {
        let detail = "This was switched already. Look at it again.";
        return Err(Failure::conflict("switched_already", detail));
    }
    let mut book = PriceBook {
        version,
        ..book.clone()
    };
    book.coupons.clear();
    match to {
        Switch::Off => book.off.push(id.to_owned()),
        Switch::On => book.off.retain(|off| off != id),
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(book: &PriceBook, id: &str, to: Switch) -> Fallible<PriceBook> {
        switched(book, id, to, "next".to_owned())
    }

    #[test]
    fn a_keyword_goes_off_and_on_again() {
        let book = PriceBook::builtin();
        for id in ["keyword:tap", "sign:drip", "sign:not working"] {
            let off = turn(book, id, Switch::Off).unwrap();
            assert_eq!(
                (off.off.as_slice(), off.version.as_str()),
                ([id.to_owned()].as_slice(), "next")
            );
            assert_eq!(turn(&off, id, Switch::Off).unwrap_err().code, "switched_already");
            assert_eq!(turn(&off, id, Switch::On).unwrap().off, book.off);
        }
        assert_eq!(
            turn(book, "keyword:tap", Switch::On).unwrap_err().code,
            "switched_already"
        );
    }

    #[test]
    fn what_nobody_knows_is_refused() {
        for id in [
            "",
            "tap",
            "keyword:",
            "keyword:qwxz",
            "sign:",
            "sign:qwxz",
            "sign:drip qwxz",
            "danger:gas",
        ] {
            let refused = turn(PriceBook::builtin(), id, Switch::Off).unwrap_err();
            assert!(refused.errors.contains_key("id"), "{id}: {refused:?}");
        }
    }

    #[test]
    fn what_the_lexicon_has_forgotten_can_be_let_go_of() {
        let mut book = PriceBook::builtin().clone();
        book.off.push("sign:qwxz".to_owned());
        assert_eq!(
            turn(&book, "sign:qwxz", Switch::On).unwrap().off,
            PriceBook::builtin().off
        );
    }
}
