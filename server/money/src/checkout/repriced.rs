//! A quote that can no longer be redeemed as it is: the same request on changed terms, priced and signed again.

use pricing_core::region;

use super::Checkout;
use callout_booking::books::Current;
use callout_booking::quoting::{self, CouponStanding, MadeFor};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::quote::{self, Wanted};
use callout_domain::redemption::Redemption;

impl Checkout {
    /// A full postcode in another region than the one that was priced has another price.
    pub(super) fn check_region(&self, current: &Current, wanted: &Redemption, now: Millis) -> Fallible<()> {
        let (book, area) = (&current.book, wanted.address.postcode.area());
        if region::of_area(book, area) == region::of_area(book, &wanted.quote.area) {
            return Ok(());
        }
        let postcode = wanted.address.postcode.outcode().to_owned();
        let quote = self.resigned(
            current,
            wanted,
            Wanted {
                postcode,
                ..wanted.quote.wanted.clone()
            },
            area,
            now,
        )?;
        Err(quoting::price_changed(quote, None))
    }

    /// 409 `coupon_unavailable`, with why, and the price without the coupon.
    pub(super) fn without_coupon(
        &self,
        current: &Current,
        wanted: &Redemption,
        why: &str,
        now: Millis,
    ) -> Fallible<Failure> {
        let area = &wanted.quote.area;
        let quote = self.resigned(
            current,
            wanted,
            Wanted {
                coupon: None,
                ..wanted.quote.wanted.clone()
            },
            area,
            now,
        )?;
        let refusal = Failure::conflict(
            "coupon_unavailable",
            format!("Coupon is invalid or not applicable. {why}"),
        );
        Ok(quoting::with_quote(refusal, quote))
    }

    /// The same quote on changed terms, priced and signed again.
    fn resigned(
        &self,
        current: &Current,
        wanted: &Redemption,
        terms: Wanted,
        area: &str,
        now: Millis,
    ) -> Fallible<quoting::SignedQuote> {
        // Whether the person may use the coupon was decided for the old quote, and is decided again when this one is redeemed.
        let CouponStanding {
            first_booking,
            refusal,
        } = CouponStanding::default();
        let priced = quote::price(&current.book, &terms, first_booking, refusal.is_none())?;
        let made_for = MadeFor {
            person: &wanted.quote.person,
            draft: Some(&wanted.quote.draft),
            area,
        };
        self.quoting.sign(current, made_for, terms, priced, now)
    }
}
