//! Putting right what was done: client or pro asks for another visit, and both agree on its window.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::access::{self, Bearer, LinkQuery, Open, Viewer};
use super::search;
use super::step;
use crate::idempotency_key;
use crate::views::slot::SlotView;
use crate::views::stepped::Stepped;
use callout_booking::matching::PutRightAnswer;
use callout_domain::booking::Booking;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_domain::put_right::{self, Side};
use callout_domain::time;
use callout_front::extract::{Json, JsonBytes, Master, Path, Query};
use callout_front::state::AppState;

/// What is to be put right, and when.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewPutRight {
    /// What is to be put right; phones and emails are hidden.
    text: String,
    /// The window, as `GET /bookings/{id}/put-right/times` lists them.
    timeslot_id: String,
}

/// What one side says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PutRightAction {
    /// The window is fine.
    Agree,
    /// Another window, with `timeslotId`.
    Name,
    /// No such visit.
    Refuse,
}

/// What one side says to what the other wants.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerPutRight {
    /// What.
    action: PutRightAction,
    /// For `name`: the window.
    timeslot_id: Option<String>,
}

/// Windows of a visit.
#[derive(Serialize, ToSchema)]
pub struct PutRightTimes {
    /// The soonest first.
    items: Vec<SlotView>,
}

/// Who speaks: the job's pro, or its client with an account or a guest link.
enum Speaker {
    Pro(Master),
    Client(Viewer),
}

impl Speaker {
    const fn side(&self) -> Side {
        match self {
            Self::Pro(_) => Side::Pro,
            Self::Client(_) => Side::Client,
        }
    }

    async fn sees(self, state: &AppState, booking: &Booking) -> Fallible<Stepped> {
        match self {
            Self::Pro(master) => {
                let job = Box::pin(step::seen(state, &master, &booking.id)).await?;
                Ok(Stepped::Job(Box::new(job)))
            }
            Self::Client(viewer) => {
                let view = viewer.view(&state.keys, booking)?;
                let view = search::complete(state, booking, view).await?;
                Ok(Stepped::Booking(Box::new(view)))
            }
        }
    }
}

async fn speaker(
    state: &AppState,
    id: &str,
    bearer: Bearer,
    master: Fallible<Master>,
    link: &LinkQuery,
) -> Fallible<(Speaker, Booking)> {
    match master {
        Ok(master) if link.is_empty() => {
            let job = state.matching.seen_by(&master.id, id).await?;
            let own = job.map(|job| job.booking);
            let own = own.filter(|booking| booking.assigned_master_id.as_deref() == Some(&master.id));
            Ok((Speaker::Pro(master), own.ok_or_else(access::not_found)?))
        }
        _ => {
            let (booking, viewer) = access::see(state, id, bearer, link, Open::ToGuests).await?;
            Ok((Speaker::Client(viewer), booking))
        }
    }
}

/// The windows from which one may be chosen.
#[utoipa::path(
    get, path = "/api/bookings/{id}/put-right/times", tag = "Bookings",
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = PutRightTimes), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem))
)]
pub async fn times(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
) -> Fallible<axum::Json<PutRightTimes>> {
    let (_, booking) = Box::pin(speaker(&state, &id, bearer, master, &link)).await?;
    let windows = state.matching.put_right_windows(&booking).await?;
    let items = windows.into_iter().map(|(id, window)| SlotView {
        id,
        start: time::iso(window.start),
        end: time::iso(window.end),
    });
    Ok(axum::Json(PutRightTimes {
        items: items.collect(),
    }))
}

/// Asks for another visit, free of charge, that puts right what was done: the job's pro, or its client, within 90 days. One at a time.
#[utoipa::path(
    post, path = "/api/bookings/{id}/put-right", tag = "Bookings", request_body = NewPutRight,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 201, body = Stepped), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`illegal_transition` unless the job was done, `too_late` after 90 days, `put_right_open`, `put_right_limit`, `pro_unavailable`, `no_put_right` once the client is gone, `slot_gone`"),
        (status = 422, body = Problem))
)]
pub async fn ask(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<Stepped>)> {
    let (speaker, booking) = Box::pin(speaker(&state, &id, bearer, master, &link)).await?;
    let body: NewPutRight = bytes.parse()?;
    let path = format!("/api/bookings/{id}/put-right");
    let person = match &speaker {
        Speaker::Pro(master) => &master.id,
        Speaker::Client(_) => &booking.client_id,
    };
    let key = idempotency_key::read(&headers, person, &path, &bytes)?;
    let text = put_right::text(&body.text)?;
    let asked = state
        .matching
        .ask_put_right(&booking.id, speaker.side(), text, &body.timeslot_id, key)
        .await?;
    let seen = Box::pin(speaker.sees(&state, &asked)).await?;
    Ok((StatusCode::CREATED, axum::Json(seen)))
}

/// Answers what the other side wants: agrees to the window, names another one, or refuses. Agreed, the visit is a booking of its own. The
/// same again changes nothing.
#[utoipa::path(
    post, path = "/api/bookings/{id}/put-right/answer", tag = "Bookings", request_body = AnswerPutRight,
    params(("id" = String, Path), ("token" = Option<String>, Query, description = "The guest link's token")),
    responses((status = 200, body = Stepped), (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`no_put_right`; `not_yours` for whoever named the window; `pro_unavailable`; `put_right_limit`; `slot_gone`"),
        (status = 422, body = Problem))
)]
pub async fn answer(
    State(state): State<AppState>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
    bearer: Bearer,
    master: Fallible<Master>,
    Json(body): Json<AnswerPutRight>,
) -> Fallible<axum::Json<Stepped>> {
    let (speaker, booking) = Box::pin(speaker(&state, &id, bearer, master, &link)).await?;
    let answer = match (body.action, body.timeslot_id) {
        (PutRightAction::Agree, _) => PutRightAnswer::Agree,
        (PutRightAction::Refuse, _) => PutRightAnswer::Refuse,
        (PutRightAction::Name, Some(slot)) => PutRightAnswer::Name(slot),
        (PutRightAction::Name, None) => {
            return Err(Failure::field("timeslotId", "Choose a time."));
        }
    };
    let answered = state
        .matching
        .answer_put_right(&booking.id, speaker.side(), answer)
        .await?;
    Ok(axum::Json(Box::pin(speaker.sees(&state, &answered)).await?))
}
