//! The socket of a chat. One task serves it: it reads what is new from the tables when it is woken, so a peer that reads slowly or has
//! gone silently uses no memory and keeps nobody else waiting.

use std::time::Duration;

use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};
use url::Url;

use super::frames::{MessageView, ReadView, RefusedView, Sent, TypingView};
use crate::api::events::join;
use crate::chat::Seat;
use crate::domain::chat::{self, Draft, Side};
use crate::domain::failure::{Failure, FailureKind, Fallible};
use crate::domain::role::Role;
use crate::error::Problem;
use crate::extract::{Caller, Query};
use crate::front::Stopping;
use crate::live::Joining;
use crate::live::bus::Reader;
use crate::live::typing::{Listener, Typing};
use crate::sessions::Person;
use crate::state::AppState;
use crate::tickets::Grant;

/// Most bytes of a text: 2,000 characters, each escaped in JSON at its longest, and what is around them.
const LONGEST_TEXT: usize = 32 * 1024;

/// Most texts that one socket may send in a minute: messages, and signs of typing and reading.
const TEXTS_A_MINUTE: u32 = 300;

/// Seconds after which something may be sent again that failed through no fault of its own.
const TRY_AGAIN: u64 = 5;

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
    stopping: Stopping,
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
    let talk = Talk {
        state,
        person,
        seat,
        last,
        read,
        pace: Pace::new(),
    };
    let ears = Ears {
        reader,
        listener,
        stopping,
        heard_at: Instant::now(),
        pings: pings(ping),
        ping,
    };
    let upgrade = upgrade
        .max_message_size(LONGEST_TEXT)
        .max_frame_size(LONGEST_TEXT);
    Ok(upgrade.on_upgrade(move |socket| Box::pin(serve(socket, talk, ears))))
}

