//! Appealing against the decision of a dispute.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::dispute::prove;
use crate::views::dispute::DisputeView;
use callout_domain::dispute::Statement;
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Json, Master, Path, Query};
use callout_front::state::AppState;

/// Why the decision is not right.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewAppeal {
    /// Why it should be decided again; phones and emails are hidden.
    text: String,
    /// With a guest link: the six digits that `POST …/disputes/code` sent.
    code: Option<String>,
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
    caller: Caller,
    Json(body): Json<NewAppeal>,
) -> Fallible<axum::Json<DisputeView>> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let statement = Statement::parse(&body.text, Vec::new())?;
    prove(&state, &caller, (&booking, viewer), body.code).await?;
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
