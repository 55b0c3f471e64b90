//! How the socket of a chat is opened, and by whom.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::response::Response;
use http::{HeaderMap, header};
use serde::Deserialize;
use url::Url;

use super::talk::{self, Ears, Talk};
use crate::events::join;
use callout_base::tickets::Grant;
use callout_domain::chat;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::problem::Problem;
use callout_domain::role::Role;
use callout_front::extract::{Caller, Query};
use callout_front::middleware::{Received, Stopping};
use callout_front::state::AppState;
use callout_outside::live::Joining;

/// Most bytes of a text: 2,000 characters, each escaped in JSON at its longest, and what is around them.
const LONGEST_TEXT: usize = 32 * 1024;

/// Which chat, and who asks.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SocketQuery {
    /// The booking.
    booking_id: Option<String>,
    /// From `POST /events/ticket`.
    ticket: Option<String>,
}

/// The WebSocket of a chat, for the owner, the guest who booked, and the pro. Both sides send JSON texts: the server `ChatMessage`,
/// `ChatTyping`, `ChatReadMark` and `ChatRefusal`, from now on; the browser `ChatSent`. A ping comes every 20 s, and a socket that does not
/// answer for 40 s is closed. It ends with the session, and when the booking goes to another pro.
#[utoipa::path(
    get, path = "/api/chat/ws", tag = "Chat", security(()),
    params(("bookingId" = String, Query), ("ticket" = String, Query, description = "from `POST /events/ticket` with a bearer token; works once")),
    responses((status = 101, description = "The socket is open"),
        (status = 400, body = Problem, description = "`not_a_socket`: the call is no WebSocket handshake"),
        (status = 401, body = Problem), (status = 403, body = Problem, description = "`foreign_origin`: another site asks"),
        (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 409, body = Problem, description = "`chat_closed`: no pro is assigned, or the job ended more than 24 hours ago"))
)]
pub async fn connect(
    State(state): State<AppState>,
    caller: Caller,
    (stopping, received): (Stopping, Received),
    Query(query): Query<SocketQuery>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Fallible<Response> {
    let base = state.config.base_url().map_err(Failure::internal)?;
    if !is_own_origin(&headers, &base) {
        let told = "Chat can only be opened from Callout itself.";
        return Err(Failure::new(FailureKind::Forbidden, "foreign_origin", told));
    }
    let ticket = query.ticket.ok_or_else(Failure::unauthorised)?;
    let missing = || Failure::field("bookingId", "Say which booking the chat is about.");
    let id = query.booking_id.ok_or_else(missing)?;
    let upgrade = upgrade.map_err(|_| not_a_socket())?;
    let person = match state.tickets.take(&ticket).await? {
        Some(Grant::Session(person)) if state.sessions.goes_on(&person).await? => person,
        _ => return Err(Failure::unauthorised()),
    };
    let (booking, seat) = state.chat.seat(&person, &id).await?;
    chat::may_write(&booking, state.clock.now())?;
    if person.role == Role::Master {
        state.matching.index().heard_of(&person.id);
    }
    let joining = Joining {
        names: &[&seat.booking_id, &person.session],
        person: &person.id,
        address: &caller.key,
    };
    let reader = join(&state, joining)?;
    let listener = state.chat.typists.listen(&seat.booking_id);
    // Read this after joining the bus, so that anything written later wakes this reader.
    let (last, read) = state.chat.now(&seat).await?;
    let ping = Duration::from_secs(state.config.chat_ping.max(1));
    let talk = Talk::new(state, person, seat, (last, read), received);
    let ears = Ears::new(reader, listener, stopping, ping);
    let upgrade = upgrade
        .max_message_size(LONGEST_TEXT)
        .max_frame_size(LONGEST_TEXT);
    Ok(upgrade.on_upgrade(move |socket| Box::pin(talk::serve(socket, talk, ears))))
}

/// Browsers say which site a socket is opened from. A caller that says nothing is no browser, and has no other site's visitors to fool.
#[must_use]
pub fn is_own_origin(headers: &HeaderMap, base: &Url) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(url) = origin.to_str().ok().and_then(|origin| Url::parse(origin).ok()) else {
        return false;
    };
    if url.origin().is_tuple() && url.origin() == base.origin() {
        return true;
    }
    // A page that came unprotected may be anybody's, where ours are protected.
    if url.scheme() != "https" && url.scheme() != base.scheme() {
        return false;
    }
    // Under another name of this server, such as `localhost`, the page comes from where the socket goes.
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = url.host_str().map(|name| match url.port() {
        Some(port) => format!("{name}:{port}"),
        None => name.to_owned(),
    });
    named
        .zip(host)
        .is_some_and(|(named, host)| named.eq_ignore_ascii_case(host))
}

fn not_a_socket() -> Failure {
    let told = "This address takes WebSocket connections only.";
    Failure::new(FailureKind::BadRequest, "not_a_socket", told)
}
