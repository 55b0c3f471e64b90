//! Extra work or parts: a pro on site suggests them, and the client approves or declines.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open};
use super::search;
use super::step::{self, Stepped};
use super::view;
use crate::idempotency_key;
use crate::masters::jobs::JobView;
use callout_booking::matching::{ExtraSeen, Verdict};
use callout_domain::change_order::{Extra, Line, Status};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::time;
use callout_front::extract::{Json, JsonBytes, Master, MayPay, Path, Query};
use callout_front::state::AppState;
use callout_store::change_orders::ChangeOrder;

/// A change order: extra work or parts.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = ChangeOrder)]
#[serde(rename_all = "camelCase")]
pub struct ChangeOrderView {
    /// Counts those of its booking, from 1.
    number: i64,
    /// Where it stands.
    status: Status,
    /// What it adds.
    lines: Vec<Line>,
    /// What that comes to, pence.
    sum_pence: i64,
    /// What the pro says about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// When it was suggested, ISO 8601.
    proposed_at: String,
    /// When the time to answer and to pay ends, ISO 8601.
    until: String,
    /// When it was approved, declined, taken back, or ran out; ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
}

impl ChangeOrderView {
    fn new(order: ChangeOrder, lines: Vec<Line>) -> Self {
        Self {
            number: order.number,
            status: order.status(),
            lines,
            sum_pence: order.sum_pence,
            proposed_at: time::iso(order.made_at),
            until: time::iso(order.until),
            decided_at: order.ended_at.map(time::iso),
            note: order.note,
        }
    }
}

impl TryFrom<ChangeOrder> for ChangeOrderView {
    type Error = Failure;

    fn try_from(mut order: ChangeOrder) -> Fallible<Self> {
        let lines = std::mem::take(&mut order.lines.0);
        Ok(Self::new(order, lines))
    }
}

/// A change order as its pro sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobChangeOrder)]
#[serde(rename_all = "camelCase")]
pub struct ExtraOfJob {
    #[serde(flatten)]
    order: ChangeOrderView,
    /// The platform's part, pence.
    fee_pence: i64,
    /// The pro's part, pence.
    net_pence: i64,
}

impl From<ExtraSeen> for ExtraOfJob {
    fn from(seen: ExtraSeen) -> Self {
        Self {
            order: ChangeOrderView::new(seen.order, seen.lines),
            fee_pence: seen.fee.0,
            net_pence: seen.net.0,
        }
    }
}

/// Extra work to suggest.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewChangeOrder {
    /// 1 to 10 lines, together with what was approved before not above the original price.
    lines: Vec<Line>,
    /// What the client should know, up to 300 characters.
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
    let view = view::for_viewer(&state.keys, viewer, &answered)?;
    let view = search::complete(&state, &answered, view).await?;
    Ok(axum::Json(Stepped::Booking(Box::new(view))))
}
