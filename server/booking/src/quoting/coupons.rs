//! What a coupon is worth to a person. Who may use it is decided again when the quote is redeemed.

use pricing_core::coupon::{self, CouponAnswer};
use pricing_core::{Pence, PriceBook};

use super::Quoting;
use callout_domain::coupon::CODE_LIMIT;
use callout_domain::failure::{Failure, Fallible};
use callout_store::coupons::Person;
use callout_store::{Connection, erased_identifiers, identifiers};

/// A person's history with a coupon.
#[derive(Debug, Clone, Copy)]
pub struct CouponStanding {
    /// Whether the person has never booked.
    pub first_booking: bool,
    /// Why the person may not use it, if so.
    pub refusal: Option<&'static str>,
}

impl Default for CouponStanding {
    /// Nothing is known against using it.
    fn default() -> Self {
        Self {
            first_booking: true,
            refusal: None,
        }
    }
}

/// A code that is not too long, trimmed.
///
/// # Errors
/// 422 on `code`.
pub(super) fn check_length(code: &str) -> Fallible<&str> {
    let code = code.trim();
    if code.chars().count() > CODE_LIMIT {
        return Err(Failure::field(
            "code",
            format!("Use at most {CODE_LIMIT} characters."),
        ));
    }
    Ok(code)
}

impl Quoting {
    /// What a coupon takes off an amount, for this client if there is one; "not valid" is an answer, too.
    ///
    /// # Errors
    /// 422 on `code` for one that is too long.
    pub async fn check_coupon(
        &self,
        client_id: Option<&str>,
        code: &str,
        amount: Pence,
        currency: &str,
        draft: &str,
    ) -> Fallible<CouponAnswer> {
        let code = check_length(code)?;
        let current = self.books.current().await?;
        let current = self.with_coupon_of(current, Some(code), client_id).await?;
        let mut standing = CouponStanding::default();
        if let Some(client_id) = client_id {
            standing = self
                .coupon_standing(&current.book, code, client_id, draft)
                .await?;
        }
        let mut answer = coupon::check(&current.book, code, amount, currency, standing.first_booking);
        if let Some(reason) = standing.refusal.filter(|_| answer.valid) {
            answer.valid = false;
            answer.discount_pence = Pence::ZERO;
            answer.description = reason.to_owned();
        }
        Ok(answer)
    }

    /// A client's history with a coupon; a code that the book does not know costs no database query.
    pub async fn coupon_standing(
        &self,
        book: &PriceBook,
        code: &str,
        client_id: &str,
        draft: &str,
    ) -> Fallible<CouponStanding> {
        let Some(coupon) = coupon::find(book, code) else {
            return Ok(CouponStanding::default());
        };
        let mut connection = self.db.read().await?;
        // What the client has not proved does not count here: a price would reveal whether that email or phone has booked.
        // It is checked when the quote is redeemed.
        let person = Person {
            client_id,
            draft_id: draft,
            ..Person::default()
        };
        let history = callout_store::coupons::history(&mut connection, &coupon.code, person, "").await?;
        let used_up = |used: i64, limit: u32| used >= i64::from(limit);
        let refusal = if used_up(history.used, coupon.per_person_limit) {
            Some("You have used this coupon already")
        } else if coupon
            .total_limit
            .is_some_and(|limit| used_up(history.used_by_all, limit))
        {
            Some("This coupon is used up")
        } else {
            None
        };
        let has_booked = history.has_booked
            || coupon.first_booking_only && self.had_booked(&mut connection, client_id).await?;
        Ok(CouponStanding {
            first_booking: !has_booked,
            refusal,
        })
    }

    /// True when a client has proved an email or phone of somebody who booked and was erased since.
    async fn had_booked(&self, connection: &mut Connection, client_id: &str) -> Fallible<bool> {
        let proved = identifiers::proved(connection, client_id).await?;
        let proved: Vec<&str> = proved.iter().map(String::as_str).collect();
        Ok(erased_identifiers::knows(connection, &self.keys.erased, &proved, self.clock.now()).await?)
    }
}
