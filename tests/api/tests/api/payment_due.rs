//! A hold that the provider ends by itself: the client is asked to pay again, and an unpaid booking is cancelled.

use api_tests::{TestApp, both_databases};
use callout_domain::booking::CancelReason;
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::ledger::Account;
use callout_front::jobs;
use serde_json::{Value, json};

use crate::matching::{ready, respond};
use crate::matching_proposals::{pay_due, propose};
use crate::scene::{self, Scene, settled, status};
use crate::settle::balance;

/// A paid booking whose visit is in `hours`, and whose hold the provider has just ended.
async fn ended_by_the_provider(app: &TestApp, hours: i64) -> Scene {
    let scene = settled(app).await;
    let start = app.clock.now() + hours * HOUR;
    app.execute(&format!(
        "update bookings set slot_start = {start}, slot_end = {start} + 7200000"
    ))
    .await;
    app.state.payments.provider().void(scene.id()).await.unwrap();
    jobs::run_due(&app.state.jobs).await.unwrap();
    scene
}

async fn booking(app: &TestApp, scene: &Scene) -> Value {
    let path = format!("/api/bookings/{}", scene.booking.id);
    app.get(&path)
        .bearer(&scene.guest.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

/// Opens the payment, authorised by the query or a bearer token.
async fn open(app: &TestApp, id: &str, query: &str, bearer: Option<&str>) -> api_tests::Answer {
    let mut call = app.post(&format!("/api/create-payment{query}"));
    if let Some(token) = bearer {
        call = call.bearer(token);
    }
    call.json(&json!({ "booking_id": id })).send().await
}

/// The messages sent so far: (channel, to, text).
fn outbox(app: &TestApp) -> Vec<(String, String, String)> {
    let lines = std::fs::read_to_string(app.folder.join("outbox.jsonl")).unwrap_or_default();
    let text = |line: &Value, field: &str| line[field].as_str().unwrap_or_default().to_owned();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .map(|line: Value| (text(&line, "channel"), text(&line, "to"), text(&line, "text")))
        .collect()
}

/// The messages with these words, by channel: whom each went to, and what it said.
fn told(app: &TestApp, channel: &str, words: &str) -> Vec<(String, String)> {
    let sent = outbox(app).into_iter();
    sent.filter(|(by, _, text)| by == channel && text.contains(words))
        .map(|(_, to, text)| (to, text))
        .collect()
}

/// The token of the payment link in a message.
fn token<'a>(text: &'a str, id: &str) -> &'a str {
    let (_, token) = text
        .split_once(&format!("/pay/{id}?token="))
        .unwrap_or_else(|| panic!("no link in {text}"));
    token.split_whitespace().next().unwrap()
}

