//! Words at the door: composed (NFC), then cleaned by the rule that the browser has too (`pricing_core::typed`).

use std::borrow::Cow;

use pricing_core::typed;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

/// Said of a field that contains U+0000.
pub const MESSAGE: &str = "This contains a character that cannot be used.";

/// With accents composed, so that one word is one text.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc(text) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}

/// A single line without what cannot be seen, its spaces folded.
#[must_use]
pub fn line(text: &str) -> String {
    typed::line(&composed(text))
}

/// Words of several lines without what cannot be seen.
#[must_use]
pub fn plain_text(text: &str) -> Cow<'_, str> {
    match composed(text) {
        Cow::Borrowed(text) => typed::text(text),
        Cow::Owned(text) => Cow::Owned(typed::text(&text).into_owned()),
    }
}

/// Text that no spreadsheet takes for a formula.
#[must_use]
pub fn without_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_is_one_text() {
        assert_eq!(line("Jose\u{301} \u{200b}O’Neill\n"), "José O’Neill");
        assert_eq!(plain_text("Jose\u{301}\r\n\u{202e}Ada"), "José\nAda");
        assert!(matches!(plain_text("one\n\ttwo"), Cow::Borrowed(_)));
    }

    #[test]
    fn a_spreadsheet_takes_no_text_for_a_formula() {
        assert_eq!(without_formula("=1+1"), "'=1+1");
        assert_eq!(without_formula("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(without_formula("Leak / tap issue"), "Leak / tap issue");
    }
}
