//! Asks for matching to start. The server starts it by itself, so this call seldom changes anything.

use crate::api::accepted::Accepted;
use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::booking::Booking;
use crate::domain::status::illegal;
use crate::error::Problem;
use crate::extract::Client;
use crate::extract::Json;
use crate::state::AppState;
use crate::store::bookings;

/// The booking to find a pro for.
#[derive(Deserialize, ToSchema)]
pub struct StartMatching {
    /// Its id.
    booking_id: String,
}

/// Starts matching for the caller's booking, or finds it running. Safe to repeat.
#[utoipa::path(
    post, path = "/api/matching/start", tag = "Matching", request_body = StartMatching,
    params(("Idempotency-Key" = Option<String>, Header, description = "`match-{booking_id}`; every call is idempotent")),
    responses(
        (status = 202, body = Accepted), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`payment_required` for an unpaid card booking, `illegal_transition` for one that has ended")
    )
)]
pub async fn start(
    State(state): State<AppState>,
    client: Client,
    Json(body): Json<StartMatching>,
) -> Fallible<Accepted> {
    let mut booking = own(&state, &client, &body.booking_id).await?;
    if booking.facts().awaits_payment
        && let Some(payment) = &booking.payment_id
    {
        state.payments.settle_for_waiting(payment).await?;
        booking = own(&state, &client, &body.booking_id).await?;
    }
    let facts = booking.facts();
    if facts.awaits_payment {
        return Err(Failure::conflict(
            "payment_required",
            "Please pay for the booking first.",
        ));
    }
    if !facts.is_open {
        return Err(illegal(booking.status));
    }
    if facts.awaits_matching {
        state.bookings.start_matching(booking).await?;
    }
    Ok(Accepted::answer())
}

async fn own(state: &AppState, client: &Client, id: &str) -> Fallible<Booking> {
    let booking = bookings::find(&mut state.db.read().await?, id).await?;
    booking
        .filter(|booking| booking.is_of(&client.id))
        .ok_or_else(|| Failure::not_found("Booking not found."))
}
