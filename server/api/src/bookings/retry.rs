//! When no pro comes: asking further away, and reporting a pro who did not turn up.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use crate::views::booking::BookingView;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Path, Query};
use callout_front::state::AppState;

/// How far to ask.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Radius {
    /// Kilometres.
    radius_km: i64,
}

/// Who could be asked.
#[derive(Serialize, ToSchema)]
pub struct PossiblePros {
    /// How many pros.
    pros: usize,
}

/// How many pros within a radius could be asked now.
#[utoipa::path(
    get, path = "/api/bookings/{id}/reach", tag = "Bookings",
    params(("id" = String, Path), ("radiusKm" = i64, Query, description = "kilometres"),
        ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = PossiblePros), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem))
)]
pub async fn reach(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Query(radius): Query<Radius>,
) -> Fallible<axum::Json<PossiblePros>> {
    let (booking, _) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let pros = state.matching.reach(&booking, radius.radius_km).await?;
    Ok(axum::Json(PossiblePros { pros }))
}

/// Asks pros within a radius: at once while a pro is looked for; a booking that found none looks again.
#[utoipa::path(
    post, path = "/api/bookings/{id}/retry", tag = "Bookings", request_body = Radius,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`slot_gone`, `illegal_transition`, `payment_due`; `payment_required`: the card page is open"), (status = 422, body = Problem))
)]
pub async fn retry(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<Radius>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let again = state.matching.retry(&booking.id, body.radius_km).await?;
    let view = viewer.view(&state.keys, &again)?;
    Ok(axum::Json(search::complete(&state, &again, view).await?))
}

/// Cancels a booking whose pro did not turn up. Everything that was paid is given back.
#[utoipa::path(
    post, path = "/api/bookings/{id}/no-show", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`too_early`, `illegal_transition`"))
)]
pub async fn no_show(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let reported = state.matching.report_no_show(&booking.id).await?;
    let view = viewer.view(&state.keys, &reported)?;
    Ok(axum::Json(search::complete(&state, &reported, view).await?))
}
