//! Amounts that the documents give in pounds, as plain JSON numbers (97.5). Read and written digit by digit: no float comes
//! near money.

use pricing_core::Pence;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};
use serde_json::value::RawValue;
use utoipa::ToSchema;

/// An amount in pence that is sent in pounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(value_type = f64)]
pub struct Pounds(pub Pence);

impl Serialize for Pounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(text(self.0))
            .map_err(ser::Error::custom)?
            .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Pounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        let wrong = || de::Error::custom("expected an amount in pounds with at most two decimals");
        pence(raw.get()).map(Pence).map(Self).ok_or_else(wrong)
    }
}

/// The shortest decimal.
fn text(amount: Pence) -> String {
    let pence = amount.0.unsigned_abs();
    let sign = if amount.0 < 0 { "-" } else { "" };
    match (pence / 100, pence % 100) {
        (pounds, 0) => format!("{sign}{pounds}"),
        (pounds, rest) if rest % 10 == 0 => format!("{sign}{pounds}.{}", rest / 10),
        (pounds, rest) => format!("{sign}{pounds}.{rest:02}"),
    }
}

/// A plain decimal with at most two decimals that are not zero.
fn pence(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let cents = rest.trim_end_matches('0');
    if !plain(whole) || !plain(rest) || cents.len() > 2 {
        return None;
    }
    let pounds: i64 = whole.parse().ok()?;
    let cents: i64 = format!("{cents:0<2}").parse().ok()?;
    Some(sign * pounds.checked_mul(100)?.checked_add(cents)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read_without_a_float() {
        for (pence, json) in [
            (9_750, "97.5"),
            (9_000, "90"),
            (-500, "-5"),
            (5, "0.05"),
            (-50, "-0.5"),
            (0, "0"),
            (12_345, "123.45"),
        ] {
            assert_eq!(serde_json::to_string(&Pounds(Pence(pence))).unwrap(), json);
            assert_eq!(
                serde_json::from_str::<Pounds>(json).unwrap(),
                Pounds(Pence(pence))
            );
        }
        assert_eq!(
            serde_json::from_str::<Pounds>("100.00").unwrap(),
            Pounds(Pence(10_000))
        );
        for wrong in [
            "1.234",
            "1e3",
            "\"5\"",
            "null",
            "99999999999999999999",
            "92233720368547758.08",
        ] {
            assert!(serde_json::from_str::<Pounds>(wrong).is_err(), "{wrong}");
        }
    }
}
