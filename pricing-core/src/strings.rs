//! Small text tools. The general ones of the standard library cost several times the room in WebAssembly.

use alloc::string::String;

/// The parts in a row.
#[inline(never)]
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut text = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    for part in parts {
        text.push_str(part);
    }
    text
}

/// How many bytes at its start are such.
#[inline(never)]
pub(crate) fn starting(text: &str, such: fn(u8) -> bool) -> usize {
    let mut count = 0;
    for byte in text.as_bytes() {
        if !such(*byte) {
            break;
        }
        count += 1;
    }
    count
}

/// What stands before and after the first of an ASCII character.
#[inline(never)]
pub(crate) fn split_once(text: &str, at: u8) -> Option<(&str, &str)> {
    let place = text.as_bytes().iter().position(|byte| *byte == at)?;
    Some((text.get(..place)?, text.get(place + 1..)?))
}

/// A text without the white space around it.
#[inline(never)]
pub(crate) fn trimmed(text: &str) -> &str {
    let (mut start, mut end) = (None, 0);
    for (at, letter) in text.char_indices() {
        if !letter.is_whitespace() {
            start = start.or(Some(at));
            end = at + letter.len_utf8();
        }
    }
    text.get(start.unwrap_or(end)..end).unwrap_or_default()
}

/// How many characters a text has: its bytes but for those that go on with a character.
#[inline(never)]
pub(crate) fn count_chars(text: &str) -> usize {
    let mut chars = 0;
    for byte in text.as_bytes() {
        chars += usize::from(byte & 0xc0 != 0x80);
    }
    chars
}
