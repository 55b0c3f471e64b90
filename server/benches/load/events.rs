//! Event streams as their readers see them: a pro's, read as a browser does, and many viewers', read with as little work as
//! possible, since they share the machine with the server that is measured.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use reqwest::Response;
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::api::Api;
use super::figure::now;
use super::people::Pro;

/// An event of a stream.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) seq: Option<i64>,
    pub(crate) kind: String,
    pub(crate) booking: String,
}

/// The open stream of a pro, or of a booking.
pub(crate) struct Events {
    response: Response,
    read: Vec<u8>,
}

impl Events {
    /// Opens a stream after the last event that was seen; none when that fails.
    pub(crate) async fn open(api: &Api, path: &str, token: &str, last: Option<i64>) -> Option<Self> {
        Some(Self {
            response: api.stream(path, token, last).await?,
            read: Vec::new(),
        })
    }

    /// The next event; none when the stream has ended or is cut. Comments, and the block that says where to resume, are left out.
    pub(crate) async fn next(&mut self) -> Option<Event> {
        loop {
            while let Some(end) = self.read.windows(2).position(|two| two == b"\n\n") {
                let block: Vec<u8> = self.read.drain(..end + 2).collect();
                if let Some(event) = event(&String::from_utf8_lossy(&block)) {
                    return Some(event);
                }
            }
            let more = self.response.chunk().await.ok()??;
            self.read.extend_from_slice(&more);
        }
    }
}

fn event(block: &str) -> Option<Event> {
    let field = |name: &str| {
        block
            .lines()
            .find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
    };
    let data: Value = serde_json::from_str(field("data")?).ok()?;
    Some(Event {
        seq: field("id").and_then(|id| id.parse().ok()),
        kind: field("event")?.to_owned(),
        booking: data["bookingId"].as_str().unwrap_or_default().to_owned(),
    })
}

/// An offer that arrived at a pro's.
pub(crate) struct Offer {
    /// Which of the pros.
    pub(crate) pro: usize,
    pub(crate) at: Instant,
}

/// Who waits for offers of which booking. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Board(Arc<Mutex<HashMap<String, mpsc::UnboundedSender<Offer>>>>);

impl Board {
    /// What arrives for a booking from now on.
    pub(crate) fn wait_for(&self, booking: &str) -> mpsc::UnboundedReceiver<Offer> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.waiting().insert(booking.to_owned(), sender);
        receiver
    }

    pub(crate) fn forget(&self, booking: &str) {
        self.waiting().remove(booking);
    }

    pub(crate) fn tell(&self, booking: &str, offer: Offer) {
        if let Some(waits) = self.waiting().get(booking) {
            // Fails when whoever waited has gone.
            let _ = waits.send(offer);
        }
    }

    fn waiting(&self) -> std::sync::MutexGuard<'_, HashMap<String, mpsc::UnboundedSender<Offer>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the streams of all pros and posts their offers on the board, for as long as what is returned is kept. A stream that ends is
/// not opened again: whoever waits for its offers notices.
pub(crate) async fn listen(api: &Api, pros: &[Pro], board: &Board) -> JoinSet<()> {
    let mut listening = JoinSet::new();
    for (number, pro) in pros.iter().enumerate() {
        let opened = Events::open(api, &pro.stream(), &pro.token, None).await;
        let mut events = opened.expect("the stream opens");
        let board = board.clone();
        listening.spawn(async move {
            while let Some(event) = events.next().await {
                if event.kind == "booking" {
                    let offer = Offer {
                        pro: number,
                        at: now(),
                    };
                    board.tell(&event.booking, offer);
                }
            }
        });
    }
    listening
}

/// One of many viewers of a stream, on a connection of its own.
pub(crate) struct Viewer {
    stream: TcpStream,
    read: Vec<u8>,
}

impl Viewer {
    /// Opens the stream and waits for the head of the answer.
    pub(crate) async fn open(address: SocketAddr, path: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.expect("the server listens");
        let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/event-stream\r\n\r\n");
        stream
            .write_all(request.as_bytes())
            .await
            .expect("the server reads");
        let mut read = Vec::with_capacity(1_024);
        let end = loop {
            let count = stream.read_buf(&mut read).await.expect("the server answers");
            assert!(count > 0, "the server closed the connection");
            if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        let head = String::from_utf8_lossy(&read[..end]).into_owned();
        assert!(head.starts_with("HTTP/1.1 200 "), "{head}");
        read.drain(..end);
        Self { stream, read }
    }

    /// The kind of the next event; none when the stream has ended.
    pub(crate) async fn next(&mut self) -> Option<String> {
        loop {
            if let Some(kind) = self.take_kind() {
                return Some(kind);
            }
            if matches!(self.stream.read_buf(&mut self.read).await, Ok(0) | Err(_)) {
                return None;
            }
        }
    }

    /// The kind of the first event that has arrived. It comes in one piece: each event is a chunk of its own.
    fn take_kind(&mut self) -> Option<String> {
        const NAME: &[u8] = b"\nevent:";
        let begin = self.read.windows(NAME.len()).position(|part| part == NAME)? + NAME.len();
        let length = self.read[begin..].iter().position(|&byte| byte == b'\n')?;
        let kind = String::from_utf8_lossy(&self.read[begin..begin + length]);
        let kind = kind.trim().to_owned();
        self.read.drain(..begin + length);
        Some(kind)
    }
}
