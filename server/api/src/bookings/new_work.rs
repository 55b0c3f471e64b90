//! Further work: the client of a booking lets its pro suggest it, and the pro of a job that was done does. What its link opens is in
//! `invitations`.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use super::step;
use crate::idempotency_key;
use crate::views::booking::BookingView;
use crate::views::job::JobView;
use callout_domain::failure::Fallible;
use callout_domain::new_work::Work;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, JsonBytes, Master, Path, Query};
use callout_front::state::AppState;

/// Whether the pro may suggest further work.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MaySuggest {
    /// Off until the client says so.
    allowed: bool,
}

/// What the pro suggests.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewWork {
    /// What should be done; phones and emails are hidden.
    text: String,
    /// Code of the problem type, of the pro's trade.
    problem_type: String,
}

/// Lets the pro of a booking suggest further work, or not any more: its client, with an account or by the guest link. The same again changes
/// nothing.
#[utoipa::path(
    put, path = "/api/bookings/{id}/may-suggest", tag = "Bookings", request_body = MaySuggest,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` for a booking that was called off, or puts something right"),
        (status = 422, body = Problem))
)]
pub async fn allow(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<MaySuggest>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let noted = state.bookings.let_suggest(booking.id, body.allowed).await?;
    let view = viewer.view(&state.keys, &noted)?;
    Ok(axum::Json(search::complete(&state, &noted, view).await?))
}

/// Suggests further work to the client of a job that was done, within 90 days, where the client lets its pro. One in 30 days for each client.
/// Nothing is booked, and no diary is touched: the client gets a link to a draft.
#[utoipa::path(
    post, path = "/api/bookings/{id}/new-work", tag = "Bookings", request_body = NewWork,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = JobView), (status = 401, body = Problem),
        (status = 403, body = Problem, description = "`not_eligible`, with the `reason`"), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` unless the job was done, `not_allowed` by its client, `too_late` after 90 days, `suggested_already` within 30 days"),
        (status = 422, body = Problem))
)]
pub async fn suggest(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<JobView>)> {
    let body: NewWork = bytes.parse()?;
    let path = format!("/api/bookings/{id}/new-work");
    let key = idempotency_key::read(&headers, &master.id, &path, &bytes)?;
    let work = Work::parse(&body.text, body.problem_type)?;
    state.matching.suggest_work(&master.id, &id, work, key).await?;
    let seen = Box::pin(step::seen(&state, &master, &id)).await?;
    Ok((StatusCode::CREATED, axum::Json(seen)))
}
