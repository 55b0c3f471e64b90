//! Raising the price that a client offers, so that a pro takes the job.

use axum::extract::State;
use http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access;
use super::search;
use crate::idempotency_key;
use crate::views::booking::{self, BookingView};
use callout_domain::change::Raise;
use callout_domain::failure::Fallible;
use callout_domain::pounds::Pounds;
use callout_domain::problem::Problem;
use callout_front::extract::{Client, JsonBytes, MayPay, Path};
use callout_front::state::AppState;
use callout_store::bookings;

/// A higher price: give one of the two, in whole pounds.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RaisePrice {
    /// The new price.
    #[serde(default, rename = "amountGBP")]
    #[schema(value_type = Option<f64>)]
    amount: Option<Pounds>,
    /// What is added to the price.
    #[serde(default, rename = "deltaGBP")]
    #[schema(value_type = Option<f64>)]
    delta: Option<Pounds>,
}

/// Raises the price of the caller's booking while no pro has it. In cash, and for a budget, it holds at once. By card the old one stands
/// until the new one is paid (`payment_due`, 15 minutes).
#[utoipa::path(
    post, path = "/api/bookings/{id}/raise-price", tag = "Bookings", request_body = RaisePrice,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`, `slot_gone`, `payment_due`, `cash_limit`; `reserved` where one pro alone is asked; `payment_required`: the card page is open"),
        (status = 422, body = Problem))
)]
pub async fn raise(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(id): Path<String>,
    client: Client,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<axum::Json<BookingView>> {
    let booking = bookings::find(&mut state.db.read().await?, &id).await?;
    let booking = booking
        .filter(|booking| booking.is_of(&client.id))
        .ok_or_else(access::not_found)?;
    let body: RaisePrice = bytes.parse()?;
    let path = format!("/api/bookings/{id}/raise-price");
    let key = idempotency_key::read(&headers, &client.id, &path, &bytes)?;
    let raise = Raise::parse(
        body.amount.map(|pounds| pounds.0),
        body.delta.map(|pounds| pounds.0),
    )?;
    let raised = Box::pin(state.matching.raise(&booking.id, raise, key)).await?;
    let view = booking::for_owner(&state.keys, &raised)?;
    Ok(axum::Json(search::complete(&state, &raised, view).await?))
}
