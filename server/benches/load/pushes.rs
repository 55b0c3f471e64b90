//! A push service that says which offer reached which pro. It does not open what it carries: the topic tells the booking.

use axum::Router;
use axum::extract::{Path, State};
use callout_domain::keys::sha256_text;
use http::{HeaderMap, StatusCode};
use reqwest::Method;
use serde_json::json;
use tokio::net::TcpListener;

use super::api::{Api, Call};
use super::events::{Board, Offer};
use super::figure::now;
use super::people::Pro;

/// A browser's public key and secret (RFC 8291, appendix A).
const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

/// How many characters of it a message's `Topic` has.
const TOPIC: usize = 32;

/// The `Topic` of the messages of a booking.
pub(crate) fn topic(booking: &str) -> String {
    let mut topic = sha256_text(booking.as_bytes());
    topic.truncate(TOPIC);
    topic
}

/// The service; it ends with the bench.
pub(crate) struct PushService {
    pub(crate) origin: String,
}

impl PushService {
    /// Posts what arrives on the board.
    pub(crate) async fn start(board: &Board) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("a port");
        let router = Router::new()
            .route("/{pro}", axum::routing::post(take))
            .with_state(board.clone());
        tokio::spawn(async move { axum::serve(listener, router).await.expect("it serves") });
        Self {
            origin: format!("http://{address}"),
        }
    }

    /// Has each pro notified by one browser.
    pub(crate) async fn subscribe(&self, api: &Api, pros: &[Pro]) {
        for (number, pro) in pros.iter().enumerate() {
            let browser = json!({ "endpoint": format!("{}/{number}", self.origin),
                "keys": { "p256dh": KEY, "auth": SECRET } });
            let call = Call::new("subscribe", 204, Method::POST, "/api/push/subscribe");
            let _ = api.must(call.bearer(&pro.token).json(browser)).await;
        }
    }
}

async fn take(State(board): State<Board>, Path(pro): Path<usize>, headers: HeaderMap) -> StatusCode {
    let topic = headers.get("topic").and_then(|topic| topic.to_str().ok());
    board.tell(topic.unwrap_or_default(), Offer { pro, at: now() });
    StatusCode::CREATED
}
