//! What a pro says of a visit that came to nothing.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::step;
use crate::views::job::JobView;
use callout_domain::dispute::Statement;
use callout_domain::districts::Location;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::missed_visit::{self};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master, Path};
use callout_front::state::AppState;

/// The pro's side of it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContestRequest {
    /// What happened; phones and emails are hidden.
    text: String,
}

/// Where the pro is.
#[derive(Debug, Deserialize, ToSchema)]
pub struct AtTheDoor {
    /// At most 200 m from the job's postcode district, which is as much as is known of its place. Not kept.
    lat: f64,
    /// Degrees east.
    lng: f64,
}

/// Nobody is at home.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NotHomeRequest {
    /// What the pro did to reach the client; phones and emails are hidden.
    text: String,
    /// As for `POST /bookings/{id}/at-the-door`. Not kept.
    lat: f64,
    /// Degrees east.
    lng: f64,
}

/// Contests that the caller did not come to a job, within 48 hours of the client's report. An operator decides whether the visit counts as
/// made. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/no-show/contest", tag = "Bookings", request_body = ContestRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_missed`, `report_closed`, `already_reported`"),
        (status = 422, body = Problem))
)]
pub async fn contest(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<ContestRequest>,
) -> Fallible<axum::Json<JobView>> {
    let text = Statement::parse(&body.text, Vec::new())?.text;
    state.visits.contest(&master.id, &id, text).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}

/// Says that the caller is at the door of their job, from the beginning of its window on, and has the client told. From 15 minutes later on
/// they may report that nobody is at home. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/at-the-door", tag = "Bookings", request_body = AtTheDoor,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`, `too_early`"),
        (status = 422, body = Problem, description = "`not_on_site`; a field"))
)]
pub async fn arrive(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<AtTheDoor>,
) -> Fallible<axum::Json<JobView>> {
    let place = place(body.lat, body.lng)?;
    state.visits.arrive(&master.id, &id, place).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}

/// Reports that nobody is at home, 15 minutes after the caller said that they were at the door. An operator decides what it costs the client,
/// or that the visit goes on. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/not-home", tag = "Bookings", request_body = NotHomeRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`, `not_arrived`, `too_early`, `already_reported`"),
        (status = 422, body = Problem, description = "`not_on_site`; a field"))
)]
pub async fn report_not_home(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<NotHomeRequest>,
) -> Fallible<axum::Json<JobView>> {
    let text = missed_visit::report_text(&body.text)?;
    let place = place(body.lat, body.lng)?;
    state.visits.report_not_home(&master.id, &id, text, place).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}

pub(super) fn place(lat: f64, lng: f64) -> Fallible<Location> {
    Location::new(lat, lng).ok_or_else(|| Failure::field("position", "There is no such place."))
}
