//! What a pro keeps about a job for themselves.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::step;
use crate::views::job::JobView;
use callout_domain::failure::Fallible;
use callout_domain::job_notes::Notes;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master, Path};
use callout_front::state::AppState;

/// All that the pro keeps of the job from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NewJobNotes)]
pub struct NewNotes {
    /// Words; the client never sees them.
    text: String,
    /// Photos from before the work, as `POST /uploads` answered, or those that are kept already.
    #[serde(default)]
    photos: Vec<String>,
}

/// Keeps the caller's notes and photos of their job, in place of those that there are. The client sees none of them; operators may. The same
/// again changes nothing.
#[utoipa::path(
    put, path = "/api/bookings/{id}/notes", tag = "Bookings", request_body = NewNotes,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`notes_closed` 90 days after the end"), (status = 422, body = Problem))
)]
pub async fn keep(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<NewNotes>,
) -> Fallible<axum::Json<JobView>> {
    let notes = Notes::parse(&body.text, body.photos)?;
    state.matching.keep_notes(&master.id, &id, notes).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}
