//! A coupon as its table has it.

use callout_db::{FromRow, ReadError, Record, Row, Value, record};
use pricing_core::book::{Coupon as Terms, Discount};
use pricing_core::{BasisPoints, Pence};

use super::Coupon;
use crate::clock::Millis;
use crate::kept::{Class, FACT};

record! {
    /// A row of `coupons`.
    pub struct CouponRow in "coupons" {
        /// Capitals and digits.
        pub code: String => FACT,
        /// What it gives, for clients.
        pub description: String => FACT,
        /// What it takes off, pence; none for one that takes off a share.
        pub discount_pence: Option<i64> => FACT,
        /// The share that it takes off, basis points; none for one that takes off pence.
        pub discount_bps: Option<i64> => FACT,
        /// Takes off no more than this, pence.
        pub cap_pence: Option<i64> => FACT,
        /// Only for orders of at least this, pence.
        pub minimum_order_pence: Option<i64> => FACT,
        /// Only for a person's first booking.
        pub first_booking_only: bool => FACT,
        /// How often one person may use it.
        pub per_person_limit: i64 => FACT,
        /// How often all may use it together; none for no limit.
        pub total_limit: Option<i64> => FACT,
        /// In the price book that browsers get.
        pub is_listed: bool => FACT,
        /// From when on it is good, Unix milliseconds.
        pub starts_at: Millis => FACT,
        /// From when on it is not, Unix milliseconds; none while no end is planned.
        pub ends_at: Option<Millis> => FACT,
        /// Unix milliseconds.
        pub created_at: Millis => FACT,
    }
}

impl From<&Coupon> for CouponRow {
    fn from(coupon: &Coupon) -> Self {
        let terms = &coupon.terms;
        let (pence, share) = match terms.discount {
            Discount::Pence(pence) => (Some(pence.0), None),
            Discount::Share(share) => (None, Some(share.0.into())),
        };
        Self {
            code: terms.code.clone(),
            description: terms.description.clone(),
            discount_pence: pence,
            discount_bps: share,
            cap_pence: terms.cap_pence.map(|cap| cap.0),
            minimum_order_pence: terms.minimum_order_pence.map(|minimum| minimum.0),
            first_booking_only: terms.first_booking_only,
            per_person_limit: terms.per_person_limit.into(),
            total_limit: terms.total_limit.map(Into::into),
            is_listed: coupon.is_listed,
            starts_at: coupon.starts_at,
            ends_at: coupon.ends_at,
            created_at: coupon.created_at,
        }
    }
}

impl TryFrom<CouponRow> for Coupon {
    type Error = String;

    fn try_from(row: CouponRow) -> Result<Self, String> {
        let count = |number: i64| u32::try_from(number).map_err(|error| format!("{}: {error}", row.code));
        let discount = match (row.discount_pence, row.discount_bps) {
            (Some(pence), None) => Discount::Pence(Pence(pence)),
            (None, Some(share)) => Discount::Share(BasisPoints(count(share)?)),
            _ => return Err(format!("{} takes off neither pence nor a share", row.code)),
        };
        Ok(Self {
            terms: Terms {
                discount,
                cap_pence: row.cap_pence.map(Pence),
                minimum_order_pence: row.minimum_order_pence.map(Pence),
                first_booking_only: row.first_booking_only,
                per_person_limit: count(row.per_person_limit)?,
                total_limit: row.total_limit.map(count).transpose()?,
                code: row.code,
                description: row.description,
            },
            is_listed: row.is_listed,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            created_at: row.created_at,
        })
    }
}

impl FromRow for Coupon {
    fn from_row(row: &Row) -> Result<Self, ReadError> {
        Self::try_from(CouponRow::from_row(row)?).map_err(|error| ReadError::Decode(error.into()))
    }
}

impl Record for Coupon {
    const TABLE: &'static str = CouponRow::TABLE;
    const COLUMNS: &'static [&'static str] = CouponRow::COLUMNS;

    fn values(&self) -> Vec<Value> {
        CouponRow::from(self).values()
    }
}

#[cfg(test)]
mod tests {
    use pricing_core::PriceBook;

    use super::*;

    #[test]
    fn the_built_in_coupons_are_read_as_they_are_written() {
        for terms in &PriceBook::builtin().coupons {
            let coupon = Coupon::of_book(terms, 1_000);
            assert_eq!(Coupon::try_from(CouponRow::from(&coupon)), Ok(coupon));
        }
    }

    #[test]
    fn a_row_that_makes_no_sense_is_not_read_as_nothing_off() {
        let good = || CouponRow::from(&Coupon::of_book(&PriceBook::builtin().coupons[0], 1_000));
        let mut neither = good();
        (neither.discount_pence, neither.discount_bps) = (None, None);
        let mut both = good();
        (both.discount_pence, both.discount_bps) = (Some(1), Some(1));
        let mut share = good();
        (share.discount_pence, share.discount_bps) = (None, Some(-1));
        let mut limit = good();
        limit.per_person_limit = -1;
        for row in [neither, both, share, limit] {
            assert!(Coupon::try_from(row.clone()).is_err(), "{row:?}");
        }
    }
}
