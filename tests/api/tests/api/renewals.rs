//! Holds that end before their job: renewed with the card that was kept, or by the client.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::ledger::Account;
use callout_domain::renewal::SavedCard;
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::IntentFor;
use callout_outside::providers::provider::NewIntent;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, ready, respond, seen, step};
use crate::matching_proposals::{pay_due, pay_due_with};
use crate::people::outbox;
use crate::scene::{Scene, add_booking, pay, read, status};
use crate::settle::balance;
use crate::stripe;

const GOOD: &str = "4242 4242 4242 4242";
const ASKS: &str = "4000 0025 0000 3155";

/// An open booking of £117 whose visit is in `days`; its card may be kept.
async fn booked(app: &TestApp, days: i64) -> Scene {
    let guest = app.guest().await;
    let booking = add_booking(app, &guest, 11_700).await;
    let start = app.clock.now() + days * DAY;
    app.execute(&format!(
        "update bookings set slot_start = {start}, slot_end = {start} + {}",
        2 * HOUR
    ))
    .await;
    let wanted = IntentFor {
        booking_id: booking.id.clone(),
        quote_id: booking.quote_id.clone(),
        amount_pence: 11_700,
        currency: "GBP".to_owned(),
        keeps_card: true,
    };
    let intent = app.state.payments.open_intent(&wanted).await.unwrap();
    let booking = read(app, &booking.id).await;
    Scene {
        guest,
        booking,
        intent,
    }
}

/// The same, held for four days.
async fn held(app: &TestApp, card: &str) -> Scene {
    let scene = booked(app, 10).await;
    let _ = pay(app, &scene, card).await.expect_status(200);
    if card == ASKS {
        let path = format!("/api/sandbox/payments/{}/authenticate", scene.id());
        let yes = json!({ "clientSecret": scene.intent.client_secret, "approve": true });
        let _ = app.post(&path).json(&yes).send().await.expect_status(200);
    }
    after(app, 0).await;
    assert_eq!(status(app, &scene).await, "pending");
    scene
}

