//! People who sign in over the API: codes read from the outbox, passwords, pros.

use std::net::IpAddr;

use api_tests::{Answer, Call, Guest, TestApp};
use serde_json::{Value, json};

use crate::journey::text;

pub(crate) const PASSWORD: &str = "tap&drain";

/// A signed-in client or pro.
#[derive(Debug, Clone)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) token: String,
}

impl Person {
    pub(crate) fn of(answer: &Value) -> Self {
        Self {
            id: text(answer, "clientId").to_owned(),
            token: text(answer, "token").to_owned(),
        }
    }

    /// The same person as a harness [`Guest`], for helpers that book.
    pub(crate) fn as_guest(&self, ip: IpAddr) -> Guest {
        Guest {
            id: self.id.clone(),
            token: self.token.clone(),
            ip,
        }
    }
}

/// The outbox's lines for this recipient.
pub(crate) fn outbox(app: &TestApp, to: &str) -> Vec<Value> {
    let lines = std::fs::read_to_string(app.folder.join("outbox.jsonl")).unwrap_or_default();
    // The last line may still be incomplete.
    lines
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|line| line["to"] == to)
        .collect()
}

/// The six digits of a message.
pub(crate) fn digits(message: &Value) -> String {
    let body = text(message, "text");
    let words = body.split(|letter: char| !letter.is_ascii_digit());
    words
        .into_iter()
        .find(|word| word.len() == 6)
        .unwrap_or_else(|| panic!("no code in {message}"))
        .to_owned()
}

fn recipient(body: &Value) -> String {
    match body["email"].as_str() {
        Some(email) => callout_domain::contact::email(email).unwrap(),
        None => pricing_core::typed::phone(text(body, "phone")).unwrap(),
    }
}

/// Requests a client's code for `{email}` or `{phone}` and reads it from the outbox.
pub(crate) async fn code(app: &TestApp, who: &Value) -> String {
    requested_code(app, "/api/clients/login/otp-request", who).await
}

/// The same for a pro's code.
pub(crate) async fn master_code(app: &TestApp, email: &str) -> String {
    requested_code(app, "/api/masters/login/otp-request", &json!({ "email": email })).await
}

async fn requested_code(app: &TestApp, path: &str, who: &Value) -> String {
    sent_code(app, path, who, &recipient(who)).await
}

/// Has a code sent to somebody by a call, and reads it from the outbox.
pub(crate) async fn sent_code(app: &TestApp, path: &str, body: &Value, to: &str) -> String {
    let before = outbox(app, to).len();
    let asked = app.post(path).ip(app.fresh_ip()).json(body).send().await;
    assert_eq!(asked.expect_status(202).json(), json!({ "ok": true }));
    loop {
        let sent = outbox(app, to);
        if sent.len() > before {
            return digits(sent.last().unwrap());
        }
        tokio::task::yield_now().await;
    }
}

/// Verifies a code, with the bearer token unless it is empty.
pub(crate) async fn verify(app: &TestApp, who: &Value, code: &str, token: &str) -> Answer {
    let mut body = who.clone();
    body["code"] = json!(code);
    let call = app.post("/api/clients/login/otp-verify").json(&body);
    with_token(call, token).send().await
}

/// Verifies a pro's code, with the bearer token unless it is empty.
pub(crate) async fn master_verify(app: &TestApp, email: &str, code: &str, token: &str) -> Answer {
    let body = json!({ "email": email, "code": code });
    let call = app.post("/api/masters/login/otp-verify").json(&body);
    with_token(call, token).send().await
}

/// With the bearer token, unless it is empty.
fn with_token(call: Call, token: &str) -> Call {
    if token.is_empty() {
        call
    } else {
        call.bearer(token)
    }
}

/// Signs in by a code, with a guest's token or an empty one.
pub(crate) async fn enter(app: &TestApp, who: &Value, token: &str) -> Person {
    let code = code(app, who).await;
    let person = Person::of(&verify(app, who, &code, token).await.expect_status(200).json());
    fresh(app).await;
    person
}

/// Creates an account that has proved this email.
pub(crate) async fn client(app: &TestApp, email: &str) -> Person {
    enter(app, &json!({ "email": email }), "").await
}

pub(crate) async fn register(app: &TestApp, email: &str, token: &str) -> Answer {
    let call = app.post("/api/clients/password/register").ip(app.fresh_ip());
    let call = call.json(&json!({ "email": email, "password": PASSWORD }));
    with_token(call, token).send().await
}

pub(crate) async fn login(app: &TestApp, email: &str, password: &str, token: &str) -> Answer {
    let call = app.post("/api/clients/password/login").ip(app.fresh_ip());
    let call = call.json(&json!({ "email": email, "password": password }));
    with_token(call, token).send().await
}

/// Registers a pro.
pub(crate) async fn master(app: &TestApp, email: &str) -> Person {
    let call = app.post("/api/masters/register").ip(app.fresh_ip());
    let answer = call
        .json(&json!({ "email": email, "password": PASSWORD }))
        .send()
        .await
        .expect_status(201)
        .json();
    signed_in_master(app, &answer).await
}

/// A pro who has proved the email, as if by a code that nobody sees.
pub(crate) async fn proved_master(app: &TestApp, email: &str) -> Person {
    let pro = master(app, email).await;
    let prove = format!("update identifiers set verified_at = 1 where value = '{email}' and role = 'master'");
    assert_eq!(app.execute(&prove).await, 1);
    fresh(app).await;
    pro
}

/// Makes all sessions fresh for good, as if codes were entered again and again; `ways_in.rs` has what happens otherwise.
pub(crate) async fn fresh(app: &TestApp) {
    app.execute("update sessions set fresh_at = 32503680000000").await;
}

/// Signs a pro in by a code, with a pro's token or an empty one.
pub(crate) async fn master_by_code(app: &TestApp, email: &str, token: &str) -> Person {
    let code = master_code(app, email).await;
    let answer = master_verify(app, email, &code, token).await;
    let pro = signed_in_master(app, &answer.expect_status(200).json()).await;
    fresh(app).await;
    pro
}

/// The pro of a sign-in's answer.
pub(crate) async fn signed_in_master(app: &TestApp, answer: &Value) -> Person {
    let token = text(answer, "token").to_owned();
    let me = app.get("/api/masters/me").bearer(&token).send().await;
    Person {
        id: text(&me.expect_status(200).json(), "masterId").to_owned(),
        token,
    }
}

/// Tries a pro's password.
pub(crate) async fn master_login(app: &TestApp, email: &str, password: &str) -> Answer {
    let call = app.post("/api/masters/login").ip(app.fresh_ip());
    call.json(&json!({ "email": email, "password": password }))
        .send()
        .await
}

/// The status of `GET /api/masters/me` with this token.
pub(crate) async fn master_status(app: &TestApp, token: &str) -> u16 {
    app.get("/api/masters/me").bearer(token).status().await.as_u16()
}

/// The status of `GET /api/clients/me` with this token.
pub(crate) async fn me_status(app: &TestApp, token: &str) -> u16 {
    app.get("/api/clients/me")
        .bearer(token)
        .send()
        .await
        .status
        .as_u16()
}

/// The ids of the bookings in a person's list.
pub(crate) async fn listed(app: &TestApp, token: &str) -> Vec<String> {
    let list = app
        .get("/api/bookings")
        .bearer(token)
        .send()
        .await
        .expect_status(200)
        .json();
    list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| text(item, "id").to_owned())
        .collect()
}
