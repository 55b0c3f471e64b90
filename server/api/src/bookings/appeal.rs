//! Appealing against the decision of a dispute.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::dispute::{DisputeView, prove};
use callout_domain::appeal::Appellant;
use callout_domain::dispute::Statement;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, Master, Path, Query};
use callout_front::state::AppState;
use callout_store::disputes::Dispute;

/// Why the decision is not right.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewAppeal {
    /// 10 to 2,000 characters; phones and emails are hidden.
    text: String,
    /// With a guest link: the six digits that `POST …/disputes/code` sent.
    code: Option<String>,
}

/// An appeal, as client and pro see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Appeal)]
pub struct AppealView {
    /// Who appeals.
    by: Appellant,
    /// Why.
    text: String,
    /// When, ISO 8601.
    appealed_at: String,
    /// What the client gets back beyond the first decision, pence, once the appeal is decided; 0 when that stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_pence: Option<i64>,
    /// What the pro gets from Callout of what the first decision took, pence, once the appeal is decided; the client keeps the refund.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_good_pence: Option<i64>,
    /// Why it was decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// When it was decided, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
}

impl AppealView {
    /// The appeal of a dispute; none where nobody appealed.
    #[must_use]
    pub fn of(dispute: &Dispute) -> Option<Self> {
        Some(Self {
            by: dispute.appealed_by?,
            text: dispute.appeal.clone().unwrap_or_default(),
            appealed_at: time::iso(dispute.appealed_at?),
            refund_pence: dispute.appeal_refund_pence,
            made_good_pence: dispute.appeal_made_good_pence,
            verdict: dispute.appeal_verdict.clone(),
            decided_at: dispute.appeal_decided_at.map(time::iso),
        })
    }
}

/// Appeals against the decision of a dispute within 14 days, for its client: once, whichever side does. A super admin decides. The same
/// again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/disputes/appeal", tag = "Bookings", request_body = NewAppeal,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = DisputeView), (status = 401, body = Problem, description = "`invalid_code`"),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_decided`, `already_appealed`, `dispute_closed`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn by_client(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<NewAppeal>,
) -> Fallible<axum::Json<DisputeView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let statement = Statement::parse(&body.text, Vec::new())?;
    prove(&state, &booking, viewer, body.code).await?;
    let dispute = Box::pin(state.disputes.appeal(&booking.id, None, statement.text)).await?;
    Ok(axum::Json(DisputeView::of(dispute)?))
}

/// The same for the assigned pro; a code is not asked for.
#[utoipa::path(
    post, path = "/api/bookings/{id}/disputes/appeal/pro", tag = "Bookings", request_body = NewAppeal,
    params(("id" = String, Path)),
    responses((status = 200, body = DisputeView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_decided`, `already_appealed`, `dispute_closed`"), (status = 422, body = Problem))
)]
pub async fn by_pro(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<NewAppeal>,
) -> Fallible<axum::Json<DisputeView>> {
    let statement = Statement::parse(&body.text, Vec::new())?;
    let dispute = Box::pin(state.disputes.appeal(&id, Some(&master.id), statement.text)).await?;
    Ok(axum::Json(DisputeView::of(dispute)?))
}
