//! Figures for everybody: what was done, and how pros are asked.

use axum::extract::State;
use axum::response::IntoResponse;
use http::header;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::districts;
use callout_domain::failure::Fallible;
use callout_front::state::AppState;

/// What anybody may know of us.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicFacts {
    /// Bookings completed so far; up to five minutes old.
    bookings_completed: i64,
    /// Postcode districts we know and price.
    districts: usize,
    /// How many pros are asked at once.
    asked_at_once: AskedAtOnce,
}

/// How many pros are asked at once, by service level; in an emergency the level does not count.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedAtOnce {
    /// `ECONOMY`.
    economy: usize,
    /// `STANDARD`.
    standard: usize,
    /// `PRIORITY`.
    priority: usize,
    /// `EMERGENCY`.
    emergency: usize,
}

/// Figures counted in the database and the district table, of which 0 is not worth showing, and how matching asks.
#[utoipa::path(
    get, path = "/api/public/facts", tag = "About",
    responses((status = 200, body = PublicFacts))
)]
pub async fn show(State(state): State<AppState>) -> Fallible<impl IntoResponse> {
    let rules = state.matching.rules();
    let facts = PublicFacts {
        bookings_completed: state.figures.bookings_completed().await?,
        districts: districts::count(),
        asked_at_once: AskedAtOnce {
            economy: rules.economy_wave,
            standard: rules.standard_wave,
            priority: rules.priority_wave,
            emergency: rules.emergency_wave,
        },
    };
    Ok((
        [(header::CACHE_CONTROL, "public, max-age=300")],
        axum::Json(facts),
    ))
}
