//! Calls of the API over HTTP: each is a value, so that every part sends it in its own way.

use std::net::SocketAddr;
use std::time::Duration;

use reqwest::{Client, Method};
use serde_json::{Value, json};

/// How long a call may take before it counts as broken.
const PATIENCE: Duration = Duration::from_secs(30);

/// A call to be made.
#[derive(Clone)]
pub(crate) struct Call {
    /// What it is called in the figures.
    pub(crate) kind: &'static str,
    /// The status of a good answer.
    pub(crate) good: u16,
    method: Method,
    path: String,
    token: String,
    body: Value,
    key: Option<String>,
}

impl Call {
    pub(crate) fn new(kind: &'static str, good: u16, method: Method, path: impl Into<String>) -> Self {
        Self {
            kind,
            good,
            method,
            path: path.into(),
            token: String::new(),
            body: Value::Null,
            key: None,
        }
    }

    pub(crate) fn bearer(mut self, token: &str) -> Self {
        token.clone_into(&mut self.token);
        self
    }

    pub(crate) fn json(mut self, body: Value) -> Self {
        self.body = body;
        self
    }

    /// With an `Idempotency-Key`.
    pub(crate) fn once(mut self, key: String) -> Self {
        self.key = Some(key);
        self
    }
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

impl Answer {
    /// A text of the body.
    pub(crate) fn text(&self, name: &str) -> String {
        let text = self.body[name].as_str();
        assert!(text.is_some(), "no {name} in {}", self.body);
        text.unwrap_or_default().to_owned()
    }
}

/// A server as its callers see it. Cheap to clone; the clones share their connections.
#[derive(Clone)]
pub(crate) struct Api {
    http: Client,
    pub(crate) address: SocketAddr,
}

impl Api {
    pub(crate) fn new(address: SocketAddr) -> Self {
        // Fails when it is installed already, by an earlier one of these.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = Client::builder()
            .no_proxy()
            .tcp_nodelay(true)
            // Sooner than the server, which would otherwise close a connection while a call is on its way.
            .pool_idle_timeout(Duration::from_secs(15))
            .build()
            .expect("an HTTP client");
        Self { http, address }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Makes a call; an error when no whole answer came.
    pub(crate) async fn send(&self, call: &Call) -> Result<Answer, reqwest::Error> {
        let mut request = self
            .http
            .request(call.method.clone(), self.url(&call.path))
            .timeout(PATIENCE);
        if !call.token.is_empty() {
            request = request.bearer_auth(&call.token);
        }
        if !call.body.is_null() {
            request = request.json(&call.body);
        }
        if let Some(key) = &call.key {
            request = request.header("idempotency-key", key);
        }
        let response = request.send().await?;
        let status = response.status().as_u16();
        let body = response.bytes().await?;
        Ok(Answer {
            status,
            body: serde_json::from_slice(&body).unwrap_or(Value::Null),
        })
    }

    /// Makes a call that must go well.
    pub(crate) async fn must(&self, call: Call) -> Answer {
        let answer = self.send(&call).await.expect("the server answers");
        assert_eq!(answer.status, call.good, "{}: {}", call.kind, answer.body);
        answer
    }

    /// The status of a GET; none when nobody answers.
    pub(crate) async fn get(&self, path: &str) -> Option<u16> {
        let sent = self.http.get(self.url(path)).timeout(PATIENCE).send().await;
        Some(sent.ok()?.status().as_u16())
    }

    /// Opens an event stream, after the last event that was seen if there is one; none when that fails.
    pub(crate) async fn stream(
        &self,
        path: &str,
        token: &str,
        last: Option<i64>,
    ) -> Option<reqwest::Response> {
        let mut request = self.http.get(self.url(path)).bearer_auth(token);
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = request.send().await.ok()?;
        response.status().is_success().then_some(response)
    }
}

/// A new guest.
pub(crate) fn ensure_guest(number: usize) -> Call {
    Call::new("guest", 200, Method::POST, "/api/clients/ensure-guest").json(json!({ "phone": phone(number) }))
}

/// A quote for a window at its price, which a wrong one would be answered with.
pub(crate) fn quote(token: &str, number: usize, slot: &str, pence: i64) -> Call {
    Call::new("quote", 201, Method::POST, "/api/quotes")
        .bearer(token)
        .json(json!({
            "description": "Kitchen tap is leaking under the sink", "problemType": "leak", "postcode": "SW1A",
            "amountPence": pence, "currency": "GBP", "tier": "STANDARD", "urgency": "SCHEDULED", "timeslotId": slot,
            "draftId": draft(number),
        }))
}

/// The draft of a guest's only booking.
pub(crate) fn draft(number: usize) -> String {
    format!("draft-{number}")
}

/// A cash booking of a quote.
pub(crate) fn book_in_cash(token: &str, number: usize, quote: &Answer) -> Call {
    let mut body = redemption(number, quote);
    body["mode"] = json!("CASH");
    Call::new("book", 201, Method::POST, "/api/bookings")
        .bearer(token)
        .json(body)
        .once(format!("book-{number}"))
}

/// A card booking of a quote, still to be paid.
pub(crate) fn book_by_card(token: &str, number: usize, quote: &Answer) -> Call {
    Call::new("pay", 201, Method::POST, "/api/payments/create")
        .bearer(token)
        .json(redemption(number, quote))
        .once(format!("pay-{number}"))
}

fn redemption(number: usize, quote: &Answer) -> Value {
    json!({
        "quoteId": quote.text("quoteId"), "signature": quote.text("signature"),
        "address": {
            "fullName": "Ada Lovelace", "phone": phone(number), "line1": format!("{number} Test Street"),
            "city": "London", "postcode": "SW1A 1AA", "entryInfo": "Ring twice",
        },
    })
}

/// Pays what [`book_by_card`] was answered.
pub(crate) fn confirm(payment: &Answer) -> Call {
    let path = format!(
        "/api/sandbox/payments/{}/confirm",
        payment.text("paymentIntentId")
    );
    let body = json!({ "clientSecret": payment.text("clientSecret"), "cardNumber": "4242 4242 4242 4242" });
    Call::new("confirm", 200, Method::POST, path).json(body)
}

/// Has matching begin, if the booking is paid.
pub(crate) fn start_matching(token: &str, booking: &str) -> Call {
    Call::new("start", 202, Method::POST, "/api/matching/start")
        .bearer(token)
        .json(json!({ "booking_id": booking }))
        .once(format!("match-{booking}"))
}

/// A pro takes a job.
pub(crate) fn accept(pro: &str, booking: &str) -> Call {
    let path = format!("/api/matching/respond/{booking}");
    Call::new("accept", 200, Method::POST, path)
        .bearer(pro)
        .json(json!({ "action": "accept" }))
}

/// The steps of a job after its assignment.
pub(crate) const STEPS: [&str; 3] = ["en_route", "in_progress", "completed"];

/// The client looks up a booking, which has the start code once there is a pro.
pub(crate) fn look_up(token: &str, booking: &str) -> Call {
    Call::new("look up", 200, Method::GET, format!("/api/bookings/{booking}")).bearer(token)
}

/// A pro moves a job one step on, with the code that the client shows.
pub(crate) fn step(pro: &str, booking: &str, to: &'static str, code: &str) -> Call {
    Call::new(to, 200, Method::PUT, format!("/api/bookings/{booking}"))
        .bearer(pro)
        .json(json!({ "status": to, "startCode": code, "cannotPhotograph": "It is behind the wall." }))
}

/// A pro gives a job back.
pub(crate) fn withdraw(pro: &str, booking: &str) -> Call {
    let path = format!("/api/bookings/{booking}/withdraw");
    Call::new("withdraw", 200, Method::POST, path)
        .bearer(pro)
        .json(json!({ "reason": "The van has broken down." }))
}

/// The client cancels.
pub(crate) fn cancel(token: &str, booking: &str) -> Call {
    let path = format!("/api/bookings/{booking}/cancel");
    Call::new("cancel", 200, Method::PATCH, path).bearer(token)
}

/// The client says how it was.
pub(crate) fn review(token: &str, booking: &str) -> Call {
    let path = format!("/api/bookings/{booking}/review");
    Call::new("review", 201, Method::POST, path)
        .bearer(token)
        .json(json!({ "rating": 5, "text": "On time, and the tap holds." }))
}

/// A valid UK mobile for each guest.
fn phone(number: usize) -> String {
    format!("07400{number:06}")
}
