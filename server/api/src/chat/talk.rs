//! Serves the socket of a chat. One task does it: it reads what is new from the tables when it is woken, so a peer that reads slowly or has
//! gone silently uses no memory and keeps nobody else waiting.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use serde::Serialize;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use super::frames::{MessageView, ReadView, RefusedView, Sent, TypingView};
use callout_base::sessions::Person;
use callout_booking::chat::Seat;
use callout_domain::chat::{Draft, Side};
use callout_domain::failure::{Failure, FailureKind};
use callout_front::middleware::{Received, Stopping};
use callout_front::state::AppState;
use callout_outside::live::bus::Reader;
use callout_outside::live::typing::{Listener, Typing};

/// Most frames that one socket may send in a minute: messages, signs of typing and reading, pings.
const FRAMES_A_MINUTE: u32 = 300;
/// Bytes that may come between two of our pings beside what the frames hold: their heads, and parts of a message that is not whole yet.
const BETWEEN: u64 = 64 * 1024;

/// Seconds after which something may be sent again that failed through no fault of its own.
const TRY_AGAIN: u64 = 5;

fn pings(every: Duration) -> Interval {
    let mut pings = interval_at(Instant::now() + every, every);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    pings
}

/// What wakes the task of a socket.
pub(super) struct Ears {
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
    /// Pings every so often.
    pub(super) fn new(reader: Reader, listener: Listener, stopping: Stopping, ping: Duration) -> Self {
        Self {
            reader,
            listener,
            stopping,
            heard_at: Instant::now(),
            pings: pings(ping),
            ping,
        }
    }

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

/// Serves a socket until either side ends it.
pub(super) async fn serve(mut socket: WebSocket, mut talk: Talk, mut ears: Ears) {
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
pub(super) struct Talk {
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
    /// Begins after what is there: the number of the newest message, and up to where the client and the pro have read.
    pub(super) fn new(
        state: AppState,
        person: Person,
        seat: Seat,
        (last, read): (i64, (i64, i64)),
        received: Received,
    ) -> Self {
        Self {
            state,
            person,
            seat,
            last,
            read,
            pace: Pace::new(received),
        }
    }

    async fn take(&mut self, socket: &mut WebSocket, turn: Turn) -> Result<(), End> {
        if let Turn::Heard(message) = &turn {
            self.pace.count(message)?;
        }
        match turn {
            Turn::Heard(Message::Text(text)) => self.heard(socket, &text).await,
            Turn::Heard(Message::Binary(_)) => self.refuse(socket, None, &malformed()).await,
            // Answered by the library.
            Turn::Heard(Message::Ping(_) | Message::Pong(_)) => Ok(()),
            Turn::Heard(Message::Close(_)) | Turn::Gone => Err(None),
            Turn::Nonsense => Err(NONSENSE),
            Turn::News => self.look(socket).await,
            Turn::Typing(side) if side == self.seat.side => Ok(()),
            Turn::Typing(side) => send(socket, &TypingView::of(&self.seat, side)).await,
            Turn::Beat => {
                self.pace.look()?;
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
        if !goes_on.map_err(failed)? || !stands.map_err(failed)? {
            return Err(OVER);
        }
        self.tell(socket).await
    }

    /// Sends what is new.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), End> {
        loop {
            let news = self.state.chat.news(&self.seat, self.last).await;
            let news = news.map_err(failed)?;
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
                let id = self.state.chat.id_of(&self.seat, now).await.map_err(failed)?;
                send(socket, &ReadView::of(&self.seat, side, id)).await?;
            }
        }
        Ok(())
    }

    async fn heard(&mut self, socket: &mut WebSocket, text: &str) -> Result<(), End> {
        // The session may have ended since the last look.
        let goes_on = self.state.sessions.goes_on(&self.person).await;
        if !goes_on.map_err(failed)? {
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
        failure.log();
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
    let text = serde_json::to_string(frame).map_err(|error| failed(Failure::internal(error)))?;
    socket.send(Message::Text(text.into())).await.map_err(|_| None)
}

/// How much the peer sends.
struct Pace {
    since: Instant,
    frames: u32,
    /// What has come over the connection, and how much of it was there at the last look.
    received: Received,
    before: u64,
    /// Bytes of the frames since then.
    held: u64,
}

impl Pace {
    fn new(received: Received) -> Self {
        Self {
            since: Instant::now(),
            frames: 0,
            before: received.bytes(),
            received,
            held: 0,
        }
    }

    /// Counts one frame.
    fn count(&mut self, frame: &Message) -> Result<(), End> {
        if self.since.elapsed() >= Duration::from_secs(60) {
            self.since = Instant::now();
            self.frames = 0;
        }
        let length = match frame {
            Message::Text(text) => text.len(),
            Message::Binary(bytes) | Message::Ping(bytes) | Message::Pong(bytes) => bytes.len(),
            Message::Close(_) => 0,
        };
        self.held += u64::try_from(length).unwrap_or(u64::MAX);
        self.frames += 1;
        if self.frames > FRAMES_A_MINUTE {
            return Err(TOO_FAST);
        }
        Ok(())
    }

    /// Looks at what came beside the frames: the library puts parts of a message together without showing them, and there may be any
    /// number of empty ones.
    fn look(&mut self) -> Result<(), End> {
        let now = self.received.bytes();
        let beside = now.saturating_sub(self.before).saturating_sub(self.held);
        (self.before, self.held) = (now, 0);
        if beside > BETWEEN { Err(TOO_FAST) } else { Ok(()) }
    }
}

/// Ends a chat that cannot go on, and writes down why.
#[expect(clippy::needless_pass_by_value, reason = "given to map_err")]
fn failed(failure: Failure) -> End {
    failure.log();
    FAILED
}
