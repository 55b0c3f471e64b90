//! POST /api/payments/webhook/{provider}

use api_tests::{Call, TestApp, both_databases};
use callout_domain::clock::{MINUTE, Millis};
use callout_outside::providers::signature;
use serde_json::{Value, json};

use crate::scene::{Scene, created, event_kinds, pay_well, settled, status};

const PATH: &str = "/api/payments/webhook/sandbox";

fn event(id: &str, kind: &str, scene: &Scene) -> Value {
    json!({ "id": id, "type": kind, "data": { "object": { "id": scene.id(), "amount": 1, "status": "requires_capture" } } })
}

pub(crate) fn signed(app: &TestApp, body: &str, at: Millis) -> Call {
    let header = signature::sign(app.state.keys.sandbox_webhook.expose(), body.as_bytes(), at);
    app.post(PATH)
        .body("application/json", body)
        .header("callout-sandbox-signature", &header)
}

async fn send(app: &TestApp, event: &Value) {
    let _ = signed(app, &event.to_string(), app.clock.now())
        .send()
        .await
        .expect_status(200);
}

both_databases! {
    async fn only_a_valid_signature_over_the_raw_bytes_is_accepted(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        app.execute("delete from jobs").await;
        let body = event("evt_1", "payment_intent.amount_capturable_updated", &scene).to_string();
        let now = app.clock.now();
        let right = signature::sign(app.state.keys.sandbox_webhook.expose(), body.as_bytes(), now);
        let post = |body: &str| app.post(PATH).body("application/json", body);
        let header = "callout-sandbox-signature";
        post(&body).send().await.problem(400, "bad_signature");
        post(&body).header(header, "t=1,v1=00").send().await.problem(400, "bad_signature");
        post(&format!("{body} ")).header(header, &right).send().await.problem(400, "bad_signature");
        post("not json").header(header, &right).send().await.problem(400, "bad_signature");
        signed(&app, &body, now - 6 * MINUTE).send().await.problem(400, "bad_signature");
        signed(&app, "not json", now).send().await.problem(400, "bad_signature");
        assert_eq!(status(&app, &scene).await, "created");
        assert_eq!(app.count("select count(*) from provider_events").await, 0);
        let _ = post(&body).header(header, &right).send().await.expect_status(200);
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn a_replay_changes_nothing(app: TestApp) {
        let scene = created(&app).await;
        pay_well(&app, &scene).await;
        let event = event("evt_1", "payment_intent.amount_capturable_updated", &scene);
        for _ in 0..3 {
            send(&app, &event).await;
        }
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
        assert_eq!(app.count("select count(*) from provider_events").await, 1);
        assert_eq!(app.count("select count(*) from ledger_transactions").await, 1);
    }

    async fn events_out_of_order_read_the_state_at_the_provider(app: TestApp) {
        let scene = created(&app).await;
        // An event claims that the payment is authorised, but the provider says otherwise.
        send(&app, &event("evt_1", "payment_intent.amount_capturable_updated", &scene)).await;
        assert_eq!(status(&app, &scene).await, "created");
        pay_well(&app, &scene).await;
        // A late event about an earlier failure arrives after the card went through.
        send(&app, &event("evt_0", "payment_intent.payment_failed", &scene)).await;
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn an_old_event_does_not_bring_a_released_hold_back(app: TestApp) {
        let scene = settled(&app).await;
        app.state.payments.release(scene.id(), 0).await.unwrap();
        send(&app, &event("evt_9", "payment_intent.amount_capturable_updated", &scene)).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select count(*) from ledger_transactions").await, 2);
    }

    async fn unrelated_events_are_acknowledged_and_ignored(app: TestApp) {
        let scene = created(&app).await;
        send(&app, &json!({ "id": "evt_1", "type": "customer.created", "data": { "object": { "id": "cus_1" } } })).await;
        send(&app, &json!({ "id": "evt_2", "type": "payment_intent.succeeded", "data": { "object": { "id": "pi_unknown" } } })).await;
        for id in ["evt_\0", "evt_3\u{202e}", "evt 4"] {
            send(&app, &event(id, "payment_intent.succeeded", &scene)).await;
        }
        send(&app, &json!({ "id": "evt_5", "type": "payment_intent.succeeded", "data": { "object": { "id": "pi_\0" } } })).await;
        assert_eq!(app.count("select count(*) from provider_events").await, 0);
        assert_eq!(status(&app, &scene).await, "created");
        app.post("/api/payments/webhook/stripe").body("application/json", "{}").send().await.problem(404, "not_found");
        app.get(PATH).send().await.problem(405, "method_not_allowed");
    }
}
