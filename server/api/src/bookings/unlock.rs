//! Uncovering the entry notes of a booking that was opened by a link sent by text.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access;
use super::search;
use crate::views::booking::{self, BookingView};
use callout_base::limits;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Path};
use callout_front::state::AppState;

/// What the holder of the link knows.
#[derive(Deserialize, ToSchema)]
pub struct Unlock {
    /// The booking's full postcode.
    postcode: String,
}

/// Uncovers the entry notes of the booking: asked once for a booking. 5 tries an hour.
#[utoipa::path(
    post, path = "/api/b/{guestToken}/unlock", tag = "Bookings", params(("guestToken" = String, Path)), request_body = Unlock,
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 422, body = Problem, description = "`wrong_postcode`"), (status = 429, body = Problem))
)]
pub async fn unlock(
    State(state): State<AppState>,
    Path(token): Path<String>,
    Json(body): Json<Unlock>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, kind) = access::by_guest_token(&state, &token).await?;
    state
        .limits
        .count(limits::UNLOCKS, &booking.id, state.clock.now())?;
    let booking = state.bookings.unlock(booking, &body.postcode).await?;
    let view = booking::for_guest_link(&state.keys, kind, &booking)?;
    Ok(axum::Json(search::complete(&state, &booking, view).await?))
}
