//! The Stripe provider against localstripe, a stateful Stripe that others wrote: what it can do, from a hold to a refund.
//!
//! The client's browser is played by the calls that Stripe's own script makes there.

use api_tests::{TestApp, with_localstripe};
use axum::Router;
use axum::extract::State;
use axum::routing::post;
use callout_domain::clock::SECOND;
use callout_domain::config::PaymentsMode;
use callout_domain::intent_status::IntentStatus;
use callout_domain::ledger::Account;
use callout_front::jobs;
use callout_outside::providers::signature;
use http::{HeaderMap, Method};
use serde_json::Value;
use tokio::sync::mpsc;
use url::Url;

use crate::matching::{after, ready, respond};
use crate::scene::{Scene, created, event_kinds, status};
use crate::settle::balance;

const GOOD: &str = "4242424242424242";
const ASKS_FOR_3D_SECURE: &str = "4000002500003155";
const DECLINED: &str = "4000000000000341";
const WEBHOOK_SECRET: &str = "whsec_localstripe";

fn base() -> Url {
    let url = std::env::var("TEST_LOCALSTRIPE_URL").unwrap_or_else(|_| "http://127.0.0.1:8420".to_owned());
    url.parse().unwrap()
}

async fn with_localstripe(app: &TestApp) -> TestApp {
    app.restarted(|config| {
        config.payments = Some(PaymentsMode::Stripe);
        config.stripe_secret_key = Some("sk_test_1".to_owned().into());
        config.stripe_publishable_key = Some("pk_test_1".into());
        config.stripe_webhook_secret = Some(WEBHOOK_SECRET.to_owned().into());
        config.stripe_api_base = base();
    })
    .await
}

/// A call as the browser makes it; answers the status and the body.
async fn call(path: &str, form: &[(&str, &str)]) -> (u16, Value) {
    let request = reqwest::Client::new()
        .post(base().join(path).unwrap())
        .basic_auth("sk_test_1", Some(""))
        .form(form);
    let answer = request.send().await.unwrap();
    (answer.status().as_u16(), answer.json().await.unwrap_or_default())
}

/// Enters a card for an intent and confirms it; answers the intent as Stripe then has it.
async fn enter_card(intent: &str, number: &str) -> (u16, Value) {
    let card = [
        ("type", "card"),
        ("card[number]", number),
        ("card[exp_month]", "12"),
        ("card[exp_year]", "2034"),
        ("card[cvc]", "123"),
    ];
    let (_, method) = call("/v1/payment_methods", &card).await;
    let method = method["id"].as_str().unwrap();
    let _ = call(
        &format!("/v1/payment_intents/{intent}"),
        &[("payment_method", method)],
    )
    .await;
    call(&format!("/v1/payment_intents/{intent}/confirm"), &[]).await
}

/// What the client's page asks until the payment is through.
async fn look(app: &TestApp, scene: &Scene) -> Value {
    app.clock.advance(SECOND);
    let path = format!("/api/payments/bookings/by-intent/{}", scene.id());
    let call = app.get(&path).bearer(&scene.guest.token);
    call.send().await.expect_status(200).json()
}

/// A booking of £117 that is paid with a good card.
async fn held(app: &TestApp) -> Scene {
    let scene = created(app).await;
    let (_, intent) = enter_card(scene.id(), GOOD).await;
    assert_eq!(intent["status"], "requires_capture");
    assert_eq!(look(app, &scene).await["status"], "pending");
    scene
}

/// Receives what localstripe tells of; it signs as Stripe does.
async fn listen() -> (String, mpsc::UnboundedReceiver<(String, Vec<u8>)>) {
    type Heard = mpsc::UnboundedSender<(String, Vec<u8>)>;
    let hear = |State(heard): State<Heard>, headers: HeaderMap, body: axum::body::Bytes| async move {
        let signature = headers["stripe-signature"].to_str().unwrap().to_owned();
        heard.send((signature, body.to_vec())).ok();
    };
    let (heard, events) = mpsc::unbounded_channel();
    let router = Router::new().route("/", post(hear)).with_state(heard);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, events)
}

