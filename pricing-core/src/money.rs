//! Money in integer pence and rates in basis points: the one rounding and the split that adds up.

mod number;

pub use number::{Fraction, Pounds};
pub(crate) use number::{read_whole, read_whole_option};

use crate::error::PricingError;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, Neg, Sub};

/// An amount of money in whole pence; in JSON a whole number. See [`Pounds`] for fields in pounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify), tsify(type = "number"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Pence(pub i64);

/// A rate in hundredths of a percent: 10,000 is the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct BasisPoints(pub u32);

/// Divides, rounding half away from zero: the only rounding there is, called once a line. A zero divisor gives 0.
#[must_use]
pub const fn divide_rounded(numerator: i64, divisor: i64) -> i64 {
    if divisor == 0 {
        return 0;
    }
    let quotient = numerator.wrapping_div(divisor);
    let rest = numerator.wrapping_rem(divisor);
    if rest.unsigned_abs() >= divisor.unsigned_abs() - rest.unsigned_abs() {
        if (numerator < 0) == (divisor < 0) {
            quotient.saturating_add(1)
        } else {
            quotient.saturating_sub(1)
        }
    } else {
        quotient
    }
}

impl BasisPoints {
    /// The whole, 100%.
    pub const WHOLE: Self = Self(10_000);
}

impl Pence {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// The largest amount a request may name: £10,000,000. Keeps every product far from overflow.
    pub const LIMIT: Self = Self(1_000_000_000);

    /// This many whole pounds.
    #[must_use]
    pub const fn from_pounds(pounds: i64) -> Self {
        Self(pounds.saturating_mul(100))
    }

    /// `rate` of this amount, rounded to the penny.
    #[must_use]
    pub const fn share(self, rate: BasisPoints) -> Self {
        Self(divide_rounded(
            self.0.saturating_mul(rate.0 as i64),
            BasisPoints::WHOLE.0 as i64,
        ))
    }

    /// `rate` of this amount, rounded once, to the nearest multiple of `step` (half up for what is not negative).
    #[must_use]
    pub const fn share_to_nearest(self, rate: BasisPoints, step: Self) -> Self {
        let product = self.0.saturating_mul(rate.0 as i64);
        Self(
            divide_rounded(product, step.0.saturating_mul(BasisPoints::WHOLE.0 as i64))
                .saturating_mul(step.0),
        )
    }

    /// The amount in the middle of two, rounded to the penny.
    #[must_use]
    pub const fn midpoint(low: Self, high: Self) -> Self {
        Self(divide_rounded(low.0.saturating_add(high.0), 2))
    }

    /// Rounded to whole pounds.
    #[must_use]
    pub const fn to_whole_pounds(self) -> Self {
        Self(divide_rounded(self.0, 100).saturating_mul(100))
    }

    /// The amount, but never below zero.
    #[must_use]
    pub fn at_least_zero(self) -> Self {
        self.max(Self::ZERO)
    }

    /// Splits into parts in the proportion of `weights` that add up to the penny, by largest remainder: of equal
    /// remainders the earlier part gets the odd penny. Weights that add up to zero give no parts.
    #[must_use]
    pub fn split(self, weights: impl Iterator<Item = u32> + Clone) -> Vec<Self> {
        let whole: i64 = weights.clone().map(i64::from).sum();
        if whole == 0 {
            return Vec::new();
        }
        let products = weights.map(|weight| self.0.saturating_mul(i64::from(weight)));
        let (mut parts, mut remainders): (Vec<Self>, Vec<i64>) = products
            .map(|product| (Self(product.div_euclid(whole)), product.rem_euclid(whole)))
            .unzip();
        let odd = self - parts.iter().copied().sum();
        for _ in 0..odd.0 {
            // `max_by_key` finds the last of equals, so the parts are walked from the end.
            let pairs = parts.iter_mut().zip(&mut remainders).rev();
            if let Some((part, remainder)) = pairs.max_by_key(|(_, remainder)| **remainder) {
                part.0 += 1;
                *remainder = -1;
            }
        }
        parts
    }

    /// The amount if it lies from 0 to [`Pence::LIMIT`].
    ///
    /// # Errors
    /// `invalid_amount` for `field` otherwise.
    pub fn checked(self, field: &'static str) -> Result<Self, PricingError> {
        if (Self::ZERO..=Self::LIMIT).contains(&self) {
            return Ok(self);
        }
        Err(PricingError::field(
            "invalid_amount",
            field,
            "The amount must be from £0 to £10,000,000.",
        ))
    }
}

impl Add for Pence {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sub for Pence {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Pence {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Pence {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// As people read it: `£90` when whole, `£97.50` otherwise, `-£5` below zero.
impl fmt::Display for Pence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (pounds, pence) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if pence == 0 {
            write!(f, "{sign}£{pounds}")
        } else {
            write!(f, "{sign}£{pounds}.{pence:02}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_away_from_zero() {
        for (numerator, divisor, quotient) in [
            (1, 2, 1),
            (-1, 2, -1),
            (3, 2, 2),
            (-3, 2, -2),
            (1, 3, 0),
            (2, 3, 1),
            (-2, 3, -1),
            (10, 5, 2),
            (0, 7, 0),
            (9, 0, 0),
        ] {
            assert_eq!(
                divide_rounded(numerator, divisor),
                quotient,
                "{numerator}/{divisor}"
            );
        }
        assert_eq!(divide_rounded(i64::MIN, -1), i64::MAX.wrapping_add(1));
    }

    #[test]
    fn odd_pennies_go_to_the_largest_remainders() {
        let parts = |pence: i64| {
            Pence(pence)
                .split([3500, 4500, 2000].into_iter())
                .iter()
                .map(|p| p.0)
                .collect::<Vec<_>>()
        };
        assert_eq!(parts(9750), [3413, 4387, 1950]);
        assert_eq!(parts(1), [0, 1, 0]);
        assert_eq!(parts(2), [1, 1, 0]);
        assert_eq!(parts(0), [0, 0, 0]);
        assert!(Pence(5).split([].into_iter()).is_empty());
    }

    #[test]
    fn amounts_read_as_people_write_them() {
        for (pence, text) in [
            (9000, "£90"),
            (9750, "£97.50"),
            (5, "£0.05"),
            (-500, "-£5"),
            (-1005, "-£10.05"),
        ] {
            assert_eq!(Pence(pence).to_string(), text);
        }
    }
}
