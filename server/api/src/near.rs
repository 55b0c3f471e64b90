//! Whether somebody could come to an emergency now, for whoever is about to book one.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::pros::Pros;
use callout_front::extract::Query;
use callout_front::state::AppState;
use pricing_core::postcode::Prefix;

/// Where, and for what.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct NearQuery {
    postcode: String,
    problem_type: String,
    gas_work: Option<bool>,
}

/// Who is near.
#[derive(Serialize, ToSchema)]
pub struct NearPros {
    /// How many could be asked now.
    pros: Pros,
}

/// How many pros could be asked now for an emergency in a place.
#[utoipa::path(
    get, path = "/api/public/emergency-pros", tag = "About",
    params(("postcode" = String, Query, description = "Prefix or full postcode"), ("problemType" = String, Query),
        ("gasWork" = Option<bool>, Query, description = "Only Gas Safe registered pros")),
    responses((status = 200, body = NearPros), (status = 422, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Query(query): Query<NearQuery>,
) -> Fallible<axum::Json<NearPros>> {
    let place = Prefix::parse_any(&query.postcode)?;
    let gas_work = query.gas_work.unwrap_or(false);
    let near = state
        .matching
        .near_emergency(&place, &query.problem_type, gas_work)
        .await?;
    Ok(axum::Json(NearPros { pros: Pros::of(near) }))
}