with_localstripe! {
    async fn a_hold_is_captured_when_a_pro_takes_the_job(app: TestApp) {
        let app = with_localstripe(&app).await;
        let (address, mut events) = listen().await;
        let hook = format!("/_config/webhooks/{}", app.guest().await.id);
        let _ = call(&hook, &[("url", &address), ("secret", WEBHOOK_SECRET)]).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = held(&app).await;
        assert_eq!(balance(&app, Account::ProviderHolds).await, 11_700);
        after(&app, 0).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700);

        // Its event, of which it tells every listener, whoever's payment it is.
        let (header, body) = loop {
            let (header, body) = events.recv().await.expect("an event");
            if String::from_utf8_lossy(&body).contains(scene.id()) {
                break (header, body);
            }
        };
        let signed_at: i64 = header.trim_start_matches("t=").split(',').next().unwrap().parse().unwrap();
        assert_eq!(signature::verify(WEBHOOK_SECRET.as_bytes(), &body, &header, signed_at * SECOND), Ok(()));
        let before = event_kinds(&app, &scene).await;
        for _ in 0..2 {
            let signed = signature::sign(WEBHOOK_SECRET.as_bytes(), &body, app.clock.now());
            let call = app.post("/api/payments/webhook/stripe").body("application/json", body.clone());
            let _ = call.header("stripe-signature", &signed).send().await.expect_status(200);
        }
        assert_eq!(event_kinds(&app, &scene).await, before, "the capture was known");
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700);
    }

    async fn the_bank_asks_the_client(app: TestApp) {
        let app = with_localstripe(&app).await;
        let scene = created(&app).await;
        let (_, intent) = enter_card(scene.id(), ASKS_FOR_3D_SECURE).await;
        assert_eq!(intent["status"], "requires_action");
        assert_eq!(look(&app, &scene).await["status"], "created");
        let path = format!("/v1/payment_intents/{}/_authenticate", scene.id());
        let secret = scene.intent.client_secret.as_str();
        let (status, _) = call(&path, &[("client_secret", secret), ("success", "true")]).await;
        assert_eq!(status, 200);
        assert_eq!(look(&app, &scene).await["status"], "pending");
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
    }

    async fn a_declined_card_leaves_time_for_another(app: TestApp) {
        let app = with_localstripe(&app).await;
        let scene = created(&app).await;
        let (status, _) = enter_card(scene.id(), DECLINED).await;
        assert_eq!(status, 402);
        assert_eq!(look(&app, &scene).await["status"], "created");
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
    }

    async fn a_cancelled_booking_lets_go_of_its_hold(app: TestApp) {
        let app = with_localstripe(&app).await;
        let scene = held(&app).await;
        let path = format!("/api/bookings/{}/cancel", scene.booking.id);
        let _ = app.call(Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "cancelled");
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        let intent = app.state.payments.provider().retrieve(scene.id()).await.unwrap();
        assert_eq!(intent.status, IntentStatus::Canceled);
    }

    async fn a_captured_payment_is_refunded_once(app: TestApp) {
        let app = with_localstripe(&app).await;
        let scene = held(&app).await;
        app.state.payments.capture(scene.id(), 11_700).await.unwrap();
        let (intent, now) = (scene.id().to_owned(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move {
                callout_money::payments::refund::promise(connection, &intent, "goodwill:1", 700, now).await
            })
        });
        promised.await.unwrap();
        for _ in 0..2 {
            jobs::run_due(&app.state.jobs).await.unwrap();
        }
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_000);
        let refunds = reqwest::Client::new()
            .get(base().join(&format!("/v1/refunds?payment_intent={}", scene.id())).unwrap())
            .basic_auth("sk_test_1", Some(""));
        let refunds: Value = refunds.send().await.unwrap().json().await.unwrap();
        let amounts: Vec<&Value> = refunds["data"].as_array().unwrap().iter().map(|refund| &refund["amount"]).collect();
        assert_eq!(amounts, [&Value::from(700)]);
    }
}
