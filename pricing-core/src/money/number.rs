//! Numbers as JSON has them. JavaScript knows only floats, so this file is the one place where money meets them: what is
//! read is checked to be exact, and everything else counts in whole pence.

use super::{BasisPoints, Pence};
use serde::de::{self, Deserializer, Visitor};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The largest whole number a request may contain, either way: 10^13. A float still holds every pence amount below it.
const LIMIT: i64 = 10_000_000_000_000;

/// An amount in pence that JSON writes in pounds: 9,750 pence are `97.5`, 9,000 are `90`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(value_type = f64)
)]
pub struct Pounds(pub Pence);

/// A rate in basis points that JSON writes as a fraction of one: 8,200 are `0.82`, 10,000 are `1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(value_type = f64)
)]
pub struct Fraction(pub BasisPoints);

/// Writes `value / unit` as an integer when it is one, as a float otherwise.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "JSON has no other decimals; the quotient of two exact floats is the float nearest to the decimal"
)]
fn write<S: Serializer>(value: i64, unit: i64, serializer: S) -> Result<S::Ok, S::Error> {
    if value % unit == 0 {
        serializer.serialize_i64(value / unit)
    } else {
        serializer.serialize_f64(value as f64 / unit as f64)
    }
}

impl Serialize for Pounds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(self.0.0, 100, serializer)
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(i64::from(self.0.0), 10_000, serializer)
    }
}

impl Pounds {
    /// Writes a field of pence in pounds (`serialize_with`).
    pub(crate) fn write<S: Serializer>(pence: &Pence, serializer: S) -> Result<S::Ok, S::Error> {
        Self(*pence).serialize(serializer)
    }

    /// Writes a field of pence that may be absent in pounds (`serialize_with`).
    pub(crate) fn write_option<S: Serializer>(
        pence: &Option<Pence>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        pence.map(Self).serialize(serializer)
    }

    /// Reads a field in pounds that may be absent (`deserialize_with`).
    pub(crate) fn read_option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Pence>, D::Error> {
        let pounds: Option<Self> = Deserialize::deserialize(deserializer)?;
        Ok(pounds.map(|pounds| pounds.0))
    }
}

impl Fraction {
    /// Writes a field of basis points as a fraction (`serialize_with`).
    pub(crate) fn write<S: Serializer>(rate: &BasisPoints, serializer: S) -> Result<S::Ok, S::Error> {
        Self(*rate).serialize(serializer)
    }
}

/// The number if it is whole and within the limits.
fn whole(number: i64) -> Option<i64> {
    (-LIMIT..=LIMIT).contains(&number).then_some(number)
}

/// A float that is a whole number within the limits, as an integer.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "within the limits a whole float is exactly an integer"
)]
fn whole_float(number: f64) -> Option<i64> {
    (number.trunc() == number && number.abs() <= LIMIT as f64).then_some(number as i64)
}

/// Reads a whole number however JSON spells it: `5`, `5.0`, `1e3`.
struct Whole;

impl Visitor<'_> for Whole {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a whole number of at most 13 digits")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<i64, E> {
        whole(number).ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<i64, E> {
        let signed = i64::try_from(number).ok().and_then(whole);
        signed.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<i64, E> {
        whole_float(number).ok_or_else(|| E::invalid_value(de::Unexpected::Float(number), &self))
    }
}

/// Reads pounds with at most two decimals as pence.
struct PoundsVisitor;

