//! What a pro says of a visit that came to nothing.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::step;
use crate::api::masters::jobs::JobView;
use crate::domain::dispute::Statement;
use crate::domain::failure::Fallible;
use crate::domain::missed_visit::Verdict;
use crate::domain::time;
use crate::error::Problem;
use crate::extract::{Json, Master, Path};
use crate::state::AppState;
use crate::store::missed_visits::MissedVisit;

/// The pro's side of it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ContestRequest {
    /// What happened, 10 to 2,000 characters; phones and emails are hidden.
    text: String,
}

/// What the pro says of a visit that came to nothing, and what was decided.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MissedVisit)]
#[serde(rename_all = "camelCase")]
pub struct MissedVisitView {
    /// What the pro says.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When the pro said so, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_at: Option<String>,
    /// What an operator decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// What the platform pays the pro, or what the client pays, pence.
    amount_pence: i64,
}

impl From<MissedVisit> for MissedVisitView {
    fn from(visit: MissedVisit) -> Self {
        Self {
            text: visit.text,
            reported_at: visit.reported_at.map(time::iso),
            verdict: visit.verdict.as_deref().and_then(Verdict::parse),
            words: visit.verdict_words,
            amount_pence: visit.amount_pence,
        }
    }
}

/// Contests that the caller did not come to a job, within 48 hours of the client's report. An operator decides whether the visit counts as
/// made. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/no-show/contest", tag = "Bookings", request_body = ContestRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_missed`, `report_closed`, `already_reported`"),
        (status = 422, body = Problem))
)]
pub async fn contest(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<ContestRequest>,
) -> Fallible<axum::Json<JobView>> {
    let text = Statement::parse(&body.text, Vec::new())?.text;
    state.visits.contest(&master.id, &id, text).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}
