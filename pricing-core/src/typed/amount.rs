//! Amounts of money, in pounds.

use super::letters::{line, only};
use crate::error::PricingError;
use crate::money::Pence;

/// Reads `12.50`, `£12.5`, `1,250` or `£ 1 250`. A comma or a space stands between thousands only: `12,50` and `12 50` are refused rather
/// than taken for £1,250.
///
/// # Errors
/// `invalid_amount` for the field `amount`.
pub fn amount(typed: &str) -> Result<Pence, PricingError> {
    read(typed).map(Pence).ok_or_else(|| {
        PricingError::field(
            "invalid_amount",
            "amount",
            "Enter an amount in pounds, such as 12.50.",
        )
    })
}

/// Whole pounds, written as an amount may be: `80` and `80.00`.
///
/// # Errors
/// `whole_pounds` for an amount with pence, `invalid_amount` for what is no amount; both for the field `amount`.
pub fn pounds(typed: &str) -> Result<i64, PricingError> {
    match amount(typed)? {
        Pence(pence) if pence % 100 == 0 => Ok(pence / 100),
        _ => Err(PricingError::field(
            "whole_pounds",
            "amount",
            "Whole pounds only.",
        )),
    }
}

fn read(typed: &str) -> Option<i64> {
    let typed = line(typed);
    let typed = typed.strip_prefix('£').unwrap_or(&typed).trim_start();
    let (pounds, pence) = typed.split_once('.').unwrap_or((typed, "00"));
    let pence = match pence.len() {
        1 => number(pence)? * 10,
        2 => number(pence)?,
        _ => return None,
    };
    number(&whole(pounds)?)?.checked_mul(100)?.checked_add(pence)
}

/// Without the commas or spaces between thousands.
fn whole(pounds: &str) -> Option<String> {
    let is_apart = |byte: &u8| matches!(byte, b',' | b' ');
    // From the right, every fourth character stands between two groups.
    let groups_are_right = pounds
        .bytes()
        .rev()
        .enumerate()
        .all(|(place, byte)| is_apart(&byte) == (place % 4 == 3));
    let is_plain = !pounds.as_bytes().iter().any(is_apart);
    (is_plain || groups_are_right && !pounds.starts_with(','))
        .then(|| only(pounds, |letter| !matches!(letter, ',' | ' ')))
}

fn number(text: &str) -> Option<i64> {
    // `parse` alone takes a sign, too.
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
