//! A pro says that the client of a cash job did not pay.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::step;
use crate::views::job::JobView;
use callout_domain::dispute::Statement;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, Master, Path};
use callout_front::state::AppState;

/// What happened.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NotPaidRequest {
    /// What happened; phones and emails are hidden.
    text: String,
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
