//! Invisible characters that change how the text around them looks: control characters, and those that switch the
//! writing direction (U+202A–E, U+2066–9), which can make one text look like another. The joiners of Persian, Indian
//! languages and emoji (U+200C, U+200D) are letters like any other.

use std::borrow::Cow;

/// Said of a field that contains one.
pub const MESSAGE: &str = "This contains a character that cannot be used.";

/// True when a single-line text has no such character; line breaks and tabs count as such.
#[must_use]
pub fn is_plain_line(text: &str) -> bool {
    !text.contains(is_odd)
}

/// A multi-line text without such characters; line breaks and tabs stay.
#[must_use]
pub fn plain_text(text: &str) -> Cow<'_, str> {
    let is_dropped = |letter: char| is_odd(letter) && !matches!(letter, '\n' | '\t');
    if text.contains(is_dropped) {
        Cow::Owned(text.replace(is_dropped, ""))
    } else {
        Cow::Borrowed(text)
    }
}

fn is_odd(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
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
    fn odd_characters_are_found_and_dropped() {
        for odd in [
            '\u{1}', '\u{8}', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9f}', '\u{202a}', '\u{202e}',
            '\u{2066}', '\u{2069}',
        ] {
            let text = format!("a{odd}b");
            assert!(!is_plain_line(&text), "{odd:?}");
            assert_eq!(plain_text(&text), "ab", "{odd:?}");
        }
        for fine in [
            "José O’Neill-Müller",
            "נעמי",
            "می‌خواهم",
            "👩‍🔧",
            "\u{2029}\u{202f}\u{2065}\u{206a}",
            "",
        ] {
            assert!(is_plain_line(fine), "{fine}");
            assert!(matches!(plain_text(fine), Cow::Borrowed(text) if text == fine));
        }
    }

    #[test]
    fn breaks_and_tabs_are_for_several_lines() {
        assert_eq!(plain_text("one\r\n\ttwo\n"), "one\n\ttwo\n");
        assert!(!is_plain_line("one\ntwo") && !is_plain_line("one\ttwo"));
    }

    #[test]
    fn a_spreadsheet_takes_no_text_for_a_formula() {
        assert_eq!(without_formula("=1+1"), "'=1+1");
        assert_eq!(without_formula("@SUM(A1)"), "'@SUM(A1)");
        assert_eq!(without_formula("Leak / tap issue"), "Leak / tap issue");
    }
}
