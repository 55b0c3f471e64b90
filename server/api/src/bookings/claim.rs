//! Claiming a booking that was made as a guest.

use axum::extract::State;
use callout_domain::failure::Fallible;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access;
use callout_domain::problem::Problem;
use callout_front::extract::Client;
use callout_front::extract::Json;
use callout_front::state::AppState;
use callout_store::bookings::ownership;

/// The payment that proves the claim.
#[derive(Deserialize, ToSchema)]
pub struct ClaimByIntent {
    /// As the confirmation page's address carries it.
    payment_intent_id: String,
}

/// The booking now belongs to the caller.
#[derive(Serialize, ToSchema)]
pub struct Claimed {
    /// Always true.
    ok: bool,
    /// The booking's id.
    booking_id: String,
}

/// Moves a guest's booking to the caller by its payment. The caller must have proved the booking's email or phone. Works only
/// once.
#[utoipa::path(
    post, path = "/api/bookings/claim-by-intent", tag = "Bookings", request_body = ClaimByIntent,
    responses((status = 200, body = Claimed), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn by_intent(
    State(state): State<AppState>,
    client: Client,
    Json(body): Json<ClaimByIntent>,
) -> Fallible<axum::Json<Claimed>> {
    let intent = body.payment_intent_id;
    let claimed = state
        .db
        .write(move |connection| {
            Box::pin(async move { ownership::claim_by_intent(connection, &intent, &client.id).await })
        })
        .await?;
    let booking_id = claimed.ok_or_else(access::not_found)?;
    Ok(axum::Json(Claimed { ok: true, booking_id }))
}