/// Lets time pass, and the safety net look twice.
async fn later(app: &TestApp, wait: i64) {
    app.clock.advance(wait);
    for _ in 0..2 {
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
}

async fn holds(app: &TestApp) -> [i64; 2] {
    let standing = "select count(*) from sandbox_intents where status = 'requires_capture'";
    [
        app.count(standing).await,
        balance(app, Account::ProviderHolds).await,
    ]
}

async fn due(app: &TestApp, scene: &Scene) -> Value {
    seen(app, scene).await["payment_due"].clone()
}

both_databases! {
    async fn a_hold_is_renewed_with_the_card_that_was_kept(app: TestApp) {
        let scene = held(&app, GOOD).await;
        later(&app, 2 * DAY).await;
        assert_eq!(read(&app, &scene.booking.id).await.payment_id.as_deref(), Some(scene.id()));
        for renewals in 1..=2 {
            later(&app, 3 * DAY).await;
            assert_eq!(holds(&app).await, [1, 11_700]);
            assert_eq!(app.count("select count(*) from payments where purpose = 'renewal'").await, renewals);
            assert_eq!(status(&app, &scene).await, "pending");
            assert_eq!(due(&app, &scene).await, Value::Null, "nobody is asked");
        }
        // The first hold would have ended by now.
        let pro = ready(&app, "pro", 1).await;
        after(&app, MINUTE).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(holds(&app).await, [0, 0]);
        assert_eq!(app.count("select cast(sum(captured_pence) as bigint) from payments").await, 11_700);
    }

    async fn the_client_is_asked_where_the_bank_wants_that(app: TestApp) {
        let scene = held(&app, ASKS).await;
        later(&app, 3 * DAY + 12 * HOUR).await;
        let asked = due(&app, &scene).await;
        assert_eq!((&asked["amountPence"], &asked["reason"]), (&json!(11_700), &json!("hold_ends")));
        let ends = app.count("select capture_before from payments").await;
        assert_eq!(app.count("select payment_due_until from bookings").await, ends - HOUR);
        assert_eq!(holds(&app).await, [1, 11_700], "the old one stands");
        let mails = outbox(&app, "ada@example.com");
        let asking = |mail: &&Value| mail["subject"] == "Please confirm your booking with your bank";
        assert_eq!(mails.iter().filter(asking).count(), 1);

        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, 0).await;
        assert_eq!((due(&app, &scene).await, holds(&app).await), (Value::Null, [1, 11_700]));
        assert_ne!(read(&app, &scene.booking.id).await.payment_id.as_deref(), Some(scene.id()));
        later(&app, DAY).await;
        assert_eq!((status(&app, &scene).await.as_str(), holds(&app).await), ("pending", [1, 11_700]));
    }

    async fn unanswered_it_is_asked_for_once_more_when_the_hold_has_ended(app: TestApp) {
        let scene = held(&app, ASKS).await;
        later(&app, 3 * DAY + 12 * HOUR).await;
        let ends = app.count("select capture_before from payments").await;
        later(&app, ends - HOUR - app.clock.now()).await;
        assert_eq!((due(&app, &scene).await, holds(&app).await), (Value::Null, [1, 11_700]));
        later(&app, HOUR).await;
        assert_eq!(holds(&app).await, [0, 0]);
        assert_eq!((status(&app, &scene).await.as_str(), &due(&app, &scene).await["reason"]), ("pending", &json!("hold_ended")));
        assert_eq!(pay_due_with(&app, &scene, GOOD).await, 11_700);
        assert_eq!((due(&app, &scene).await, holds(&app).await), (Value::Null, [1, 11_700]));
        // No pro is found and nobody pays again: the end as it always was.
        later(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn a_pro_may_take_the_job_while_the_client_is_asked(app: TestApp) {
        let scene = held(&app, ASKS).await;
        later(&app, 3 * DAY + 12 * HOUR).await;
        assert_eq!(due(&app, &scene).await["reason"], "hold_ends");
        let pro = ready(&app, "pro", 1).await;
        after(&app, MINUTE).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(due(&app, &scene).await, Value::Null);
        assert_eq!(app.count("select captured_pence from payments").await, 11_700);
        app.clock.advance(6 * DAY);
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
    }

    async fn a_card_is_forgotten_a_day_after_its_booking(app: TestApp) {
        let scene = held(&app, GOOD).await;
        later(&app, 3 * DAY).await;
        assert_eq!(app.count("select count(distinct card_id) from payments").await, 1);
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = cancel.bearer(&scene.guest.token).send().await.expect_status(200);
        later(&app, 23 * HOUR).await;
        assert_eq!(app.count("select count(distinct card_id) from payments").await, 1);
        // What happens to the booking after its end keeps no card.
        app.execute(&format!("update bookings set updated_at = {}", app.clock.now())).await;
        later(&app, HOUR).await;
        assert_eq!(app.count("select count(distinct card_id) from payments").await, 0);
        assert_eq!(app.count("select count(saved_card) from sandbox_intents").await, 0);
    }

    async fn no_card_is_kept_for_a_visit_that_is_near(app: TestApp) {
        let scene = booked(&app, 2).await;
        let _ = pay(&app, &scene, GOOD).await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select count(card_id) from payments").await, 0);
        // Moved to a later day, its client is asked.
        let start = app.clock.now() + 10 * DAY;
        app.execute(&format!("update bookings set slot_start = {start}, slot_end = {start} + 7200000")).await;
        later(&app, 3 * DAY + 12 * HOUR).await;
        assert_eq!(due(&app, &scene).await["reason"], "hold_ends");
    }

    async fn stripe_keeps_the_card_for_a_customer_and_charges_nobody_twice(app: TestApp) {
        let (app, account) = stripe::with_stripe(&app).await;
        let scene = booked(&app, 10).await;
        let form = account.lock().unwrap().form_of("POST /v1/payment_intents");
        assert_eq!((form["customer"].as_str(), form["setup_future_usage"].as_str()), ("cus_1", "off_session"));
        let ends = app.clock.now() + 5 * DAY;
        account.lock().unwrap().hold("pi_1", ends);
        app.state.payments.settle("pi_1").await.unwrap();
        assert_eq!(app.count("select capture_before from payments").await, ends / 1_000 * 1_000);
        assert_eq!(app.text("select card_fingerprint from payments").await.as_deref(), Some("Xt5EWLLDS7FJjR1c"));

        account.lock().unwrap().is_down = true;
        app.clock.advance(4 * DAY);
        assert_eq!(app.state.payments.renew_hold("pi_1").await.unwrap_err().code, "payment_unavailable");
        account.lock().unwrap().is_down = false;
        for _ in 0..2 {
            app.state.payments.renew_hold("pi_1").await.unwrap();
        }
        let form = account.lock().unwrap().form_of("POST /v1/payment_intents");
        for (name, value) in [("customer", "cus_1"), ("payment_method", "pm_1"), ("off_session", "true"), ("confirm", "true"), ("amount", "11700")] {
            assert_eq!(form.get(name).map(String::as_str), Some(value), "{name}");
        }
        assert_eq!(account.lock().unwrap().intents.len(), 2);
        assert_eq!(read(&app, &scene.booking.id).await.payment_id.as_deref(), Some("pi_2"));
        after(&app, 0).await;
        assert_eq!(account.lock().unwrap().intents["pi_1"]["status"], "canceled");
        let card = SavedCard { customer_id: "cus_1".into(), card_id: "pm_1".into() };
        app.state.payments.provider().forget_card(&card).await.unwrap();
        assert_eq!(account.lock().unwrap().asked.last().unwrap().line, "POST /v1/payment_methods/pm_1/detach");
    }

    async fn a_new_hold_whose_answer_was_lost_is_found_again(app: TestApp) {
        let (app, account) = stripe::with_stripe(&app).await;
        let scene = booked(&app, 10).await;
        account.lock().unwrap().hold("pi_1", app.clock.now() + 5 * DAY);
        app.state.payments.settle("pi_1").await.unwrap();
        app.clock.advance(4 * DAY);
        let new = NewIntent {
            idempotency_key: "renewal:pi_1".into(),
            amount_pence: 11_700,
            currency: "GBP".into(),
            booking_id: Some(scene.booking.id.clone()),
            reference: scene.booking.quote_id.clone(),
            keeps_card: true,
        };
        let card = SavedCard { customer_id: "cus_1".into(), card_id: "pm_1".into() };
        let _ = app.state.payments.provider().renew(&new, &card).await.unwrap();
        // A day later Stripe has forgotten the key.
        account.lock().unwrap().answers.clear();
        app.state.payments.renew_hold("pi_1").await.unwrap();
        assert_eq!(account.lock().unwrap().intents.len(), 2, "held twice");
        assert_eq!(read(&app, &scene.booking.id).await.payment_id.as_deref(), Some("pi_2"));
    }

    async fn stripe_that_refuses_has_the_client_asked(app: TestApp) {
        let (app, account) = stripe::with_stripe(&app).await;
        let scene = booked(&app, 10).await;
        account.lock().unwrap().hold("pi_1", app.clock.now() + 5 * DAY);
        app.state.payments.settle("pi_1").await.unwrap();
        app.clock.advance(4 * DAY);
        account.lock().unwrap().refuses = Some("authentication_required");
        app.state.payments.renew_hold("pi_1").await.unwrap();
        assert_eq!(due(&app, &scene).await["reason"], "hold_ends");
        assert_eq!(account.lock().unwrap().intents["pi_1"]["status"], "requires_capture");
    }
}
