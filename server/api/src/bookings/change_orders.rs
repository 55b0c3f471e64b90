//! Extra work or parts: a pro on site suggests them, and the client approves or declines.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use super::step;
use crate::idempotency_key;
use crate::views::job::JobView;
use crate::views::stepped::Stepped;
use callout_booking::matching::Verdict;
use callout_domain::change_order::{Extra, Line};
use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, JsonBytes, Master, MayPay, Path, Query};
use callout_front::state::AppState;

/// Extra work to suggest.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewChangeOrder {
    /// Together with what was approved before not above the original price.
    lines: Vec<Line>,
    /// What the client should know.
    #[serde(default)]
    note: Option<String>,
}

/// What is done with a change order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeOrderAction {
    /// The client agrees.
    Approve,
    /// The client does not.
    Decline,
    /// The pro takes it back.
    Withdraw,
}

/// What is done with a change order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ChangeOrderAnswer {
    /// The client: `approve` or `decline`. The pro: `withdraw`.
    action: ChangeOrderAction,
}

/// Suggests extra work or parts for a job that the caller is at work on; one at a time, for 30 minutes.
#[utoipa::path(
    post, path = "/api/bookings/{id}/change-orders", tag = "Bookings", request_body = NewChangeOrder,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` unless the job is in progress, `change_order_open`, `cash_limit`"),
        (status = 422, body = Problem))
)]
pub async fn propose(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<JobView>)> {
    let body: NewChangeOrder = bytes.parse()?;
    let path = format!("/api/bookings/{id}/change-orders");
    let key = idempotency_key::read(&headers, &master.id, &path, &bytes)?;
    let extra = Extra::parse(body.lines, body.note.as_deref())?;
    state.matching.propose_extra(&master.id, &id, extra, key).await?;
    let job = Box::pin(step::seen(&state, &master, &id)).await?;
    Ok((StatusCode::CREATED, axum::Json(job)))
}

/// Answers a change order, or takes it back. Approving one of a booking that is paid by card asks for the payment first
/// (`payment_due`, for what is left of the 30 minutes): it becomes part of the price once that was charged. The same call again changes
/// nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/change-orders/{number}", tag = "Bookings", request_body = ChangeOrderAnswer,
    params(("id" = String, Path), ("number" = i64, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = Stepped), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`no_change_order`; `payment_due` while another payment is missing"),
        (status = 422, body = Problem))
)]
pub async fn act(
    State(state): State<AppState>,
    may_pay: Fallible<MayPay>,
    Path((id, number)): Path<(String, i64)>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
    Json(body): Json<ChangeOrderAnswer>,
) -> Fallible<axum::Json<Stepped>> {
    let verdict = match body.action {
        ChangeOrderAction::Withdraw => {
            let master = master?;
            state.matching.withdraw_extra(&master.id, &id, number).await?;
            let job = Box::pin(step::seen(&state, &master, &id)).await?;
            return Ok(axum::Json(Stepped::Job(Box::new(job))));
        }
        ChangeOrderAction::Approve => Verdict::Approve,
        ChangeOrderAction::Decline => Verdict::Decline,
    };
    may_pay?;
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let answered = state.matching.answer_extra(&booking.id, number, verdict).await?;
    let view = viewer.view(&state.keys, &answered)?;
    let view = search::complete(&state, &answered, view).await?;
    Ok(axum::Json(Stepped::Booking(Box::new(view))))
}
