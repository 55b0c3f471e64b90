//! A pro says that the client of a cash job did not pay.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::step;
use crate::masters::jobs::JobView;
use callout_domain::dispute::Statement;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_domain::unpaid::Verdict;
use callout_front::extract::{Json, Master, Path};
use callout_front::state::AppState;
use callout_store::unpaid_jobs::UnpaidJob;

/// What happened.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NotPaidRequest {
    /// What happened, 10 to 2,000 characters; phones and emails are hidden.
    text: String,
}

/// A cash job that was not paid.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NotPaid {
    /// What the pro says; absent where an operator waived the fee unasked.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// When the pro said so, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_at: Option<String>,
    /// What an operator decided about the fee.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// What of the fee is waived, pence.
    waived_pence: i64,
}

impl From<UnpaidJob> for NotPaid {
    fn from(job: UnpaidJob) -> Self {
        Self {
            text: job.text,
            reported_at: job.reported_at.map(time::iso),
            verdict: job.verdict,
            words: job.verdict_words,
            waived_pence: job.waived_pence,
        }
    }
}

/// Says that the client of the caller's cash job did not pay, within 14 days of its end. An operator decides about the fee. The same again
/// changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/not-paid", tag = "Bookings", request_body = NotPaidRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_cash`, `not_completed`, `report_closed`, `already_reported`"),
        (status = 422, body = Problem))
)]
pub async fn report(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<NotPaidRequest>,
) -> Fallible<axum::Json<JobView>> {
    let text = Statement::parse(&body.text, Vec::new())?.text;
    state.debts.report(&master.id, &id, text).await?;
    Ok(axum::Json(Box::pin(step::seen(&state, &master, &id)).await?))
}
