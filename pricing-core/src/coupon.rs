//! Coupons: a code becomes a discount, or the reason why not.

use crate::book::{Coupon, Discount, PriceBook};
use crate::money::Pence;
use serde::Serialize;

/// What a coupon is worth, as the coupon call answers it. Not valid is an answer, not an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CouponAnswer {
    /// Whether it takes anything off.
    pub valid: bool,
    /// The code, trimmed and in upper case.
    pub code: String,
    /// What it takes off, in pence; 0 if not valid, never more than the amount.
    #[cfg_attr(feature = "openapi", schema(value_type = i64))]
    pub discount_pence: Pence,
    /// What it gives, or why it is not valid.
    pub description: String,
}

/// The coupon table's entry for a code as a person typed it.
#[must_use]
pub fn find<'b>(book: &'b PriceBook, code: &str) -> Option<&'b Coupon> {
    let code = code.trim();
    book.coupons
        .iter()
        .find(|coupon| coupon.code.eq_ignore_ascii_case(code))
}

/// Checks a code against an amount before the coupon. Limits per person and in all are the server's to enforce, in the
/// transaction that redeems the quote.
#[must_use]
pub fn check(
    book: &PriceBook,
    code: &str,
    amount: Pence,
    currency: &str,
    first_booking: bool,
) -> CouponAnswer {
    let outcome = discount(book, code, amount, currency, first_booking);
    let (valid, discount_pence, description) = match outcome {
        Ok((coupon, discount)) => (true, discount, coupon.description.clone()),
        Err(reason) => (false, Pence::ZERO, reason),
    };
    CouponAnswer {
        valid,
        code: code.trim().to_ascii_uppercase(),
        discount_pence,
        description,
    }
}

fn discount<'b>(
    book: &'b PriceBook,
    code: &str,
    amount: Pence,
    currency: &str,
    first_booking: bool,
) -> Result<(&'b Coupon, Pence), String> {
    if code.trim().is_empty() || amount <= Pence::ZERO || amount > Pence::LIMIT || currency != book.currency {
        return Err("Invalid request".to_owned());
    }
    let coupon = find(book, code).ok_or("Coupon not recognized")?;
    if let Some(minimum) = coupon.minimum_order_pence.filter(|minimum| amount < *minimum) {
        return Err(format!("Minimum order {minimum} required"));
    }
    if coupon.first_booking_only && !first_booking {
        return Err("First booking only".to_owned());
    }
    let full = match coupon.discount {
        Discount::Pence(pence) => pence,
        Discount::Share(share) => amount.share(share),
    };
    let discount = full.min(coupon.cap_pence.unwrap_or(full)).min(amount);
    if discount > Pence::ZERO {
        Ok((coupon, discount))
    } else {
        Err("Not applicable".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::book::PriceBook;
    use crate::money::Pence;

    fn answer(code: &str, pence: i64) -> (bool, i64, String) {
        let answer = check(PriceBook::builtin(), code, Pence(pence), "GBP", true);
        (answer.valid, answer.discount_pence.0, answer.description)
    }

    #[test]
    fn each_coupon_at_its_edges() {
        for (code, pence, discount) in [
            ("WELCOME10", 4_000, 1_000),
            (" save15 ", 9_750, 1_463),
            ("SAVE15", 20_000, 3_000),
            ("SAVE15", 1_000_000, 3_000),
            ("PRIORITY5", 400, 400),
            ("DRAIN20", 12_000, 2_000),
            ("FREECALL", 5_000, 1_750),
            ("FREECALL", 10_000, 2_500),
        ] {
            let (valid, given, _) = answer(code, pence);
            assert_eq!((valid, given), (true, discount), "{code} on {pence}");
        }
    }

    #[test]
    fn each_reason_why_not() {
        for (code, pence, reason) in [
            ("WELCOME10", 3_999, "Minimum order £40 required"),
            ("DRAIN20", 11_999, "Minimum order £120 required"),
            ("NOPE", 9_000, "Coupon not recognized"),
            ("SAVE15", 0, "Invalid request"),
            ("", 9_000, "Invalid request"),
            ("SAVE15", 3, "Not applicable"),
            ("SAVE15", -1, "Invalid request"),
        ] {
            assert_eq!(
                answer(code, pence),
                (false, 0, reason.to_owned()),
                "{code} on {pence}"
            );
        }
        let book = PriceBook::builtin();
        assert_eq!(
            check(book, "WELCOME10", Pence(9_000), "GBP", false).description,
            "First booking only"
        );
        assert_eq!(
            check(book, "WELCOME10", Pence(9_000), "EUR", true).description,
            "Invalid request"
        );
    }
}
