//! What a pro says in one tap before the work: that they are late, or there.

use axum::extract::State;
use http::HeaderMap;
use serde::Deserialize;
use utoipa::ToSchema;

use super::missed_visit;
use super::step;
use crate::idempotency_key;
use crate::views::job::JobView;
use callout_domain::failure::Fallible;
use callout_domain::late;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, JsonBytes, Master, Path};
use callout_front::state::AppState;

/// How late.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RunningLate {
    /// 10, 20, 30 or 60.
    minutes: i64,
}

/// Where the pro is, if they say.
#[derive(Debug, Deserialize, ToSchema)]
pub struct IAmHere {
    /// With `lng`: within 200 m of the job's postcode district it is the same as `POST /bookings/{id}/at-the-door`. Not kept.
    lat: Option<f64>,
    /// Degrees east.
    lng: Option<f64>,
}

/// Says that the caller is late for their job, and has the client told: the first time by text, then by push or email. The first moves the
/// time from which the client may report that nobody came by as much. The same number again within 10 minutes changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/running-late", tag = "Bookings", request_body = RunningLate,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`; `too_early` more than two hours before the window; `said_enough`"),
        (status = 422, body = Problem))
)]
pub async fn running_late(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<axum::Json<JobView>> {
    let body: RunningLate = bytes.parse()?;
    let minutes = late::minutes(body.minutes)?;
    let path = format!("/api/bookings/{id}/running-late");
    let key = idempotency_key::read(&headers, &master.id, &path, &bytes)?;
    state.visits.say_late(&master.id, &id, minutes, key).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}

/// Says that the caller is at their job, and has the client told. Where their place shows it, from the beginning of the window on, that is
/// being at the door; otherwise a message alone. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/here", tag = "Bookings", request_body = IAmHere,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition`; `too_early` more than two hours before the window"),
        (status = 422, body = Problem))
)]
pub async fn here(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<IAmHere>,
) -> Fallible<axum::Json<JobView>> {
    let place = match body.lat.zip(body.lng) {
        Some((lat, lng)) => Some(missed_visit::place(lat, lng)?),
        None => None,
    };
    state.visits.say_here(&master.id, &id, place).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}
