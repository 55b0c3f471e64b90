//! What the client and the pro of a booking write to each other while the server dies again and again. Each keeps a message until the
//! server has acknowledged it and sends it again under the same name, as a browser does.

use futures_util::{SinkExt as _, StreamExt as _};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::api::{Api, Call};
use super::kills::AGAIN;

/// How many messages each of the two writes, one after the other.
const MESSAGES: usize = 5;

type Socket = WebSocketStream<TcpStream>;

/// Writes to the other side; gives the names of the messages, in order, once each of them is acknowledged.
pub(crate) async fn write(api: &Api, token: &str, booking: &str) -> Vec<String> {
    let names: Vec<String> = (1..=MESSAGES).map(|number| format!("message-{number}")).collect();
    let mut acknowledged = 0;
    loop {
        if let Some(mut socket) = open(api, token, booking).await {
            while let Some(name) = names.get(acknowledged) {
                if hand_over(&mut socket, name).await.is_none() {
                    break;
                }
                acknowledged += 1;
            }
        }
        if acknowledged == names.len() {
            return names;
        }
        sleep(AGAIN).await;
    }
}

/// Opens the chat of a booking; none while the server does not answer.
async fn open(api: &Api, token: &str, booking: &str) -> Option<Socket> {
    let call = Call::new("ticket", 201, Method::POST, "/api/events/ticket").bearer(token);
    let answer = api.send(&call).await.ok()?;
    if answer.status >= 500 {
        return None;
    }
    let ticket = answer.text("ticket");
    let url = format!(
        "ws://{}/api/chat/ws?bookingId={booking}&ticket={ticket}",
        api.address
    );
    let stream = TcpStream::connect(api.address).await.ok()?;
    match client_async(url, stream).await {
        Ok((socket, _)) => Some(socket),
        Err(Error::Http(answer)) => {
            let status = answer.status().as_u16();
            assert!(status >= 500, "the chat of {booking} is refused with {status}");
            None
        }
        Err(_) => None,
    }
}

/// Sends a message and waits until it is acknowledged; none when the socket breaks first, or the server wants it later.
async fn hand_over(socket: &mut Socket, name: &str) -> Option<()> {
    let message = json!({ "type": "message", "clientId": name, "text": format!("This is {name}.") });
    socket.send(Message::text(message.to_string())).await.ok()?;
    loop {
        let Message::Text(text) = socket.next().await?.ok()? else {
            continue;
        };
        let frame: Value = serde_json::from_str(&text).expect("a chat speaks JSON");
        if frame["clientId"] != name {
            continue;
        }
        if frame["type"] == "message" {
            return Some(());
        }
        assert!(frame["retryAfter"].is_u64(), "refused for good: {frame}");
        return None;
    }
}
