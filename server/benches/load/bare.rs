//! The yardstick of the streams: this program once more, as a server with nothing but axum's own event stream.

use std::convert::Infallible;
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use axum::Router;
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use axum::routing::{get, post};
use futures_util::Stream;
use tokio::net::TcpListener;
use tokio::sync::watch;

use super::server::Memory;

/// The argument that makes this program that server.
pub(crate) const ARGUMENT: &str = "--bare-server";

/// Serves until it is killed; prints its address first.
pub(crate) async fn serve() {
    let (told, _) = watch::channel(0);
    let app = Router::new()
        .route("/stream", get(stream))
        .route("/tell", post(tell))
        .with_state(told);
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    println!("{}", listener.local_addr().expect("a port"));
    axum::serve(listener, app).await.expect("it serves");
}

/// One event to everybody.
async fn tell(State(told): State<watch::Sender<u64>>) {
    told.send_modify(|number| *number += 1);
}

async fn stream(
    State(told): State<watch::Sender<u64>>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let events = futures_util::stream::unfold(told.subscribe(), |mut told| async move {
        told.changed().await.ok()?;
        let number = *told.borrow_and_update();
        // As long as an event of ours.
        let data = format!(
            r#"{{"type":"assigned","bookingId":"C-00000000","seq":{number},"at":"2026-11-23T22:05:00+00:00"}}"#
        );
        let event = Event::default()
            .id(number.to_string())
            .event("assigned")
            .data(data);
        Some((Ok(event), told))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

/// That server as a child process; it ends with this value.
pub(crate) struct Bare {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Bare {
    pub(crate) fn start() -> Self {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .arg(ARGUMENT)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("this program starts again");
        let said = child.stdout.take().expect("its output");
        let mut line = String::new();
        BufReader::new(said).read_line(&mut line).expect("its address");
        Self {
            address: line.trim().parse().expect("its address"),
            child,
        }
    }

    pub(crate) fn memory(&self) -> Memory {
        Memory::of(self.child.id())
    }
}

impl Drop for Bare {
    fn drop(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it has ended");
    }
}
