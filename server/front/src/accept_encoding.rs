//! Which encodings a caller accepts (RFC 9110, 12.5.3).

use http::{HeaderMap, header};

/// True when the caller accepts `coding`.
#[must_use]
pub fn takes(asked: &HeaderMap, coding: &str) -> bool {
    weight(&wishes(asked), coding).is_some_and(|wish| wish > 0)
}

/// What the caller says of encodings, in one line.
#[must_use]
pub fn wishes(asked: &HeaderMap) -> String {
    let values = asked.get_all(header::ACCEPT_ENCODING).iter();
    let wishes: Vec<&str> = values.filter_map(|value| value.to_str().ok()).collect();
    wishes.join(",")
}

/// The caller's weight for a coding, in thousandths; `None` when it is not listed.
#[must_use]
pub fn weight(wishes: &str, coding: &str) -> Option<u16> {
    let named = |name: &str| {
        wishes.split(',').find_map(|wish| {
            let mut parts = wish.split(';').map(str::trim);
            parts.next().filter(|found| found.eq_ignore_ascii_case(name))?;
            let quality = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
            Some(quality.map_or(1_000, thousandths))
        })
    };
    named(coding).or_else(|| named("*"))
}

/// `0.5` becomes 500; an invalid weight counts as a refusal.
fn thousandths(quality: &str) -> u16 {
    let (whole, decimals) = quality.split_once('.').unwrap_or((quality, ""));
    let decimals: String = decimals.chars().chain("000".chars()).take(3).collect();
    match (whole, decimals.parse::<u16>()) {
        ("0", Ok(thousandths)) => thousandths,
        ("1", Ok(0)) => 1_000,
        _ => 0,
    }
}
