//! Live events: the tickets that open streams, and each person's own stream.

use crate::domain::failure::{Failure, Fallible};
use axum::extract::State;
use axum::response::{IntoResponse as _, Response, Sse};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bookings::access::{self, Link};
use crate::domain::role::Role;
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::{MaybeJson, Path, Query};
use crate::front::Stopping;
use crate::limits;
use crate::live::stream::{self, Feed};
use crate::sessions::Person;
use crate::state::AppState;
use crate::store::notifications;
use crate::tickets::Grant;

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

/// The notifications of the signed-in client: `assigned`, `en_route`, `started`, `completed`, `cancelled`, `no_response`. Starts
/// with new events only; `Last-Event-ID` or `?after=` resumes after that number.
#[utoipa::path(
    get, path = "/api/events/notify/user/{id}", tag = "Live",
    params(("id" = String, Path), ("t" = Option<String>, Query, description = "a ticket"),
        ("after" = Option<i64>, Query), ("Last-Event-ID" = Option<i64>, Header)),
    responses((status = 200, content_type = "text/event-stream", body = String,
            description = "`id` = sequence number, `event` = kind, `data` = `{type, bookingId, seq, at}`; a comment every 15 s"),
        (status = 401, body = Problem), (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn of_user(
    State(state): State<AppState>,
    caller: Caller,
    stopping: Stopping,
    bearer: Result<Person, Failure>,
    Path(id): Path<String>,
    Query(query): Query<StreamQuery>,
    headers: HeaderMap,
) -> Fallible<Response> {
    let after = resume_after(&headers, &query)?;
    let person = person(&state, bearer, query.t.as_deref()).await?;
    if person.role != Role::Client || person.id != id {
        return Err(Failure::not_found("There is nothing at this address."));
    }
    let reader = state
        .live
        .join(
            &person.id,
            &person.session,
            &caller.key,
            state.config.stream_caps(),
        )
        .map_err(|_| Failure::too_many(TRY_AGAIN))?;
    // Read this after joining the bus, so that anything written later wakes this reader.
    let newest = notifications::last(&mut state.db.read().await?, &person.id).await?;
    let feed = Feed {
        last: after.map_or(newest, |after| after.clamp(0, newest)),
        state,
        reader,
        person,
        stopping,
    };
    let mut response = Sse::new(stream::events(feed)).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // Otherwise nginx buffers the events.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
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
