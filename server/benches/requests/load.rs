//! A load generator over loopback: keep-alive connections, one request in flight on each, as little client work as possible.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Connections at once: enough that some are served while the others' bookings are committed.
pub(crate) const CONNECTIONS: usize = 64;

/// An answer: its status and body.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
}

/// A keep-alive connection.
pub(crate) struct Connection {
    stream: TcpStream,
    buffer: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).await.expect("the server listens");
        stream.set_nodelay(true).expect("a socket");
        Self {
            stream,
            buffer: Vec::with_capacity(16 * 1024),
        }
    }

    /// Sends one request and reads the whole answer.
    pub(crate) async fn send(&mut self, request: &[u8]) -> Answer {
        self.stream.write_all(request).await.expect("the server reads");
        self.buffer.clear();
        loop {
            let read = self
                .stream
                .read_buf(&mut self.buffer)
                .await
                .expect("the server answers");
            assert!(read > 0, "the server closed the connection");
            if let Some(answer) = whole(&self.buffer) {
                return answer;
            }
        }
    }
}

fn whole(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).expect("a head of text");
    let status = head.get(9..12)?.parse().expect("a status");
    let length = head
        .lines()
        .find_map(|line| {
            line.to_ascii_lowercase()
                .strip_prefix("content-length:")
                .map(|value| value.trim().to_owned())
        })
        .map_or(0, |value| value.parse::<usize>().expect("a length"));
    let body = bytes.get(end + 4..end + 4 + length)?;
    Some(Answer {
        status,
        body: body.to_vec(),
    })
}

/// A request as bytes.
pub(crate) fn request(method: &str, path: &str, token: &str, body: &serde_json::Value) -> Vec<u8> {
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    let authorization = if token.is_empty() {
        String::new()
    } else {
        format!("authorization: Bearer {token}\r\n")
    };
    format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\n{authorization}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}

/// Repeats each connection's own request for `time`; gives the answers per second.
pub(crate) async fn repeat(address: SocketAddr, requests: &[Vec<u8>], status: u16, time: Duration) -> f64 {
    let done = Arc::new(AtomicU64::new(0));
    let started = now();
    let mut tasks = Vec::new();
    for request in requests.iter().cycle().take(CONNECTIONS) {
        let (request, done) = (request.clone(), Arc::clone(&done));
        tasks.push(tokio::spawn(async move {
            let mut connection = Connection::open(address).await;
            while started.elapsed() < time {
                let answer = connection.send(&request).await;
                assert_eq!(answer.status, status, "{}", String::from_utf8_lossy(&answer.body));
                done.fetch_add(1, Ordering::Relaxed);
            }
        }));
    }
    for task in tasks {
        task.await.expect("no connection fails");
    }
    per_second(done.load(Ordering::Relaxed), started.elapsed())
}

/// Sends every request once; gives the answers per second, and the bodies in the order of the requests.
pub(crate) async fn each(address: SocketAddr, requests: Vec<Vec<u8>>, status: u16) -> (f64, Vec<Vec<u8>>) {
    let requests = Arc::new(requests);
    let next = Arc::new(AtomicUsize::new(0));
    let started = now();
    let mut tasks = Vec::new();
    for _ in 0..CONNECTIONS {
        let (requests, next) = (Arc::clone(&requests), Arc::clone(&next));
        tasks.push(tokio::spawn(async move {
            let mut connection = Connection::open(address).await;
            let mut bodies = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(request) = requests.get(index) else {
                    return bodies;
                };
                let answer = connection.send(request).await;
                assert_eq!(answer.status, status, "{}", String::from_utf8_lossy(&answer.body));
                bodies.push((index, answer.body));
            }
        }));
    }
    let mut bodies = Vec::new();
    for task in tasks {
        bodies.extend(task.await.expect("no connection fails"));
    }
    let rate = per_second(bodies.len().try_into().expect("a count"), started.elapsed());
    bodies.sort_by_key(|(index, _)| *index);
    (rate, bodies.into_iter().map(|(_, body)| body).collect())
}

#[expect(clippy::cast_precision_loss, reason = "a figure to print")]
fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}

#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn now() -> Instant {
    Instant::now()
}
