//! The Stripe provider, against the stand-in of `stripe_account`.

use std::time::Duration;

use api_tests::{MailServer, Manners, TestApp, both_databases};
use callout_domain::config::PaymentsMode;
use callout_domain::operator::By;
use callout_domain::work::{Pool, Work};
use callout_front::jobs::{self, Worker};
use callout_money::payments::{self, Cancelled, refund};
use callout_outside::providers::signature;
use callout_store::StoreError;
use serde_json::{Value, json};

use crate::journey::{booked, card, pay, quote, wish};
use crate::scene;
use crate::stripe_account::{Stripe, serve};

pub(crate) const WEBHOOK_SECRET: &str = "whsec_test";

pub(crate) async fn with_stripe(app: &TestApp) -> (TestApp, Stripe) {
    let (stripe, address) = serve().await;
    stripe.lock().unwrap().clock = Some(app.state.clock.clone());
    let app = app
        .restarted(|config| {
            config.payments = Some(PaymentsMode::Stripe);
            config.stripe_secret_key = Some("sk_test_1".to_owned().into());
            config.stripe_publishable_key = Some("pk_test_1".into());
            config.stripe_webhook_secret = Some(WEBHOOK_SECRET.to_owned().into());
            config.stripe_api_base = address.parse().unwrap();
        })
        .await;
    (app, stripe)
}

/// A captured payment of £117 with a promised refund of £7.
async fn with_promised_refund(app: &TestApp, stripe: &Stripe) {
    let scene = scene::created(app).await;
    stripe.lock().unwrap().set_status("pi_1", "requires_capture");
    app.state.payments.settle("pi_1").await.unwrap();
    assert_eq!(scene::status(app, &scene).await, "pending");
    app.state.payments.capture("pi_1", 11_700).await.unwrap();
    let now = app.clock.now();
    let promised = app.state.db.write(move |connection| {
        Box::pin(async move { refund::promise(connection, "pi_1", "goodwill:1", 700, now).await })
    });
    promised.await.unwrap();
}

/// Sends Stripe's event about an intent.
pub(crate) async fn event(app: &TestApp, number: u32, kind: &str, intent: &str) -> api_tests::Answer {
    let body = json!({ "id": format!("evt_{number}"), "type": kind, "data": { "object": { "id": intent } } })
        .to_string();
    let header = signature::sign(WEBHOOK_SECRET.as_bytes(), body.as_bytes(), app.clock.now());
    let call = app
        .post("/api/payments/webhook/stripe")
        .body("application/json", body);
    call.header("stripe-signature", &header).send().await
}

