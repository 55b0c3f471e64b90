//! Where a pro is.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::pro::{Position, Sent};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master as MasterCaller};
use callout_front::state::AppState;

/// A place.
#[derive(Deserialize, ToSchema)]
#[schema(as = MasterLocation)]
pub struct PositionSent {
    /// Degrees north, -90 to 90.
    lat: f64,
    /// Degrees east, -180 to 180.
    lng: f64,
    /// When it was measured, ISO 8601; now, if absent. A time to come counts as now.
    #[schema(format = DateTime)]
    at: Option<String>,
    /// To within how many metres the phone knows it.
    accuracy: Option<f64>,
}

/// Keeps where the pro is, in place of where they were: there is no history, and after a day the position is deleted. At most one a
/// second is kept; one that comes sooner, is older than the one that is kept, or is only known to within 2 km or more is dropped silently.
#[utoipa::path(
    put, path = "/api/masters/location", tag = "Masters", request_body = PositionSent,
    responses((status = 204), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn put(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<PositionSent>,
) -> Fallible<StatusCode> {
    let sent = Sent {
        lat: body.lat,
        lng: body.lng,
        at: body.at.as_deref(),
        accuracy: body.accuracy,
    };
    if let Some(position) = Position::parse(sent, state.clock.now())? {
        state.pros.put_position(caller.id, position).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
