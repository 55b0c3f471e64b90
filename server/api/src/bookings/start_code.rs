//! A new start code in place of one that was typed wrong too often.

use axum::extract::State;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use crate::views::booking::BookingView;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Path, Query};
use callout_front::state::AppState;

/// Makes a new start code, if the present one is locked after too many wrong tries.
#[utoipa::path(
    post, path = "/api/bookings/{id}/start-code", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` when the pro cannot begin now"))
)]
pub async fn renew(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let renewed = state.bookings.renew_locked_start(booking.id).await?;
    let view = viewer.view(&state.keys, &renewed)?;
    Ok(axum::Json(search::complete(&state, &renewed, view).await?))
}
