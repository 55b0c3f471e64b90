//! The coupons that there are: their terms, when they run, what each role may offer, and which may cost more than our fee.

mod entered;
mod row;

pub use row::CouponRow;

pub use entered::{CODE_LIMIT, NewCoupon, NewLimits};

use pricing_core::book::{Coupon as Terms, Discount};
use pricing_core::{BasisPoints, Pence};

use super::failure::Fallible;
use super::operator::By;
use crate::clock::Millis;

/// What the code of every personal coupon begins with. No operator's code can: it has a hyphen.
pub const PERSONAL: &str = "THANKS-";

/// A coupon of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// What it gives, as the pricing core reads it.
    pub terms: Terms,
    /// True when it is in the price book that browsers get.
    pub is_listed: bool,
    /// From when on it is good, Unix milliseconds.
    pub starts_at: Millis,
    /// From when on it is not, Unix milliseconds; none while no end is planned.
    pub ends_at: Option<Millis>,
    /// Unix milliseconds.
    pub created_at: Millis,
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
        Self {
            terms: terms.clone(),
            is_listed: true,
            starts_at: now,
            ends_at: None,
            created_at: now,
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
        let most = match (&self.terms.discount, self.terms.cap_pence) {
            (Discount::Share(share), _) if *share <= fee => return Dearer::Never,
            (Discount::Share(_), None) => return Dearer::Always,
            (Discount::Share(_), Some(cap)) => cap.0,
            (Discount::Pence(pence), cap) => pence.0.min(cap.unwrap_or(*pence).0),
        };
        if fee == BasisPoints(0) {
            return Dearer::Always;
        }
        // The first whole penny of a price whose fee, before it is rounded, is as much.
        let (share, whole) = (i64::from(fee.0), i64::from(BasisPoints::WHOLE.0));
        let covered = Pence((most * whole + share - 1).div_euclid(share));
        if covered <= self.terms.minimum_order_pence.unwrap_or_default() {
            Dearer::Never
        } else {
            Dearer::Below(covered)
        }
    }

    /// Refuses a coupon that is worth more, or may be used more often, than the operator's role may offer.
    ///
    /// # Errors
    /// 403 `super_admin_only`.
    pub fn within(&self, by: &By) -> Fallible<()> {
        by.require_coupon(&self.terms.discount, self.terms.total_limit.map(i64::from))
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
        let from = |minimum| {
            let mut coupon = built_in("WELCOME10");
            coupon.terms.minimum_order_pence = Some(Pence(minimum));
            coupon
        };
        assert_eq!(from(6_667).dearer(fee), Dearer::Never);
        assert_eq!(from(6_666).dearer(fee), Dearer::Below(Pence(6_667)));
        let mut uncapped = built_in("FREECALL");
        uncapped.terms.cap_pence = None;
        assert_eq!(uncapped.dearer(fee), Dearer::Always);
        assert_eq!(built_in("PRIORITY5").dearer(BasisPoints(0)), Dearer::Always);
    }
}
