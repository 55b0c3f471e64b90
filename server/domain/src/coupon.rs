//! The coupons that there are: their terms, when they run, what each role may offer, and which may cost more than our fee.

mod entered;

pub use entered::{NewCoupon, NewLimits};

use pricing_core::book::{Coupon as Terms, Discount};
use pricing_core::{BasisPoints, Pence};

use super::failure::Fallible;
use super::operator::By;
use crate::clock::Millis;
use callout_db::record;

/// What the code of every personal coupon begins with. No operator's code can: it has a hyphen.
pub const PERSONAL: &str = "THANKS-";

record! {
    /// A row of `coupons`.
    pub struct Coupon in "coupons" {
        /// Capitals and digits.
        pub code: String,
        /// What it gives, for clients.
        pub description: String,
        /// What it takes off, pence; none for one that takes off a share.
        pub discount_pence: Option<i64>,
        /// The share that it takes off, basis points.
        pub discount_bps: Option<i64>,
        /// Takes off no more than this, pence.
        pub cap_pence: Option<i64>,
        /// Only for orders of at least this, pence.
        pub minimum_order_pence: Option<i64>,
        /// 1: for a person's first booking alone.
        pub first_booking_only: i64,
        /// How often one person may use it.
        pub per_person_limit: i64,
        /// How often all may use it together; none for no limit.
        pub total_limit: Option<i64>,
        /// 1: in the price book that browsers get.
        pub is_listed: i64,
        /// From when on it is good, Unix milliseconds.
        pub starts_at: Millis,
        /// From when on it is not, Unix milliseconds; none while no end is planned.
        pub ends_at: Option<Millis>,
        /// Unix milliseconds.
        pub created_at: Millis,
    }
}

/// Whether a coupon can be used by the time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Not yet.
    Coming,
    /// Now.
    Open,
    /// No more.
    Ended,
}

/// On which orders a coupon takes off more than our fee on them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dearer {
    /// On none.
    Never,
    /// On those below this price.
    Below(Pence),
    /// On all.
    Always,
}

impl Coupon {
    /// A coupon of a price book, listed from now on.
    #[must_use]
    pub fn of_book(terms: &Terms, now: Millis) -> Self {
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
            first_booking_only: terms.first_booking_only.into(),
            per_person_limit: terms.per_person_limit.into(),
            total_limit: terms.total_limit.map(Into::into),
            is_listed: 1,
            starts_at: now,
            ends_at: None,
            created_at: now,
        }
    }

    /// Its terms, as the pricing core reads them.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            code: self.code.clone(),
            description: self.description.clone(),
            discount: self.discount(),
            cap_pence: self.cap_pence.map(Pence),
            minimum_order_pence: self.minimum_order_pence.map(Pence),
            first_booking_only: self.first_booking_only == 1,
            per_person_limit: u32::try_from(self.per_person_limit).unwrap_or_default(),
            total_limit: self
                .total_limit
                .map(|limit| u32::try_from(limit).unwrap_or_default()),
        }
    }

    /// What it takes off, before its cap.
    #[must_use]
    pub fn discount(&self) -> Discount {
        match (self.discount_bps, self.discount_pence) {
            (Some(share), _) => Discount::Share(BasisPoints(u32::try_from(share).unwrap_or_default())),
            (None, pence) => Discount::Pence(Pence(pence.unwrap_or_default())),
        }
    }

    /// Whether it can be used now.
    #[must_use]
    pub fn phase(&self, now: Millis) -> Phase {
        if self.ends_at.is_some_and(|end| end <= now) {
            Phase::Ended
        } else if self.starts_at > now {
            Phase::Coming
        } else {
            Phase::Open
        }
    }

    /// On which orders it takes off more than a fee of this share. The platform pays for coupons, so what is beyond its fee is its loss.
    #[must_use]
    pub fn dearer(&self, fee: BasisPoints) -> Dearer {
        let most = match (self.discount(), self.cap_pence) {
            (Discount::Share(share), _) if share <= fee => return Dearer::Never,
            (Discount::Share(_), None) => return Dearer::Always,
            (Discount::Share(_), Some(cap)) => cap,
            (Discount::Pence(pence), cap) => pence.0.min(cap.unwrap_or(pence.0)),
        };
        if fee == BasisPoints(0) {
            return Dearer::Always;
        }
        // The first whole penny of a price whose fee, before it is rounded, is as much.
        let (share, whole) = (i64::from(fee.0), i64::from(BasisPoints::WHOLE.0));
        let covered = (most * whole + share - 1).div_euclid(share);
        if covered <= self.minimum_order_pence.unwrap_or_default() {
            Dearer::Never
        } else {
            Dearer::Below(Pence(covered))
        }
    }

    /// Refuses a coupon that is worth more, or may be used more often, than the operator's role may offer.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn within(&self, by: &By) -> Fallible<()> {
        by.require_coupon(&self.discount(), self.total_limit)
    }
}

#[cfg(test)]
mod tests {
    use pricing_core::PriceBook;

    use super::*;

    fn built_in(code: &str) -> Coupon {
        let terms = pricing_core::coupon::find(PriceBook::builtin(), code).unwrap();
        Coupon::of_book(terms, 1_000)
    }

    #[test]
    fn the_built_in_coupons_keep_their_terms() {
        for terms in &PriceBook::builtin().coupons {
            assert_eq!(Coupon::of_book(terms, 0).terms(), *terms);
        }
    }

    #[test]
    fn a_coupon_runs_from_its_start_until_its_end() {
        let coupon = Coupon {
            ends_at: Some(2_000),
            ..built_in("SAVE15")
        };
        let phases = [999, 1_000, 1_999, 2_000].map(|now| coupon.phase(now));
        assert_eq!(phases, [Phase::Coming, Phase::Open, Phase::Open, Phase::Ended]);
    }

    #[test]
    fn coupons_dearer_than_the_fee() {
        let fee = PriceBook::builtin().fee_basis_points;
        let cases = [
            ("WELCOME10", Dearer::Below(Pence(6_667))),
            ("SAVE15", Dearer::Never),
            ("PRIORITY5", Dearer::Below(Pence(3_334))),
            ("DRAIN20", Dearer::Below(Pence(13_334))),
            ("FREECALL", Dearer::Below(Pence(16_667))),
        ];
        for (code, dearer) in cases {
            assert_eq!(built_in(code).dearer(fee), dearer, "{code}");
        }
        let from = |minimum| Coupon {
            minimum_order_pence: Some(minimum),
            ..built_in("WELCOME10")
        };
        assert_eq!(from(6_667).dearer(fee), Dearer::Never);
        assert_eq!(from(6_666).dearer(fee), Dearer::Below(Pence(6_667)));
        let uncapped = Coupon {
            cap_pence: None,
            ..built_in("FREECALL")
        };
        assert_eq!(uncapped.dearer(fee), Dearer::Always);
        assert_eq!(built_in("PRIORITY5").dearer(BasisPoints(0)), Dearer::Always);
    }
}
