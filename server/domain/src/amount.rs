//! Amounts of money as people type them into a form.

use pricing_core::Pence;

use crate::failure::{Failure, Fallible};

/// Reads `12.50`, `£12.50` or `1,250`.
///
/// # Errors
/// 422 on `field` for anything else.
pub fn read(field: &'static str, typed: &str) -> Fallible<Pence> {
    pence(typed)
        .map(Pence)
        .ok_or_else(|| Failure::field(field, "Enter an amount in pounds, such as 12.50."))
}

fn pence(typed: &str) -> Option<i64> {
    let typed = typed.trim().trim_start_matches('£').replace(',', "");
    let (pounds, pence) = typed.split_once('.').unwrap_or((typed.as_str(), "00"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    if !is_number(pounds) || !is_number(pence) {
        return None;
    }
    let pence: i64 = match pence.len() {
        1 => pence.parse::<i64>().ok()? * 10,
        2 => pence.parse().ok()?,
        _ => return None,
    };
    pounds.parse::<i64>().ok()?.checked_mul(100)?.checked_add(pence)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_to_the_penny() {
        let read = [" £12.50 ", "12.5", "12", "1,250", "0.01", "0"].map(|typed| pence(typed).unwrap());
        assert_eq!(read, [1_250, 1_250, 1_200, 125_000, 1, 0]);
        for wrong in [
            "",
            "£",
            "-1",
            "+1",
            "1.234",
            "1.",
            ".5",
            "12p",
            "١٢",
            "99999999999999999999",
        ] {
            assert_eq!(pence(wrong), None, "{wrong}");
        }
    }
}
