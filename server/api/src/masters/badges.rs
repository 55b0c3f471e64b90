//! The badges of a pro.

use axum::extract::State;
use http::{HeaderMap, header};
use serde::Serialize;
use utoipa::ToSchema;

use callout_base::sessions::Person;
use callout_domain::badges::{Badge, Done};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::Path;
use callout_front::state::AppState;

/// A badge, earned or not.
#[derive(Serialize, ToSchema)]
#[schema(as = Badge)]
pub struct BadgeView {
    /// The name of its icon.
    icon: &'static str,
    /// Its title.
    title: &'static str,
    /// What it is given for.
    description: &'static str,
    /// Whether the pro has it.
    earned: bool,
}

/// Every badge there is.
#[derive(Serialize, ToSchema)]
pub struct BadgeList {
    /// The badges, in the order in which they are shown.
    items: Vec<BadgeView>,
}

/// Every badge and whether this pro has earned it: of an activated pro for everybody, before that for the pro alone.
#[utoipa::path(
    get, path = "/api/masters/{id}/badges", tag = "Masters",
    params(("id" = String, Path)), security((), ("bearer" = [])),
    responses((status = 200, body = BadgeList), (status = 401, body = Problem), (status = 404, body = Problem))
)]
pub async fn list(
    State(state): State<AppState>,
    bearer: Result<Person, Failure>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Fallible<axum::Json<BadgeList>> {
    let is_own = headers.contains_key(header::AUTHORIZATION) && {
        let person = bearer?;
        person.role == Role::Master && person.id == id
    };
    let pro = if is_own {
        state.pros.profile(&id).await?
    } else {
        Box::pin(state.pros.published(&id)).await?
    };
    let done = Done {
        jobs: state.pros.jobs_done(&id).await?,
        all_training: state.pros.is_trained(&id).await?,
    };
    let items = Badge::ALL.iter().map(|badge| BadgeView {
        icon: badge.as_str(),
        title: badge.title(),
        description: badge.description(),
        earned: badge.is_earned(&pro, done),
    });
    Ok(axum::Json(BadgeList {
        items: items.collect(),
    }))
}
