//! Disputing a job that is done, and the pro's answer.

use axum::extract::State;
use http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use crate::views::accepted::Accepted;
use crate::views::dispute::DisputeView;
use callout_domain::booking::Booking;
use callout_domain::contact;
use callout_domain::dispute::{Reason, Statement};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::identifier::Identifier;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Caller, Json, Master, Path, Query};
use callout_front::state::AppState;
use callout_money::disputes::Complaint;
use callout_people::accounts::Browser;

/// What went wrong.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewDispute {
    /// Why; not `chargeback`.
    reason: Reason,
    /// What happened; phones and emails are hidden.
    text: String,
    /// `photo_url`s of uploads.
    #[serde(default)]
    photos: Vec<String>,
    /// With a guest link: the six digits that `POST …/disputes/code` sent.
    code: Option<String>,
}

/// What the pro says to it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DisputeAnswer {
    /// The pro's side; phones and emails are hidden.
    text: String,
    /// `photo_url`s of uploads.
    #[serde(default)]
    photos: Vec<String>,
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
    caller: Caller,
    Json(body): Json<NewDispute>,
) -> Fallible<(StatusCode, axum::Json<DisputeView>)> {
    let (booking, viewer) = access::see(&state, &id, bearer, &link, Open::ToGuests).await?;
    let complaint = Complaint {
        reason: body.reason,
        statement: Statement::parse(&body.text, body.photos)?,
    };
    prove(&state, &caller, (&booking, viewer), body.code).await?;
    let dispute = Box::pin(state.disputes.open(&booking.id, complaint)).await?;
    Ok((StatusCode::CREATED, axum::Json(DisputeView::of(dispute)?)))
}

/// Money moves by it, so that having a link is not enough.
pub(super) async fn prove(
    state: &AppState,
    caller: &Caller,
    (booking, viewer): (&Booking, Viewer),
    code: Option<String>,
) -> Fallible<()> {
    if matches!(viewer, Viewer::Owner) {
        return Ok(());
    }
    let code = code.unwrap_or_default();
    if code.trim().is_empty() {
        return Err(Failure::field("code", "Enter the code that we sent you."));
    }
    let code = contact::code(&code)?;
    let identifier = identifier_of(booking)?;
    let browser = stranger(caller);
    state
        .accounts
        .confirm(&browser, Role::Client, &identifier, &code)
        .await
}

/// Whoever has a link need not be the one whom the booking's contact knows; and nothing but sign-ins reads device cookies.
fn stranger(caller: &Caller) -> Browser {
    Browser {
        address: caller.key.clone(),
        network: caller.network.clone(),
        ..Browser::default()
    }
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
    let identifier = identifier_of(&booking)?;
    state
        .accounts
        .send_code(&stranger(&caller), Role::Client, &identifier)
        .await?;
    Ok(Accepted::answer())
}

/// How the client of a booking is reached.
fn identifier_of(booking: &Booking) -> Fallible<Identifier> {
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
