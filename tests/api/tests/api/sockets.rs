//! A client and a pro with a booking on a server with sockets, and the ends of their chat.

use std::net::SocketAddr;
use std::time::Duration;

use api_tests::TestApp;
use futures_util::{SinkExt as _, StreamExt as _};
use http::{HeaderValue, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::connections::serve;
use crate::journey::text;
use crate::matching::{after, ready, respond};
use crate::people::Person;
use crate::scene::{Scene, settled};

/// How long a test waits for what must come.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A booking with its pro, on a server with sockets.
pub(crate) struct Pair {
    pub(crate) address: SocketAddr,
    pub(crate) scene: Scene,
    pub(crate) pro: Person,
}

impl Pair {
    pub(crate) async fn new(app: &TestApp) -> Self {
        let pro = ready(app, "pro", 1).await;
        let scene = settled(app).await;
        let _ = respond(app, &pro, &scene.booking.id, "accept")
            .await
            .expect_status(200);
        after(app, 0).await;
        // Stops with the test's runtime.
        let (address, stop, _) = serve(app).await;
        std::mem::forget(stop);
        Self { address, scene, pro }
    }

    pub(crate) fn id(&self) -> &str {
        &self.scene.booking.id
    }

    pub(crate) async fn client(&self, app: &TestApp) -> Socket {
        self.open(app, &self.scene.guest.token).await
    }

    pub(crate) async fn pro(&self, app: &TestApp) -> Socket {
        self.open(app, &self.pro.token).await
    }

    pub(crate) async fn open(&self, app: &TestApp, token: &str) -> Socket {
        let ticket = ticket(app, token).await;
        let opened = open(self.address, &path(self.id(), &ticket), None).await;
        opened.unwrap_or_else(|status| panic!("refused with {status}"))
    }
}

pub(crate) async fn ticket(app: &TestApp, token: &str) -> String {
    let asked = app.post("/api/events/ticket").bearer(token).send().await;
    text(&asked.expect_status(201).json(), "ticket").to_owned()
}

pub(crate) fn path(booking: &str, ticket: &str) -> String {
    format!("/api/chat/ws?bookingId={booking}&ticket={ticket}")
}

/// Opens a socket; the status of a refusal.
pub(crate) async fn open(
    address: SocketAddr,
    path: &str,
    origin: Option<&str>,
) -> Result<Socket, StatusCode> {
    let mut request = format!("ws://{address}{path}").into_client_request().unwrap();
    if let Some(origin) = origin {
        request
            .headers_mut()
            .insert("origin", HeaderValue::from_str(origin).unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    match client_async(request, stream).await {
        Ok((stream, answer)) => {
            assert_eq!(answer.status(), StatusCode::SWITCHING_PROTOCOLS);
            Ok(Socket(stream))
        }
        Err(Error::Http(answer)) => Err(answer.status()),
        Err(error) => panic!("{error}"),
    }
}

/// One end of a chat; dropping it hangs up.
pub(crate) struct Socket(pub(crate) WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn send(&mut self, frame: &Value) {
        self.send_text(&frame.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.0.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn write(&mut self, client_id: &str, text: &str) {
        self.send(&json!({ "type": "message", "clientId": client_id, "text": text }))
            .await;
    }

    /// The next text, and none when the socket was closed.
    async fn next_or_end(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match next.expect("something comes") {
                Some(Ok(Message::Text(text))) => return Some(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next text.
    pub(crate) async fn next(&mut self) -> Value {
        self.next_or_end().await.expect("the socket is open")
    }

    /// The next text, which must be of this type.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        let next = self.next().await;
        assert_eq!(next["type"], kind, "{next}");
        next
    }

    /// How it was closed.
    pub(crate) async fn end(&mut self) -> Option<(u16, String)> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.0.next()).await;
            match next.expect("the end comes") {
                Some(Ok(Message::Close(frame))) => {
                    return frame.map(|frame| (frame.code.into(), frame.reason.to_string()));
                }
                Some(Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
}
