//! A job that is not what was booked: its pro says so, and the client chooses what to do.

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
use callout_domain::failure::Fallible;
use callout_domain::mismatch::{Choice, Report};
use callout_domain::problem::Problem;
use callout_front::extract::{Json, JsonBytes, Master, MayPay, Path, Query};
use callout_front::state::AppState;

/// What is not as booked.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewMismatch {
    /// What is different; phones and emails are hidden.
    text: String,
    /// A photo of it, as `POST /uploads` answered.
    photo_url: String,
    /// What the job would cost in all, before a coupon, whole pounds, higher or lower than the price of now; left out where the caller names none.
    price: Option<i64>,
}

/// What is done about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MismatchAction {
    /// The client takes the other price.
    Price,
    /// The client ends the job and pays the call-out share.
    End,
    /// The client wants to talk; the job goes on as booked.
    Talk,
    /// The pro takes it back.
    Withdraw,
}

/// What is done about it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MismatchAnswer {
    /// The client: `price`, `end` or `talk`. The pro: `withdraw`.
    action: MismatchAction,
}

/// Says that the job that the caller is at work on is not what was booked; one at a time. The client has 30 minutes to choose.
#[utoipa::path(
    post, path = "/api/bookings/{id}/not-as-booked", tag = "Bookings", request_body = NewMismatch,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header)),
    responses((status = 201, body = JobView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` unless the job is in progress, `mismatch_open`, `mismatch_limit`, `change_order_open`, `cash_limit`"),
        (status = 422, body = Problem))
)]
pub async fn report(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<JobView>)> {
    let body: NewMismatch = bytes.parse()?;
    let path = format!("/api/bookings/{id}/not-as-booked");
    let key = idempotency_key::read(&headers, &master.id, &path, &bytes)?;
    let report = Report::parse(&body.text, body.photo_url, body.price)?;
    state
        .matching
        .report_mismatch(&master.id, &id, report, key)
        .await?;
    let job = Box::pin(step::seen(&state, &master, &id)).await?;
    Ok((StatusCode::CREATED, axum::Json(job)))
}

/// Chooses what to do about a job that is not what was booked, or takes that back. By card a higher price asks for the payment of the
/// difference first (`payment_due`); ending costs the call-out share. The same call again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/not-as-booked/{number}", tag = "Bookings", request_body = MismatchAnswer,
    params(("id" = String, Path), ("number" = i64, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = Stepped), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`no_mismatch`; `too_late` after 30 minutes; `no_price`; `payment_due` while another payment is missing"),
        (status = 422, body = Problem))
)]
pub async fn act(
    State(state): State<AppState>,
    may_pay: Fallible<MayPay>,
    Path((id, number)): Path<(String, i64)>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
    Json(body): Json<MismatchAnswer>,
) -> Fallible<axum::Json<Stepped>> {
    let choice = match body.action {
        MismatchAction::Withdraw => {
            let master = master?;
            state.matching.withdraw_mismatch(&master.id, &id, number).await?;
            let job = Box::pin(step::seen(&state, &master, &id)).await?;
            return Ok(axum::Json(Stepped::Job(Box::new(job))));
        }
        MismatchAction::Price => Choice::Price,
        MismatchAction::End => Choice::End,
        MismatchAction::Talk => Choice::Talk,
    };
    may_pay?;
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let chosen = state
        .matching
        .choose_mismatch(&booking.id, number, choice)
        .await?;
    let view = viewer.view(&state.keys, &chosen)?;
    let view = search::complete(&state, &chosen, view).await?;
    Ok(axum::Json(Stepped::Booking(Box::new(view))))
}
