//! Live events: the tickets that open streams, and the streams of a client, of a booking and of a pro, and a pro's notifications.

pub mod booking;
pub mod master;
pub mod notices;
mod unread;
pub mod user;

use callout_domain::failure::{Failure, Fallible};
use std::time::Duration;

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::bookings::access::{self, Link};
use callout_base::limits;
use callout_base::sessions::Person;
use callout_base::tickets::Grant;
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_domain::time;
use callout_front::extract::{Caller, MaybeJson};
use callout_front::state::AppState;
use callout_outside::live::Joining;
use callout_outside::live::bus::Reader;
use callout_store::master_events::MasterEvent;

/// `Retry-After` in seconds for a caller refused because all places are taken.
const TRY_AGAIN: u64 = 30;

/// What a ticket is for, when there is no bearer token.
#[derive(Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TicketRequest {
    /// The booking: required with a link, checked with a bearer token.
    booking_id: Option<String>,
    /// The guest link's token.
    token: Option<String>,
    /// The share link's token.
    share: Option<String>,
}

/// A ticket.
#[derive(Serialize, ToSchema)]
pub struct Ticket {
    /// For `?t=`: works once, within 60 seconds.
    ticket: String,
}

/// A ticket for the bearer or the holder of a link.
#[utoipa::path(
    post, path = "/api/events/ticket", tag = "Live", request_body = Option<TicketRequest>,
    responses((status = 201, body = Ticket), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn ticket(
    State(state): State<AppState>,
    caller: Caller,
    person: Result<Person, Failure>,
    MaybeJson(request): MaybeJson<TicketRequest>,
) -> Fallible<(StatusCode, axum::Json<Ticket>)> {
    state
        .limits
        .count_address(limits::TICKETS, caller.address(), state.clock.now())?;
    let grant = grant(&state, person, &request).await?;
    let ticket = state.tickets.issue(&grant).await?;
    Ok((StatusCode::CREATED, axum::Json(Ticket { ticket })))
}

async fn grant(
    state: &AppState,
    person: Result<Person, Failure>,
    request: &TicketRequest,
) -> Fallible<Grant> {
    let link = match (&request.token, &request.share) {
        (Some(token), _) => Some(Link::guest(token)),
        (None, Some(token)) => Some(Link::share(token)),
        (None, None) => None,
    };
    let missing = || Failure::field("bookingId", "Say which booking the link is for.");
    let grant = match link {
        Some(link) => {
            let id = request.booking_id.as_deref().ok_or_else(missing)?;
            return access::grant_of_link(state, id, link).await;
        }
        None => Grant::Session(person?),
    };
    if let Some(id) = &request.booking_id {
        access::see_by_grant(state, id, &grant).await?;
    }
    Ok(grant)
}

/// How a stream is authorised and where it resumes.
#[derive(Deserialize)]
pub struct StreamQuery {
    /// A ticket, instead of a bearer token.
    t: Option<String>,
    /// The number of the last event that the reader already has.
    after: Option<i64>,
}

/// A place on the bus.
///
/// # Errors
/// 429 when all places are taken.
pub(super) fn join(state: &AppState, joining: Joining<'_>) -> Fallible<Reader> {
    let caps = state.config.stream_caps();
    let joined = state.live.join(joining, caps);
    joined.map_err(|_| Failure::too_many(TRY_AGAIN))
}

/// What a pro is sent of an event.
fn data_of(row: &MasterEvent) -> Value {
    let about = if row.kind.is_of_document() {
        "documentId"
    } else {
        "bookingId"
    };
    json!({ "type": row.kind, about: row.booking_id, "seq": row.seq, "at": time::iso(row.at) })
}

/// Somebody who opens a stream of their own.
struct Own {
    person: Person,
    /// The place on the bus.
    reader: Reader,
    /// The number to resume after.
    after: Option<i64>,
}

/// Lets the person of this id and role open a stream, by bearer or ticket.
///
/// # Errors
/// 401, 404 for somebody else's stream, 422 on `Last-Event-ID`, 429 when all places are taken.
async fn own(
    state: &AppState,
    caller: &Caller,
    bearer: Result<Person, Failure>,
    (role, id): (Role, &str),
    query: &StreamQuery,
    headers: &HeaderMap,
) -> Fallible<Own> {
    let after = resume_after(headers, query)?;
    let person = person(state, bearer, query.t.as_deref()).await?;
    if person.role != role || person.id != id {
        return Err(Failure::not_found("There is nothing at this address."));
    }
    let joining = Joining {
        names: &[&person.id, &person.session],
        person: &person.id,
        address: &caller.key,
    };
    let reader = join(state, joining)?;
    Ok(Own {
        person,
        reader,
        after,
    })
}

/// How often streams send a comment and read the tables without being woken.
fn heartbeat(state: &AppState) -> Duration {
    Duration::from_secs(state.config.stream_heartbeat.max(1))
}

/// The header wins: a reconnecting browser sends it along with the address it first used.
fn resume_after(headers: &HeaderMap, query: &StreamQuery) -> Fallible<Option<i64>> {
    match headers.get("last-event-id") {
        None => Ok(query.after),
        Some(value) => value
            .to_str()
            .ok()
            .and_then(|value| value.trim().parse().ok())
            .map(Some)
            .ok_or_else(|| Failure::field("Last-Event-ID", "This is not the number of an event.")),
    }
}

/// The bearer, or the person the ticket stands for while their session is open.
async fn person(state: &AppState, bearer: Result<Person, Failure>, ticket: Option<&str>) -> Fallible<Person> {
    let Some(ticket) = ticket else { return bearer };
    match state.tickets.take(ticket).await? {
        Some(Grant::Session(person)) if state.sessions.goes_on(&person).await? => Ok(person),
        _ => Err(Failure::unauthorised()),
    }
}
