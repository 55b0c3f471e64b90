//! Coupons: what a code is worth to this person. Who may use it is decided again when the quote is redeemed.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use pricing_core::coupon::{self, CouponAnswer};
use pricing_core::{Pence, PriceBook};
use serde::Deserialize;
use utoipa::ToSchema;

use super::loyalty;
use crate::error::Problem;
use crate::extract::Json;
use crate::extract::{Client, MaybeClient};
use crate::state::AppState;
use crate::store;
use crate::store::coupons::Person;

/// Longest code, characters (decisions.md 9).
const CODE_LIMIT: usize = 32;

/// A coupon to check.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponRequest {
    /// At most 32 characters.
    code: String,
    /// The amount before the coupon, pence.
    amount_pence: i64,
    /// `GBP`.
    currency: String,
    /// The draft that is priced: a coupon it holds already counts as free.
    #[serde(default)]
    draft_id: Option<String>,
}

/// What a coupon is worth on an amount; not valid is an answer, too.
#[utoipa::path(
    post, path = "/api/coupons/validate", tag = "Pricing", request_body = CouponRequest,
    responses((status = 200, body = CouponAnswer), (status = 422, body = Problem))
)]
pub async fn validate(
    State(state): State<AppState>,
    MaybeClient(client): MaybeClient,
    Json(request): Json<CouponRequest>,
) -> Fallible<axum::Json<CouponAnswer>> {
    let code = check_length(&request.code)?;
    let current = state.books.current().await?;
    let current = match &client {
        Some(client) => loyalty::with_own_coupon(&state, current, Some(code), &client.id).await?,
        None => current,
    };
    let standing = match &client {
        Some(client) => {
            let draft = request.draft_id.as_deref().unwrap_or_default();
            of_client(&state, &current.book, code, client, draft).await?
        }
        None => Standing::default(),
    };
    let amount = Pence(request.amount_pence);
    let mut answer = coupon::check(
        &current.book,
        code,
        amount,
        &request.currency,
        standing.first_booking,
    );
    if let Some(reason) = standing.refusal.filter(|_| answer.valid) {
        answer.valid = false;
        answer.discount_pence = Pence::ZERO;
        answer.description = reason.to_owned();
    }
    Ok(axum::Json(answer))
}

/// A code that is not too long, trimmed.
///
/// # Errors
/// 422 on `code`.
pub fn check_length(code: &str) -> Fallible<&str> {
    let code = code.trim();
    if code.chars().count() > CODE_LIMIT {
        return Err(Failure::field(
            "code",
            format!("Use at most {CODE_LIMIT} characters."),
        ));
    }
    Ok(code)
}

/// How a person stands with a coupon.
#[derive(Debug, Clone, Copy)]
pub struct Standing {
    /// Whether the person has never booked.
    pub first_booking: bool,
    /// Why the person may not use it, if not.
    pub refusal: Option<&'static str>,
}

impl Default for Standing {
    /// Nothing known against it.
    fn default() -> Self {
        Self {
            first_booking: true,
            refusal: None,
        }
    }
}

/// How a client stands with a coupon; no database is asked about a code that the book does not know.
///
/// # Errors
/// When the database fails.
pub async fn of_client(
    state: &AppState,
    book: &PriceBook,
    code: &str,
    client: &Client,
    draft: &str,
) -> Fallible<Standing> {
    let Some(coupon) = coupon::find(book, code) else {
        return Ok(Standing::default());
    };
    let mut connection = state.db.read().await?;
    // What the client has not proved does not count here: a price would tell whether somebody with that email or phone has booked.
    // It is judged when the quote is redeemed.
    let person = Person {
        client_id: &client.id,
        draft_id: draft,
        ..Person::default()
    };
    let history = store::coupons::history(&mut connection, &coupon.code, person, "").await?;
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
    Ok(Standing {
        first_booking: !history.has_booked,
        refusal,
    })
}
