//! Liveness and readiness checks for load balancers and container runtimes.

use axum::extract::State;
use callout_domain::failure::{Failure, FailureKind};
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::clock::SECOND;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::state::AppState;

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

/// How far the clock of one of several servers may be from the database's, milliseconds: what one server writes, another reads as
/// past or due.
const CLOCK_MAY_DIFFER: i64 = 2 * SECOND;

/// Readiness: the database answers and takes writes, background work is progressing, and one of several servers has the right time.
/// A bus that is away makes no server unready: everything still happens, a little later.
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
    if state.link.get().is_some() && !has_the_right_time(&state).await? {
        return Err(not_ready("This server's clock is wrong."));
    }
    Ok(OK)
}

async fn has_the_right_time(state: &AppState) -> Fallible<bool> {
    let theirs = state.db.time().await?;
    Ok(theirs.is_none_or(|theirs| (state.clock.now() - theirs).abs() <= CLOCK_MAY_DIFFER))
}

fn not_ready(detail: &str) -> Failure {
    Failure::new(FailureKind::Unavailable, "not_ready", detail)
}