/// Browsers say which site a socket is opened from. A caller that says nothing is no browser, and has no other site's visitors to fool.
fn is_own_origin(headers: &HeaderMap, base: &Url) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Some(url) = origin.to_str().ok().and_then(|origin| Url::parse(origin).ok()) else {
        return false;
    };
    if url.origin().is_tuple() && url.origin() == base.origin() {
        return true;
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

fn pings(every: Duration) -> Interval {
    let mut pings = interval_at(Instant::now() + every, every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings
}

/// What wakes the task of a socket.
struct Ears {
    reader: Reader,
    listener: Listener,
    stopping: Stopping,
    /// When the peer was last heard of.
    heard_at: Instant,
    pings: Interval,
    ping: Duration,
}

/// Why it wakes.
enum Turn {
    /// The peer sent something.
    Heard(Message),
    /// The peer sent what is too long, or no WebSocket.
    Nonsense,
    /// The peer has gone.
    Gone,
    /// The tables have changed.
    News,
    /// Somebody of that side is typing.
    Typing(Side),
    /// It is time to see whether everything still holds.
    Beat,
    /// The server stops.
    Stop,
}

impl Ears {
    async fn wait(&mut self, socket: &mut WebSocket) -> Turn {
        tokio::select! {
            heard = socket.recv() => match heard {
                Some(Ok(message)) => {
                    self.heard_at = Instant::now();
                    Turn::Heard(message)
                }
                Some(Err(_)) => Turn::Nonsense,
                None => Turn::Gone,
            },
            () = self.reader.woken() => Turn::News,
            side = self.listener.heard() => Turn::Typing(side),
            _ = self.pings.tick() => Turn::Beat,
            () = self.stopping.wait() => Turn::Stop,
        }
    }

    fn is_silent(&self) -> bool {
        self.heard_at.elapsed() >= 2 * self.ping
    }
}

/// How a socket ends: the code and the words of its last frame; none when there is nobody to tell.
type End = Option<(u16, &'static str)>;

async fn serve(mut socket: WebSocket, mut talk: Talk, mut ears: Ears) {
    let end = loop {
        let turn = ears.wait(&mut socket).await;
        if matches!(turn, Turn::Beat) && ears.is_silent() {
            break None;
        }
        match talk.take(&mut socket, turn).await {
            Ok(()) => {}
            Err(end) => break end,
        }
    };
    // The place is free before the peer has heard of it.
    drop(ears);
    if let Some((code, reason)) = end {
        let reason = Utf8Bytes::from_static(reason);
        let _ = socket
            .send(Message::Close(Some(CloseFrame { code, reason })))
            .await;
    }
}

/// The session or the chat is over: the browser asks for a new ticket, and learns why.
const OVER: End = Some((close_code::POLICY, "over"));
const TOO_FAST: End = Some((close_code::POLICY, "too_many_requests"));
const NONSENSE: End = Some((close_code::PROTOCOL, "not_understood"));
const STOPPING: End = Some((close_code::AWAY, "restart"));
/// The database failed: the browser comes back.
const FAILED: End = Some((close_code::ERROR, "failed"));

/// One side of a chat.
struct Talk {
    state: AppState,
    person: Person,
    seat: Seat,
    /// The newest message that was sent over this socket, or was there before.
    last: i64,
    /// Up to where the client and the pro have read, as was told last.
    read: (i64, i64),
    pace: Pace,
}

impl Talk {
    async fn take(&mut self, socket: &mut WebSocket, turn: Turn) -> Result<(), End> {
        match turn {
            Turn::Heard(Message::Text(text)) => self.heard(socket, &text).await,
            Turn::Heard(Message::Binary(_)) => {
                self.pace.count()?;
                self.refuse(socket, None, &malformed()).await
            }
            // Answered by the library.
            Turn::Heard(Message::Ping(_) | Message::Pong(_)) => Ok(()),
            Turn::Heard(Message::Close(_)) | Turn::Gone => Err(None),
            Turn::Nonsense => Err(NONSENSE),
            Turn::News => self.look(socket).await,
            Turn::Typing(side) if side == self.seat.side => Ok(()),
            Turn::Typing(side) => send(socket, &TypingView::of(&self.seat, side)).await,
            Turn::Beat => {
                self.look(socket).await?;
                let ping = Message::Ping(bytes::Bytes::new());
                socket.send(ping).await.map_err(|_| None)
            }
            Turn::Stop => Err(STOPPING),
        }
    }

    /// Sends what is new, as long as the session and the seat still stand.
    async fn look(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        let goes_on = self.state.sessions.goes_on(&self.person).await;
        let stands = self.state.chat.stands(&self.seat).await;
        if !goes_on.map_err(|_| FAILED)? || !stands.map_err(|_| FAILED)? {
            return Err(OVER);
        }
        self.tell(socket).await
    }

    /// Sends what is new.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        loop {
            let news = self.state.chat.news(&self.seat, self.last).await;
            let news = news.map_err(|_| FAILED)?;
            if news.messages.is_empty() {
                return self.tell_marks(socket, news.read).await;
            }
            for said in &news.messages {
                send(socket, &MessageView::of(&self.seat, said)).await?;
                self.last = said.message.seq;
            }
        }
    }

    /// Tells of what the other side, or this one elsewhere, has read.
    async fn tell_marks(&mut self, socket: &mut WebSocket, read: (i64, i64)) -> Result<(), End> {
        let before = std::mem::replace(&mut self.read, read);
        for (side, before, now) in [(Side::Client, before.0, read.0), (Side::Pro, before.1, read.1)] {
            if now > before {
                let id = self.state.chat.id_of(&self.seat, now).await.map_err(|_| FAILED)?;
                send(socket, &ReadView::of(&self.seat, side, id)).await?;
            }
        }
        Ok(())
    }

    async fn heard(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), End> {
        self.pace.count()?;
        // The session may have ended since the last look.
        let goes_on = self.state.sessions.goes_on(&self.person).await;
        if !goes_on.map_err(|_| FAILED)? {
            return Err(OVER);
        }
        match serde_json::from_str(text) {
            Ok(Sent::Message { client_id, text }) => self.write(socket, client_id, &text).await,
            Ok(Sent::Typing) => {
                self.state.chat.typists.tell(&Typing {
                    booking: self.seat.booking_id.clone(),
                    from: self.seat.side,
                });
                Ok(())
            }
            Ok(Sent::Status { id }) => match self.state.chat.read(&self.seat, id).await {
                Ok(()) => Ok(()),
                Err(failure) => self.refuse(socket, None, &failure).await,
            },
            Err(_) => self.refuse(socket, None, &malformed()).await,
        }
    }

    /// Stores a message and acknowledges it.
    async fn write(&mut self, socket: &mut WebSocket, client_id: String, text: &str) -> Result<(), End> {
        let sent = match Draft::parse(&client_id, text) {
            Ok(draft) => Box::pin(self.state.chat.send(&self.seat, draft)).await,
            Err(failure) => Err(failure),
        };
        match sent {
            // Everything before it comes first.
            Ok(said) if said.message.seq > self.last => self.tell(socket).await,
            Ok(said) => send(socket, &MessageView::of(&self.seat, &said)).await,
            Err(failure) => self.refuse(socket, Some(client_id), &failure).await,
        }
    }

    async fn refuse(
        &self,
        socket: &mut WebSocket,
        client_id: Option<String>,
        failure: &Failure,
    ) -> Result<(), End> {
        let wait = match failure.kind {
            FailureKind::Internal | FailureKind::Unavailable => Some(TRY_AGAIN),
            _ => None,
        };
        let wait = failure.retry_after.or(wait);
        send(socket, &RefusedView::of(&self.seat, client_id, failure, wait)).await
    }
}

fn malformed() -> Failure {
    Failure::new(
        FailureKind::BadRequest,
        "malformed",
        "This is not a text that a chat understands.",
    )
}

async fn send(socket: &mut WebSocket, frame: &impl Serialize) -> Result<(), End> {
    let text = serde_json::to_string(frame).map_err(|_| FAILED)?;
    socket.send(Message::Text(text.into())).await.map_err(|_| None)
}

/// How much the peer sends.
struct Pace {
    since: Instant,
    texts: u32,
}

impl Pace {
    fn new() -> Self {
        Self {
            since: Instant::now(),
            texts: 0,
        }
    }

    /// Counts one text.
    fn count(&mut self) -> Result<(), End> {
        if self.since.elapsed() >= Duration::from_secs(60) {
            *self = Self::new();
        }
        self.texts += 1;
        if self.texts > TEXTS_A_MINUTE {
            return Err(TOO_FAST);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(origin: Option<&str>, host: &str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, origin.parse().unwrap());
        }
        headers
    }

    #[test]
    fn only_our_own_pages_open_sockets() {
        let base = Url::parse("https://callout.example/").unwrap();
        for (origin, host, is_own) in [
            (None, "callout.example", true),
            (Some("https://callout.example"), "10.0.0.1:8080", true),
            (Some("http://localhost:8080"), "localhost:8080", true),
            (Some("http://LOCALHOST:8080"), "localhost:8080", true),
            (Some("https://evil.example"), "callout.example", false),
            (
                Some("https://callout.example.evil.example"),
                "callout.example",
                false,
            ),
            (Some("https://callout.example:444"), "callout.example", false),
            (Some("http://localhost:8081"), "localhost:8080", false),
            (Some("null"), "callout.example", false),
            (Some("file:///home"), "callout.example", false),
        ] {
            assert_eq!(
                is_own_origin(&headers(origin, host), &base),
                is_own,
                "{origin:?} {host}"
            );
        }
    }

    #[test]
    fn a_peer_that_sends_too_much_is_told_to_go() {
        let mut pace = Pace::new();
        assert!((0..TEXTS_A_MINUTE).all(|_| pace.count().is_ok()));
        assert_eq!(pace.count(), Err(TOO_FAST));
    }
}
