//! Decimal numbers in JSON (pounds, confidences, factors) written and read digit by digit: no float, so the bytes are the
//! same on every machine. These helpers speak to `serde_json` only (they use its raw values).

use super::{BasisPoints, Pence};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// `value` hundredths (`places` 2) or ten-thousandths (`places` 4) as the shortest decimal: `97.5`, `90`, `-5`.
fn text(value: i64, places: usize) -> String {
    let digits = format!("{:0width$}", value.unsigned_abs(), width = places + 1);
    let (whole, rest) = digits.split_at(digits.len() - places);
    let rest = rest.trim_end_matches('0');
    let (sign, point) = (if value < 0 { "-" } else { "" }, if rest.is_empty() { "" } else { "." });
    format!("{sign}{whole}{point}{rest}")
}

/// Reads a plain decimal with at most `places` decimals (further zeros allowed) as an integer of its smallest unit.
fn parse(text: &str, places: usize) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, ""));
    let rest = rest.trim_end_matches('0');
    let only_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 14 || rest.len() > places || !only_digits(whole) || !only_digits(rest) {
        return None;
    }
    let scaled = whole.bytes().chain(rest.bytes()).chain(core::iter::repeat_n(b'0', places - rest.len()));
    Some(sign * scaled.fold(0_i64, |sum, digit| sum * 10 + i64::from(digit - b'0')))
}

fn write<S: Serializer>(value: i64, places: usize, serializer: S) -> Result<S::Ok, S::Error> {
    RawValue::from_string(text(value, places)).map_err(serde::ser::Error::custom)?.serialize(serializer)
}

fn not_pounds<E: serde::de::Error>() -> E {
    E::custom("expected an amount in pounds with at most two decimals")
}

/// `#[serde(with = "pounds")]`: a [`Pence`] field as a JSON number of pounds with at most two decimals.
pub mod pounds {
    use super::{Deserialize, Deserializer, Pence, RawValue, Serializer, not_pounds, parse, write};

    /// Writes pounds.
    ///
    /// # Errors
    /// Only the serializer's own.
    pub fn serialize<S: Serializer>(amount: &Pence, serializer: S) -> Result<S::Ok, S::Error> {
        write(amount.0, 2, serializer)
    }

    /// Reads pounds.
    ///
    /// # Errors
    /// If it is not a plain number with at most two decimals.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Pence, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        parse(raw.get(), 2).map(Pence).ok_or_else(not_pounds)
    }
}

/// As [`pounds`], for a field that may be absent or `null`. Add `default` where it may be absent.
pub mod optional_pounds {
    use super::{Deserialize, Deserializer, Pence, RawValue, Serializer, not_pounds, parse, write};

    /// Writes pounds or `null`.
    ///
    /// # Errors
    /// Only the serializer's own.
    pub fn serialize<S: Serializer>(amount: &Option<Pence>, serializer: S) -> Result<S::Ok, S::Error> {
        match amount {
            Some(amount) => write(amount.0, 2, serializer),
            None => serializer.serialize_none(),
        }
    }

    /// Reads pounds or `null`.
    ///
    /// # Errors
    /// If it is neither `null` nor a plain number with at most two decimals.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pence>, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        if raw.get() == "null" {
            return Ok(None);
        }
        parse(raw.get(), 2).map(|pence| Some(Pence(pence))).ok_or_else(not_pounds)
    }
}

/// `#[serde(with = "fraction")]`: [`BasisPoints`] as a JSON fraction, 8,200 as `0.82` and 11,200 as `1.12`.
pub mod fraction {
    use super::{BasisPoints, Deserialize, Deserializer, RawValue, Serializer, parse, write};

    /// Writes a fraction.
    ///
    /// # Errors
    /// Only the serializer's own.
    pub fn serialize<S: Serializer>(rate: &BasisPoints, serializer: S) -> Result<S::Ok, S::Error> {
        write(i64::from(rate.0), 4, serializer)
    }

    /// Reads a fraction.
    ///
    /// # Errors
    /// If it is not a plain number from 0 with at most four decimals.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BasisPoints, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        parse(raw.get(), 4)
            .and_then(|units| u32::try_from(units).ok())
            .map(BasisPoints)
            .ok_or_else(|| serde::de::Error::custom("expected a fraction with at most four decimals"))
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, text};

    #[test]
    fn pounds_are_the_shortest_decimals() {
        for (pence, written) in [(9750, "97.5"), (9000, "90"), (-500, "-5"), (5, "0.05"), (-50, "-0.5"), (0, "0"), (123_456, "1234.56")] {
            assert_eq!(text(pence, 2), written);
            assert_eq!(parse(written, 2), Some(pence));
        }
        assert_eq!(text(8200, 4), "0.82");
        assert_eq!(text(10_000, 4), "1");
    }

    #[test]
    fn what_is_no_plain_decimal_is_refused() {
        for wrong in ["", "-", ".5", "1.234", "1e3", "\"5\"", "null", "1.2.3", "999999999999999", "+5", "1 "] {
            assert_eq!(parse(wrong, 2), None, "{wrong}");
        }
        assert_eq!(parse("1.230", 2), Some(123));
    }
}
