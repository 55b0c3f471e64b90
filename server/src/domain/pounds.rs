//! Amounts in pounds: those that JSON gives (97.5), as the pricing core reads and writes them, and those that people type.

use pricing_core::Pence;
pub use pricing_core::money::Pounds;

use super::failure::{Failure, Fallible};

/// The most digits of pounds that anybody may type.
const LONGEST: usize = 7;

/// What somebody has typed into `field`: `12`, `12.5`, `£1,200.00`.
///
/// # Errors
/// 422 on `field`.
pub fn typed(field: &str, text: &str) -> Fallible<Pence> {
    let plain: String = text
        .trim()
        .trim_start_matches('£')
        .chars()
        .filter(|letter| *letter != ',')
        .collect();
    pence(&plain).ok_or_else(|| Failure::field(field, "Type an amount like 12.50."))
}

fn pence(text: &str) -> Option<Pence> {
    let (pounds, rest) = text.split_once('.').unwrap_or((text, ""));
    let is_number = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    if pounds.is_empty() || pounds.len() > LONGEST || rest.len() > 2 || !is_number(pounds) || !is_number(rest)
    {
        return None;
    }
    Some(Pence(format!("{pounds}{rest:0<2}").parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_as_people_type_them() {
        for (text, expected) in [
            ("12", Some(1_200)),
            (" £12.5 ", Some(1_250)),
            ("1,200.05", Some(120_005)),
            ("0", Some(0)),
            ("9999999.99", Some(999_999_999)),
            ("", None),
            ("-5", None),
            ("+5", None),
            ("12.505", None),
            (".5", None),
            ("1e3", None),
            ("12345678", None),
            ("£", None),
        ] {
            let read = typed("amount", text);
            assert_eq!(read.as_ref().ok(), expected.map(Pence).as_ref(), "{text}");
            if let Err(refused) = read {
                assert!(refused.errors.contains_key("amount"), "{text}");
            }
        }
    }
}
