//! The client's answer to a pro who wants another price.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use super::search;
use crate::views::booking::BookingView;
use callout_booking::matching::Verdict;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, MayPay, Path, Query};
use callout_front::state::AppState;

/// What the client says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposalAction {
    /// The new price is fine.
    Approve,
    /// It is not: the search goes on at the old one.
    Decline,
}

/// The client's answer.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ProposalAnswer {
    /// What the client says.
    action: ProposalAction,
    /// One of the prices that pros named (`proposals` of the booking): it is chosen, or turned down.
    #[serde(default, rename = "proposalId")]
    proposal_id: Option<String>,
}

/// Answers the proposal of a booking that waits for its client. Approving a higher price that is paid by card asks for the payment
/// first (`payment_due`, 15 minutes).
#[utoipa::path(
    post, path = "/api/bookings/{id}/proposal", tag = "Bookings", request_body = ProposalAnswer,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = BookingView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem, description = "`no_proposal`, `pro_unavailable`"), (status = 422, body = Problem))
)]
pub async fn answer(
    State(state): State<AppState>,
    _may_pay: MayPay,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<ProposalAnswer>,
) -> Fallible<axum::Json<BookingView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let verdict = match body.action {
        ProposalAction::Approve if viewer != Viewer::Owner => Verdict::ApproveByLink,
        ProposalAction::Approve => Verdict::Approve,
        ProposalAction::Decline => Verdict::Decline,
    };
    let answered = state
        .matching
        .answer_proposal(&booking.id, body.proposal_id.as_deref(), verdict)
        .await?;
    let view = viewer.view(&state.keys, &answered)?;
    Ok(axum::Json(search::complete(&state, &answered, view).await?))
}
