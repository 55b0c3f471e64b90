//! Where a pro is.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_domain::districts::Location;
use callout_domain::failure::Fallible;
use callout_domain::mistakes::Mistakes;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master as MasterCaller};
use callout_front::state::AppState;

/// A place.
#[derive(Deserialize, ToSchema)]
#[schema(as = MasterLocation)]
pub struct Position {
    /// Degrees north, -90 to 90.
    lat: f64,
    /// Degrees east, -180 to 180.
    lng: f64,
}

impl Position {
    fn parse(&self) -> Fallible<Location> {
        let mut wrong = Mistakes::default();
        if !(-90.0..=90.0).contains(&self.lat) {
            wrong.note("lat", "Enter degrees from -90 to 90.");
        }
        if !(-180.0..=180.0).contains(&self.lng) {
            wrong.note("lng", "Enter degrees from -180 to 180.");
        }
        wrong.or(Location {
            lat: self.lat,
            lng: self.lng,
        })
    }
}

/// Keeps where the pro is, in place of where they were: there is no history, and after a day the position is deleted. At most one a
/// second is kept; one that comes sooner is dropped silently.
#[utoipa::path(
    put, path = "/api/masters/location", tag = "Masters", request_body = Position,
    responses((status = 204), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn put(
    State(state): State<AppState>,
    caller: MasterCaller,
    Json(body): Json<Position>,
) -> Fallible<StatusCode> {
    state.pros.put_position(caller.id, body.parse()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