both_databases! {
    async fn a_booking_is_paid_again_by_the_link(app: TestApp) {
        let scene = ended_by_the_provider(&app, 72).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        let seen = booking(&app, &scene).await;
        assert_eq!(seen["payment_due"]["amountPence"], 11_700);
        let until = app.count("select payment_due_until from bookings").await;
        assert_eq!(until, app.clock.now() + 12 * HOUR);
        let id = &scene.booking.id;
        let asked = told(&app, "email", "/pay/");
        let [(to, email)] = &asked[..] else { panic!("{asked:?}") };
        assert_eq!(to, "ada@example.com");
        let token = token(email, id);

        open(&app, id, "", None).await.problem(401, "unauthorised");
        let stranger = app.guest().await;
        open(&app, id, "", Some(&stranger.token)).await.problem(404, "not_found");
        let intent = open(&app, id, &format!("?token={token}"), None).await.expect_status(200).json();
        assert_eq!(intent["amountPence"], 11_700);
        let again = open(&app, id, "", Some(&scene.guest.token)).await.expect_status(200).json();
        assert_eq!(intent, again);
        let path = format!("/api/sandbox/payments/{}/confirm", intent["paymentIntentId"].as_str().unwrap());
        let card = json!({ "clientSecret": intent["clientSecret"], "cardNumber": "4242424242424242" });
        let _ = app.post(&path).json(&card).send().await.expect_status(200);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert!(booking(&app, &scene).await.get("payment_due").is_none());
        assert_eq!(balance(&app, Account::ProviderHolds).await, 11_700);
        open(&app, id, "", Some(&scene.guest.token)).await.problem(409, "nothing_due");
        // The deadline now changes nothing.
        app.clock.advance(12 * HOUR);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(app.text("select status from sandbox_intents where status = 'requires_capture'").await.as_deref(), Some("requires_capture"));
    }

    async fn what_is_due_without_an_approval_approves_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(10), "More pipes").await.expect_status(200);
        app.state.payments.provider().void(scene.id()).await.unwrap();
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "accepted");
        assert_eq!(app.count("select count(*) from sandbox_intents where status <> 'canceled'").await, 0);
    }

    async fn another_price_is_not_proposed_while_it_is_paid_again(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = ended_by_the_provider(&app, 72).await;
        propose(&app, &pro, &scene.booking.id, &json!(10), "More pipes").await.problem(409, "payment_due");
        assert_eq!(status(&app, &scene).await, "pending");
        // At its price it may be had, and is paid then.
        assert_eq!(respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200).json()["status"], "assigned");
    }

    async fn an_unpaid_booking_is_cancelled_and_the_client_told(app: TestApp) {
        let scene = ended_by_the_provider(&app, 72).await;
        let intent = open(&app, &scene.booking.id, "", Some(&scene.guest.token)).await.expect_status(200).json();
        app.clock.advance(12 * HOUR - MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
        app.clock.advance(MINUTE);
        jobs::run_due(&app.state.jobs).await.unwrap();
        let ended = scene::read(&app, &scene.booking.id).await;
        assert_eq!((ended.status.as_str(), ended.cancel_reason.map(CancelReason::as_str)), ("cancelled", Some("payment_ended")));
        assert_eq!(ended.payment_due_until, None);
        assert_eq!(app.count("select count(*) from sandbox_intents where status <> 'canceled'").await, 0);
        assert_eq!(app.count("select count(*) from notifications where type = 'cancelled'").await, 1);
        for (channel, to) in [("email", "ada@example.com"), ("sms", "+447700900123")] {
            let cancelled = told(&app, channel, "it was not paid in time");
            assert_eq!(cancelled.iter().map(|(to, _)| to.as_str()).collect::<Vec<_>>(), [to], "{channel}");
        }
        let path = format!("/api/sandbox/payments/{}/confirm", intent["paymentIntentId"].as_str().unwrap());
        let card = json!({ "clientSecret": intent["clientSecret"], "cardNumber": "4242424242424242" });
        app.post(&path).json(&card).send().await.problem(409, "unexpected_state");
    }

    async fn it_is_asked_for_by_email_and_by_text_once_each(app: TestApp) {
        let scene = ended_by_the_provider(&app, 72).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        for (channel, to) in [("email", "ada@example.com"), ("sms", "+447700900123")] {
            let asked = told(&app, channel, "/pay/");
            let [(reader, text)] = &asked[..] else { panic!("{channel}: {asked:?}") };
            assert_eq!(reader, to);
            let query = format!("?token={}", token(text, &scene.booking.id));
            let _ = open(&app, &scene.booking.id, &query, None).await.expect_status(200);
        }
    }

    async fn without_an_email_the_link_is_sent_by_text(app: TestApp) {
        let scene = settled(&app).await;
        let start = app.clock.now() + 72 * HOUR;
        app.execute(&format!("update bookings set email = null, entry_info = 'Code 1234', slot_start = {start}")).await;
        app.state.payments.provider().void(scene.id()).await.unwrap();
        jobs::run_due(&app.state.jobs).await.unwrap();
        let (channel, to, text) = outbox(&app).pop().unwrap();
        assert_eq!((channel.as_str(), to.as_str()), ("sms", "+447700900123"));
        let id = &scene.booking.id;
        let token = token(&text, id);
        // The link in a text pays, but hides the entry notes.
        let seen = app.get(&format!("/api/bookings/{id}?token={token}")).send().await.expect_status(200).json();
        assert!(seen["entry_info_hidden"] == true && seen.get("entry_info").is_none(), "{seen}");
        let _ = open(&app, id, &format!("?token={token}"), None).await.expect_status(200);
    }

    async fn the_deadline_is_twelve_hours_before_the_visit_at_the_latest(app: TestApp) {
        let scene = ended_by_the_provider(&app, 20).await;
        assert_eq!(app.count("select payment_due_until from bookings").await, app.clock.now() + 8 * HOUR);
        app.clock.advance(8 * HOUR);
        open(&app, &scene.booking.id, "", Some(&scene.guest.token)).await.problem(409, "nothing_due");
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
    }

    async fn a_cancelled_booking_is_no_longer_to_be_paid(app: TestApp) {
        let scene = ended_by_the_provider(&app, 72).await;
        let intent = open(&app, &scene.booking.id, "", Some(&scene.guest.token)).await.expect_status(200).json();
        let path = format!("/api/bookings/{}/cancel", scene.booking.id);
        let cancelled = app.call(http::Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert!(cancelled.get("payment_due").is_none());
        jobs::run_due(&app.state.jobs).await.unwrap();
        let id = intent["paymentIntentId"].as_str().unwrap();
        let at_provider = app.text(&format!("select status from sandbox_intents where id = '{id}'")).await;
        assert_eq!(at_provider.as_deref(), Some("canceled"));
    }
}
