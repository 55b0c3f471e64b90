//! Figures for the landing page.

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
}

/// Figures counted in the database and the district table. A figure that is 0 is not worth showing.
#[utoipa::path(
    get, path = "/api/public/facts", tag = "About",
    responses((status = 200, body = PublicFacts))
)]
pub async fn show(State(state): State<AppState>) -> Fallible<impl IntoResponse> {
    let facts = PublicFacts {
        bookings_completed: state.figures.bookings_completed().await?,
        districts: districts::count(),
    };
    Ok((
        [(header::CACHE_CONTROL, "public, max-age=300")],
        axum::Json(facts),
    ))
}
