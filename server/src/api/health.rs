//! Liveness and readiness checks for load balancers and container runtimes.

use crate::domain::failure::{Failure, FailureKind};
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::error::Problem;
use crate::state::AppState;

/// The healthy answer.
#[derive(Serialize, ToSchema)]
pub struct Health {
    /// Always `ok`.
    status: &'static str,
}

const OK: axum::Json<Health> = axum::Json(Health { status: "ok" });

/// Liveness: the process runs.
#[utoipa::path(get, path = "/healthz", tag = "Operations", responses((status = 200, body = Health)))]
pub async fn healthz() -> axum::Json<Health> {
    OK
}

/// Readiness: the database answers and takes writes, and background work is progressing.
#[utoipa::path(
    get, path = "/readyz", tag = "Operations",
    responses((status = 200, body = Health), (status = 503, body = Problem))
)]
pub async fn readyz(State(state): State<AppState>) -> Result<axum::Json<Health>, Failure> {
    if !state.db.is_ready(state.clock.now()).await {
        return Err(not_ready("The database does not answer, or takes no writes."));
    }
    if !state.jobs.health.is_well(state.clock.now()) {
        return Err(not_ready("Background work has stopped."));
    }
    Ok(OK)
}

fn not_ready(detail: &str) -> Failure {
    Failure::new(FailureKind::Unavailable, "not_ready", detail)
}
