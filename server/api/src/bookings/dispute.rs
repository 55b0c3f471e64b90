//! Disputing a job that is done, and the pro's answer.

use axum::extract::State;
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use super::appeal::AppealView;
use super::view::photo_url;
use crate::accepted::Accepted;
use callout_domain::appeal;
use callout_domain::booking::Booking;
use callout_domain::dispute::{self, BankSays, DisputeStatus, Origin, Reason, Statement};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_domain::time;
use callout_front::extract::{Caller, Json, Master, Path, Query};
use callout_front::state::AppState;
use callout_money::disputes::{Complaint, Standing};
use callout_store::disputes::Dispute;
use callout_store::from_json;

/// What went wrong.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewDispute {
    /// Why; not `chargeback`.
    reason: Reason,
    /// What happened, 10 to 2,000 characters; phones and emails are hidden.
    text: String,
    /// Up to 5 `photo_url`s of uploads.
    #[serde(default)]
    photos: Vec<String>,
    /// With a guest link: the six digits that `POST …/disputes/code` sent.
    code: Option<String>,
}

/// What the pro says to it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DisputeAnswer {
    /// 10 to 2,000 characters; phones and emails are hidden.
    text: String,
    /// Up to 5 `photo_url`s of uploads.
    #[serde(default)]
    photos: Vec<String>,
}

/// A dispute, as client and pro see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Dispute)]
pub struct DisputeView {
    /// Who disputes: the client here, or their bank.
    origin: Origin,
    /// Why.
    reason: Reason,
    /// What the client wrote.
    text: String,
    /// The client's photos, fetched like the booking's.
    photos: Vec<String>,
    /// Where it stands.
    status: DisputeStatus,
    /// When it was opened, ISO 8601.
    opened_at: String,
    /// Until when the pro may answer, ISO 8601; absent once there is an answer, or it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer_by: Option<String>,
    /// What the pro says.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
    /// The pro's photos.
    answer_photos: Vec<String>,
    /// What the client gets back, pence, once it is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_pence: Option<i64>,
    /// Why it was decided so.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    /// When it was decided, ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    decided_at: Option<String>,
    /// What the client's bank did that ended it; absent for what we decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    bank_says: Option<BankSays>,
    /// Until when either side may appeal, ISO 8601; absent once somebody has.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal_until: Option<String>,
    /// The one appeal against the decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    appeal: Option<AppealView>,
}

impl DisputeView {
    /// A dispute as both sides see it.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn of(dispute: Dispute) -> Fallible<Self> {
        let is_open = dispute.status == DisputeStatus::Open;
        let appeal = AppealView::of(&dispute);
        let is_clients = dispute.origin == Origin::Client;
        let decided_at = dispute.decided_at.filter(|_| is_clients && appeal.is_none());
        let may_answer = is_open && dispute.origin == Origin::Client && dispute.answer.is_none();
        Ok(Self {
            origin: dispute.origin,
            reason: dispute.reason,
            text: dispute.text,
            photos: urls(&dispute.photos)?,
            status: dispute.status,
            opened_at: time::iso(dispute.opened_at),
            answer_by: may_answer.then(|| time::iso(dispute::answer_by(dispute.opened_at))),
            answer: dispute.answer,
            answer_photos: urls(&dispute.answer_photos)?,
            refund_pence: dispute.refund_pence,
            verdict: dispute.verdict,
            decided_at: dispute.decided_at.map(time::iso),
            bank_says: dispute.bank_says,
            appeal_until: decided_at.map(|at| time::iso(appeal::open_until(at))),
            appeal,
        })
    }

    /// Those of a job, the newest first.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn all(standing: Standing) -> Fallible<Vec<Self>> {
        standing.disputes.into_iter().map(Self::of).collect()
    }
}

fn urls(ids: &str) -> Fallible<Vec<String>> {
    let ids: Vec<String> = from_json(ids)?;
    Ok(ids.iter().map(|id| photo_url(id)).collect())
}

/// Disputes a job within 14 days of its end, or of a cancellation that cost a fee: once. What it earned the pro is frozen until it is
/// decided. The same again gives the same dispute.
#[utoipa::path(
    post, path = "/api/bookings/{id}/disputes", tag = "Bookings", request_body = NewDispute,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 201, body = DisputeView), (status = 401, body = Problem, description = "`invalid_code`"),
        (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`not_completed`, `dispute_closed`, `already_disputed`"),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn open(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    Json(body): Json<NewDispute>,
) -> Fallible<(StatusCode, axum::Json<DisputeView>)> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let complaint = Complaint {
        reason: body.reason,
        statement: Statement::parse(&body.text, body.photos)?,
    };
    prove(&state, &booking, viewer, body.code).await?;
    let dispute = Box::pin(state.disputes.open(&booking.id, complaint)).await?;
    Ok((StatusCode::CREATED, axum::Json(DisputeView::of(dispute)?)))
}

/// Money moves by it, so that having a link is not enough.
pub(super) async fn prove(
    state: &AppState,
    booking: &Booking,
    viewer: Viewer,
    code: Option<String>,
) -> Fallible<()> {
    if matches!(viewer, Viewer::Owner) {
        return Ok(());
    }
    let code = code.unwrap_or_default();
    if code.trim().is_empty() {
        return Err(Failure::field("code", "Enter the code that we sent you."));
    }
    let identifier = contact(booking)?;
    state
        .accounts
        .confirm(Role::Client, &identifier, code.trim())
        .await
}

/// Sends the holder of a guest link the code that a dispute needs, to the booking's email or, without one, its phone.
#[utoipa::path(
    post, path = "/api/bookings/{id}/disputes/code", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 202, body = Accepted), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 429, body = Problem))
)]
pub async fn code(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    caller: Caller,
) -> Fallible<Accepted> {
    let (booking, _) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let identifier = contact(&booking)?;
    state
        .accounts
        .send_code(caller.address(), Role::Client, &identifier)
        .await?;
    Ok(Accepted::answer())
}

/// How the client of a booking is reached.
fn contact(booking: &Booking) -> Fallible<Identifier> {
    Identifier::parse(booking.email.as_deref(), Some(&booking.phone))
}

/// The assigned pro's one answer to the client's dispute, within 72 hours. The same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/disputes/answer", tag = "Bookings", request_body = DisputeAnswer,
    params(("id" = String, Path)),
    responses((status = 200, body = DisputeView), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`already_answered`, `dispute_closed`"), (status = 422, body = Problem))
)]
pub async fn answer(
    State(state): State<AppState>,
    Path(id): Path<String>,
    master: Master,
    Json(body): Json<DisputeAnswer>,
) -> Fallible<axum::Json<DisputeView>> {
    let statement = Statement::parse(&body.text, body.photos)?;
    let dispute = Box::pin(state.disputes.answer(&master.id, &id, statement)).await?;
    Ok(axum::Json(DisputeView::of(dispute)?))
}
