//! Quotes: what a client wants, priced and signed, and what a coupon or a stamp card is worth to the client. A quote writes
//! nothing, and for a guest without a coupon it reads only caches.

mod coupons;
mod request;
mod slots;
mod stamps;

use std::sync::Arc;

use pricing_core::coupon;
use pricing_core::estimate::Explained;
use pricing_core::quote::QuoteLine;
use serde::Serialize;
use utoipa::ToSchema;

use crate::books::{Books, Current};
use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ids;
use callout_domain::keys::Keys;
use callout_domain::quote::{self, Content, Priced, Wanted};
use callout_store::Db;

pub use coupons::CouponStanding;
pub use request::{DRAFT_LIMIT, QuoteRequest};
pub use stamps::{STAMPS_FOR_REWARD, StampCard};

/// Prices and signs; cloning it is cheap.
#[derive(Clone)]
pub struct Quoting {
    db: Db,
    clock: Clock,
    keys: Arc<Keys>,
    books: Books,
}

/// A signed quote.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignedQuote {
    /// `q-…`.
    quote_id: String,
    /// What is to be paid, pence; 0 without lines: no instant price, a budget only.
    amount_pence: i64,
    /// `GBP`.
    currency: String,
    /// Unix seconds.
    expires_at_epoch_sec: i64,
    /// Opaque; to be sent back to redeem the quote.
    signature: String,
    /// How the amount adds up.
    lines: Vec<QuoteLine>,
    /// Version of the price book.
    book_version: String,
}

/// Whom and what a quote is for, apart from what is priced.
#[derive(Clone, Copy)]
pub struct MadeFor<'a> {
    /// The client.
    pub person: &'a str,
    /// The browser's draft; without one the quote counts as its own draft.
    pub draft: Option<&'a str>,
    /// Postcode area of the price.
    pub area: &'a str,
}

impl Quoting {
    /// Quotes from the price books of this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock, keys: Arc<Keys>, books: Books) -> Self {
        Self {
            db,
            clock,
            keys,
            books,
        }
    }

    /// Prices and signs what a client wants, if the price is what the client expects.
    ///
    /// # Errors
    /// 409 `price_changed` with the right quote, or `slot_gone`; 422 with the invalid field.
    pub async fn quote(&self, client_id: &str, request: &QuoteRequest) -> Fallible<SignedQuote> {
        let current = self.books.current().await?;
        let current = self
            .with_coupon_of(current, request.coupon_code.as_deref(), Some(client_id))
            .await?;
        if request.currency != current.book.currency {
            return Err(Failure::field("currency", "Prices are in GBP only."));
        }
        let draft = request::draft_id(request.draft_id.as_deref())?;
        let (wanted, area) = self.wanted(&current, client_id, request).await?;
        let standing = match &wanted.coupon {
            Some(code) => {
                let draft = draft.unwrap_or_default();
                Box::pin(self.coupon_standing(&current.book, code, client_id, draft)).await?
            }
            None => CouponStanding::default(),
        };
        let priced = quote::price(
            &current.book,
            &wanted,
            standing.first_booking,
            standing.refusal.is_none(),
        )?;
        let amount = priced.quote.amount.0;
        let reason = standing
            .refusal
            .or_else(|| refused_coupon(&priced))
            .map(str::to_owned);
        let made_for = MadeFor {
            person: client_id,
            draft,
            area: &area,
        };
        let signed = self.sign(&current, made_for, wanted, priced, self.clock.now())?;
        if request.amount_pence == amount {
            Ok(signed)
        } else {
            Err(price_changed(signed, reason.as_deref()))
        }
    }

    /// Signs a price.
    ///
    /// # Errors
    /// Never in practice: every part can be serialised.
    pub fn sign(
        &self,
        current: &Current,
        made_for: MadeFor<'_>,
        mut wanted: Wanted,
        priced: Priced<'_>,
        now: Millis,
    ) -> Fallible<SignedQuote> {
        let id = ids::prefixed("q-")?;
        let Priced { estimate, quote } = priced;
        let reading = Some(quote::shown(&current.book, &wanted, &estimate)?);
        // A coupon that takes nothing off is not used.
        wanted.coupon = wanted.coupon.filter(|_| quote.discount.0 > 0);
        let coupon = (wanted.coupon.as_deref()).and_then(|code| coupon::find(&current.book, code));
        let valid = i64::from(current.book.quote_valid_minutes) * 60;
        let content = Content {
            draft: made_for.draft.unwrap_or(&id).to_owned(),
            id,
            person: made_for.person.to_owned(),
            coupon: coupon.cloned(),
            wanted,
            area: made_for.area.to_owned(),
            problem_type: estimate.problem_type.to_owned(),
            name: estimate.readable_name.to_owned(),
            skills: skills(
                estimate.trade,
                estimate.trades.into_iter().map(|trade| trade.trade),
            ),
            gas_work: estimate.gas_work,
            explanation: estimate
                .explanation
                .into_iter()
                .map(Explained::into_owned)
                .collect(),
            reading,
            estimated: estimate.estimated_cost.map(|cost| cost.0),
            lines: quote.lines,
            amount: quote.amount.0,
            discount: quote.discount.0,
            currency: current.book.currency.clone(),
            book: current.book.version.clone(),
            expires: now.div_euclid(SECOND) + valid,
        };
        Ok(SignedQuote {
            signature: content.sign(&self.keys.quote)?,
            quote_id: content.id,
            amount_pence: content.amount,
            currency: content.currency,
            expires_at_epoch_sec: content.expires,
            lines: content.lines,
            book_version: content.book,
        })
    }
}

/// The trade that was priced first, then the others that the description calls for.
fn skills<'t>(first: &str, others: impl Iterator<Item = &'t str>) -> Vec<String> {
    let mut skills = vec![first.to_owned()];
    for other in others {
        if !skills.iter().any(|skill| skill == other) {
            skills.push(other.to_owned());
        }
    }
    skills
}

/// 409 `price_changed` with the right price, signed.
#[must_use]
pub fn price_changed(quote: SignedQuote, reason: Option<&str>) -> Failure {
    let detail = match reason {
        Some(reason) => format!("Coupon is invalid or not applicable. {reason}."),
        None => "The price has changed. Please check the new price.".to_owned(),
    };
    with_quote(Failure::conflict("price_changed", detail), quote)
}

/// Adds a complete signed quote to a refusal.
#[must_use]
pub fn with_quote(refusal: Failure, quote: SignedQuote) -> Failure {
    match serde_json::to_value(quote) {
        Ok(quote) => refusal.with("quote", quote),
        Err(error) => Failure::internal(error),
    }
}

fn refused_coupon<'q>(priced: &'q Priced<'_>) -> Option<&'q str> {
    priced
        .quote
        .coupon
        .as_ref()
        .filter(|coupon| !coupon.valid)
        .map(|coupon| coupon.description.as_str())
}
