//! Codes and numbers that are digits, however they were grouped.

use super::letters::{is_seen, only};
use crate::error::PricingError;

/// The six digits of a code that was sent, without the spaces, dashes and words around them.
///
/// # Errors
/// `invalid_code` for the field `code`: another number of digits is no try.
pub fn sign_in_code(typed: &str) -> Result<String, PricingError> {
    code(typed, 6, "code", "Enter the 6 digits that we sent you.")
}

/// The four digits that begin a job, read as [`sign_in_code`].
///
/// # Errors
/// `invalid_code` for the field `startCode`.
pub fn start_code(typed: &str) -> Result<String, PricingError> {
    code(
        typed,
        4,
        "startCode",
        "Enter the four digits that the client shows you.",
    )
}

fn code(typed: &str, length: usize, field: &'static str, message: &str) -> Result<String, PricingError> {
    let digits = only(typed, |letter| letter.is_ascii_digit());
    of_lengths(digits, &[length]).ok_or_else(|| PricingError::field("invalid_code", field, message))
}

/// A Unique Taxpayer Reference.
///
/// # Errors
/// `invalid_utr` for the field `utr`.
pub fn utr(typed: &str) -> Result<String, PricingError> {
    of_lengths(compact(typed), &[10])
        .ok_or_else(|| PricingError::field("invalid_utr", "utr", "A UTR has 10 digits."))
}

/// A UK VAT number of 9 digits, or 12 with those of a branch: without GB.
///
/// # Errors
/// `invalid_vat_number` for the field `vatNumber`.
pub fn vat_number(typed: &str) -> Result<String, PricingError> {
    let number = compact(typed);
    let digits = number.strip_prefix("GB").unwrap_or(&number).to_owned();
    of_lengths(digits, &[9, 12]).ok_or_else(|| {
        PricingError::field(
            "invalid_vat_number",
            "vatNumber",
            "Enter a UK VAT number (e.g., GB123456789).",
        )
    })
}

fn of_lengths(digits: String, lengths: &[usize]) -> Option<String> {
    let is_right = lengths.contains(&digits.len()) && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_right.then_some(digits)
}

/// Upper case, without spaces, dashes, full stops and slashes: how numbers of offices are compared.
#[must_use]
pub fn compact(typed: &str) -> String {
    let mut number = only(typed, |letter| {
        is_seen(letter) && !matches!(letter, '-' | '.' | '/' | '\u{2010}'..='\u{2015}' | '\u{2212}')
    });
    number.make_ascii_uppercase();
    number
}