both_databases! {
    async fn from_intent_to_capture_and_refund(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let config = app.get("/api/payments/config").send().await.expect_status(200).json();
        assert_eq!(config, json!({ "provider": "stripe", "publishableKey": "pk_test_1" }));
        let scene = scene::created(&app).await;
        assert_eq!(scene.intent.payment_intent_id, "pi_1");
        assert_eq!(scene.intent.client_secret, "pi_1_secret_1");
        {
            let account = stripe.lock().unwrap();
            let asked = account.asked.first().unwrap();
            assert_eq!(asked.line, "POST /v1/payment_intents");
            assert_eq!(asked.key.as_deref(), Some(format!("intent:{}", scene.booking.quote_id).as_str()));
            for (name, value) in [
                ("amount", "11700"), ("currency", "gbp"), ("capture_method", "manual"),
                ("metadata[booking_id]", &scene.booking.id), ("metadata[reference]", &scene.booking.quote_id),
            ] {
                assert_eq!(asked.form.get(name).map(String::as_str), Some(value), "{name}");
            }
            assert_eq!(asked.form.get("receipt_email"), None, "the receipts are our own");
        }
        // The event arrives before the payment: only the state at the provider counts.
        let kind = "payment_intent.amount_capturable_updated";
        let _ = event(&app, 1, kind, "pi_1").await.expect_status(200);
        assert_eq!(scene::status(&app, &scene).await, "created");
        stripe.lock().unwrap().set_status("pi_1", "requires_capture");
        let _ = event(&app, 2, kind, "pi_1").await.expect_status(200);
        assert_eq!(scene::event_kinds(&app, &scene).await, ["created", "paid", "pending"]);

        app.state.payments.capture("pi_1", 11_700).await.unwrap();
        app.state.payments.capture("pi_1", 11_700).await.unwrap();
        let now = app.clock.now();
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, "pi_1", "goodwill:1", 700, now).await })
        });
        promised.await.unwrap();
        stripe.lock().unwrap().is_down = true;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("pending"));
        stripe.lock().unwrap().is_down = false;
        app.clock.advance(2_000);
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
        assert_eq!(stripe.lock().unwrap().refunded(), 700);
        assert_eq!(app.count("select captured_pence - refunded_pence from payments").await, 11_000);
    }

    async fn a_stripe_that_is_down_can_be_asked_again(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let guest = app.guest().await;
        let booking = scene::add_booking(&app, &guest, 5_000).await;
        let wanted = payments::IntentFor {
            booking_id: booking.id.clone(),
            quote_id: booking.quote_id.clone(),
            amount_pence: 5_000,
            currency: "GBP".into(),
            keeps_card: false,
        };
        stripe.lock().unwrap().is_down = true;
        assert_eq!(app.state.payments.open_intent(&wanted).await.unwrap_err().code, "payment_unavailable");
        stripe.lock().unwrap().is_down = false;
        let intent = app.state.payments.open_intent(&wanted).await.unwrap();
        assert_eq!(app.state.payments.open_intent(&wanted).await.unwrap(), intent);
        assert_eq!(stripe.lock().unwrap().intents.len(), 1);
        // An event is refused while Stripe cannot be reached, so that Stripe sends it again.
        stripe.lock().unwrap().set_status("pi_1", "requires_capture");
        stripe.lock().unwrap().is_down = true;
        event(&app, 1, "payment_intent.amount_capturable_updated", "pi_1").await.problem(502, "payment_unavailable");
        stripe.lock().unwrap().is_down = false;
        let _ = event(&app, 1, "payment_intent.amount_capturable_updated", "pi_1").await.expect_status(200);
        assert_eq!(scene::read(&app, &booking.id).await.status.as_str(), "pending");
    }

    async fn a_stripe_that_hangs_delays_no_message(app: TestApp) {
        let mail = MailServer::start(Manners::default()).await;
        let url = format!("smtp://{}", mail.address);
        let app = app.restarted(|config| config.smtp_url = Some(url.into())).await;
        let (app, stripe) = with_stripe(&app).await;
        let _waiting = scene::created(&app).await;
        stripe.lock().unwrap().is_silent = true;
        let now = app.clock.now();
        let releases = app.state.db.write(move |connection| Box::pin(async move {
            for _ in 0..40 {
                let work = Work::ReleasePayment { payment_id: "pi_1".into(), fee_pence: 0 };
                callout_store::jobs::enqueue(connection, &work, None, now, now).await?;
            }
            Ok::<_, StoreError>(())
        }));
        releases.await.unwrap();
        let _worker = Worker::start(&app.state.jobs);
        let most = i64::try_from(jobs::at_once(Pool::Money)).unwrap();
        while app.count("select count(*) from jobs where leased_until is not null").await < most {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let guest = app.guest().await;
        let _ = booked(&app, &guest).await;
        let delivered = tokio::time::timeout(Duration::from_secs(2), mail.deliveries(1)).await;
        assert_eq!(delivered.expect("the confirmation does not wait for Stripe").len(), 1);
        assert_eq!(app.count("select count(*) from jobs where pool = 'money' and leased_until is not null").await, most, "and no more ask Stripe");
    }

    async fn cancelling_twice_succeeds(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let scene = scene::created(&app).await;
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::Yes);
        assert_eq!(stripe.lock().unwrap().intents["pi_1"]["status"], "canceled");
        stripe.lock().unwrap().answers.clear();
        app.state.payments.provider().void("pi_1").await.unwrap();
        let missing = app.state.payments.provider().retrieve("pi_none").await.unwrap_err();
        assert_eq!(missing, callout_outside::providers::provider::ProviderError::Missing("404 resource_missing".into()));
    }

    async fn a_refused_cancellation_is_retried(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let scene = scene::created(&app).await;
        stripe.lock().unwrap().refuses = Some("lock_timeout");
        let refused = app.state.payments.cancel_intent(&scene.booking.id).await.unwrap_err();
        assert_eq!(refused.code, "payment_refused");
        stripe.lock().unwrap().refuses = None;
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::Yes);
        assert_eq!(stripe.lock().unwrap().intents["pi_1"]["status"], "canceled");
    }

    async fn a_refund_whose_answer_was_lost_is_found_again(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        with_promised_refund(&app, &stripe).await;
        // The refund was made but its answer was lost, and a day later Stripe has forgotten the key.
        let made = json!({ "id": "re_1", "status": "succeeded", "amount": 700, "metadata": { "reference": "goodwill:1" } });
        stripe.lock().unwrap().refunds.push(made);
        stripe.lock().unwrap().answers.clear();
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(stripe.lock().unwrap().refunded(), 700, "paid twice");
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
    }

    async fn a_refused_refund_is_reported_and_can_be_retried(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let app = app.restarted(|config| config.support_email = Some("money@callout.example".into())).await;
        with_promised_refund(&app, &stripe).await;
        stripe.lock().unwrap().refuses = Some("charge_disputed");
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("refused"));
        assert_eq!(app.count("select refunded_pence from payments").await, 0);
        let outbox = std::fs::read_to_string(app.folder.join("outbox.jsonl")).unwrap();
        let told: Value = serde_json::from_str(outbox.lines().last().unwrap()).unwrap();
        assert_eq!(told["to"], "money@callout.example");
        assert_eq!(told["subject"], "Refund refused: goodwill:1");
        stripe.lock().unwrap().refuses = None;
        let retried = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(retried, refund::Retried { begun: 1, left: 0 });
        assert_eq!(app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap(), refund::Retried::default());
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
        assert_eq!(stripe.lock().unwrap().refunded(), 700);
        assert_eq!(app.count("select refunded_pence from payments").await, 700);
    }

    async fn a_refund_that_fails_at_once_is_not_made(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        with_promised_refund(&app, &stripe).await;
        stripe.lock().unwrap().refunds_fail = true;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("refused"));
        assert_eq!(app.count("select refunded_pence from payments").await, 0);
        // What a bank has taken meanwhile is not given back a second time.
        app.execute("update payments set disputed_pence = captured_pence").await;
        let retried = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(retried, refund::Retried { begun: 0, left: 1 });
        app.execute("update payments set disputed_pence = 0").await;
        stripe.lock().unwrap().refunds_fail = false;
        assert_eq!(app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap(), refund::Retried { begun: 1, left: 0 });
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
    }

    async fn a_refusal_is_not_an_outage_and_silence_times_out(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let guest = app.guest().await;
        let wished = quote(&app, &guest, &wish()).await;
        stripe.lock().unwrap().refuses = Some("amount_too_small");
        pay(&app, &guest, &card(&wished)).await.problem(502, "payment_refused");
        stripe.lock().unwrap().refuses = None;
        stripe.lock().unwrap().answers.clear();
        stripe.lock().unwrap().is_silent = true;
        let body = card(&wished);
        let answer = tokio::time::timeout(Duration::from_secs(11), pay(&app, &guest, &body));
        answer.await.expect("nobody waits longer for a provider").problem(502, "payment_unavailable");
    }

    async fn the_sandbox_routes_are_absent_with_stripe(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let scene = scene::created(&app).await;
        scene::pay(&app, &scene, "4242424242424242").await.problem(404, "not_found");
        let path = format!("/api/sandbox/payments/{}/authenticate", scene.id());
        let body = json!({ "clientSecret": scene.intent.client_secret, "approve": true });
        app.post(&path).json(&body).send().await.problem(404, "not_found");
        app.post("/api/payments/webhook/sandbox").body("application/json", "{}").send().await.problem(404, "not_found");
        app.post("/api/payments/webhook/stripe").body("application/json", "{}").send().await.problem(400, "bad_signature");
        assert_eq!(stripe.lock().unwrap().intents["pi_1"]["status"], "requires_payment_method");
    }
}
