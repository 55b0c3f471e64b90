//! Quotes.

use axum::extract::State;
use http::StatusCode;

use callout_base::limits;
use callout_booking::quoting::{QuoteRequest, SignedQuote};
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Client, Json};
use callout_front::state::AppState;

/// Prices and signs the client's request; valid for 15 minutes.
#[utoipa::path(
    post, path = "/api/quotes", tag = "Pricing", request_body = QuoteRequest,
    responses((status = 201, body = SignedQuote), (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`price_changed` with the right `quote`, or `slot_gone`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn create(
    State(state): State<AppState>,
    caller: Caller,
    client: Client,
    Json(request): Json<QuoteRequest>,
) -> Fallible<(StatusCode, axum::Json<SignedQuote>)> {
    state
        .limits
        .count_address(limits::QUOTES, caller.address(), state.clock.now())?;
    let signed = state.quoting.quote(&client.id, &request).await?;
    Ok((StatusCode::CREATED, axum::Json(signed)))
}
