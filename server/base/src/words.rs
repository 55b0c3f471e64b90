//! What operators write: reasons and notes.

use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters;

/// Longest note or reason, characters.
const LIMIT: usize = 1_000;

/// What an operator has written, trimmed: something, and at most 1,000 characters.
///
/// # Errors
/// 422 on `field`.
pub fn words(field: &str, text: &str) -> Fallible<String> {
    let text = letters::plain_text(text).trim().to_owned();
    match text.chars().count() {
        0..=2 => Err(Failure::field(field, "Write a few words.")),
        length if length > LIMIT => Err(Failure::field(field, "Use at most 1,000 characters.")),
        _ => Ok(text),
    }
}