impl Visitor<'_> for PoundsVisitor {
    type Value = Pounds;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pounds with at most two decimals")
    }

    fn visit_i64<E: de::Error>(self, pounds: i64) -> Result<Pounds, E> {
        let pence = pounds.checked_mul(100).and_then(whole);
        pence
            .map(|pence| Pounds(Pence(pence)))
            .ok_or_else(|| E::invalid_value(de::Unexpected::Signed(pounds), &self))
    }

    fn visit_u64<E: de::Error>(self, pounds: u64) -> Result<Pounds, E> {
        i64::try_from(pounds)
            .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(pounds), &self))
            .and_then(|pounds| self.visit_i64(pounds))
    }

    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        clippy::float_cmp,
        reason = "the nearest pence are found, and refused unless they are exactly what was written"
    )]
    fn visit_f64<E: de::Error>(self, pounds: f64) -> Result<Pounds, E> {
        whole_float((pounds * 100.0).round())
            .filter(|pence| *pence as f64 / 100.0 == pounds)
            .map(|pence| Pounds(Pence(pence)))
            .ok_or_else(|| E::invalid_value(de::Unexpected::Float(pounds), &self))
    }
}

impl<'de> Deserialize<'de> for Pounds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PoundsVisitor)
    }
}

/// Reads a whole number (`deserialize_with`).
pub(crate) fn read_whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    deserializer.deserialize_any(Whole)
}

/// Reads a whole number that may be absent (`deserialize_with`).
pub(crate) fn read_whole_option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let pence: Option<Pence> = Deserialize::deserialize(deserializer)?;
    Ok(pence.map(|pence| pence.0))
}

impl<'de> Deserialize<'de> for Pence {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read_whole(deserializer).map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Fraction, Pounds};
    use crate::money::{BasisPoints, Pence};

    #[test]
    fn pounds_are_written_as_short_as_can_be_and_read_back() {
        for (pence, json) in [
            (9_750, "97.5"),
            (9_000, "90"),
            (-500, "-5"),
            (5, "0.05"),
            (-50, "-0.5"),
            (0, "0"),
            (123_456, "1234.56"),
            (999_999_999_999, "9999999999.99"),
        ] {
            let pounds = Pounds(Pence(pence));
            assert_eq!(serde_json::to_string(&pounds).unwrap(), json);
            assert_eq!(serde_json::from_str::<Pounds>(json).unwrap(), pounds);
        }
    }

    #[test]
    fn every_penny_survives_being_written_in_pounds() {
        for pence in (0..1_000_000).chain(9_999_999_000_000..9_999_999_001_000) {
            let pounds = Pounds(Pence(pence));
            let json = serde_json::to_value(pounds).unwrap();
            assert_eq!(serde_json::from_value::<Pounds>(json).unwrap(), pounds);
        }
    }

    #[test]
    fn fractions_are_written_as_short_as_can_be() {
        for (rate, json) in [
            (8_200, "0.82"),
            (10_000, "1"),
            (11_200, "1.12"),
            (0, "0"),
            (1, "0.0001"),
        ] {
            assert_eq!(serde_json::to_string(&Fraction(BasisPoints(rate))).unwrap(), json);
        }
    }

    #[test]
    fn a_whole_number_is_read_in_any_spelling() {
        for (json, pence) in [
            ("5", 5),
            ("5.0", 5),
            ("1e3", 1_000),
            ("-0", 0),
            ("-12", -12),
            ("10000000000000", 10_000_000_000_000),
            ("1e13", 10_000_000_000_000),
        ] {
            assert_eq!(
                serde_json::from_str::<Pence>(json).unwrap(),
                Pence(pence),
                "{json}"
            );
        }
        for wrong in [
            "0.5",
            "1e14",
            "-10000000000001",
            "18446744073709551615",
            "\"5\"",
            "null",
            "true",
            "[]",
        ] {
            assert!(serde_json::from_str::<Pence>(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pounds_with_parts_of_a_penny_are_refused() {
        assert_eq!(
            serde_json::from_str::<Pounds>("1.230").unwrap(),
            Pounds(Pence(123))
        );
        for wrong in [
            "1.234", "97.505", "0.001", "1e-7", "1e21", "1e300", "\"5\"", "null", "true",
        ] {
            assert!(serde_json::from_str::<Pounds>(wrong).is_err(), "{wrong}");
        }
    }
}
