//! GET /api/payments/config, POST /api/sandbox/payments/{intent}/confirm and /authenticate

use api_tests::both_databases;
use callout_domain::config::PaymentsMode;
use callout_front::jobs;
use serde_json::json;

use crate::scene::{self, Scene, created, pay, pay_well, status};

fn authenticate(app: &api_tests::TestApp, scene: &Scene, approve: bool) -> api_tests::Call {
    let path = format!("/api/sandbox/payments/{}/authenticate", scene.id());
    app.post(&path)
        .json(&json!({ "clientSecret": scene.intent.client_secret, "approve": approve }))
}

both_databases! {
    async fn the_browser_learns_the_payment_provider(app: TestApp) {
        let config = app.get("/api/payments/config").send().await.expect_status(200).json();
        assert_eq!(config, json!({ "provider": "sandbox", "publishableKey": "pk_sandbox" }));
    }

    async fn a_good_card_is_authorised_and_its_webhook_settles(app: TestApp) {
        let scene = created(&app).await;
        let answer = pay(&app, &scene, "4242424242424242").await.expect_status(200).json();
        assert_eq!(answer, json!({ "status": "requires_capture" }));
        assert_eq!(status(&app, &scene).await, "created", "only the webhook settles");
        assert_eq!(jobs::run_due(&app.state.jobs).await.unwrap(), 3, "the webhook, and the confirmation and the matching that follow from it");
        assert_eq!(scene::event_kinds(&app, &scene).await, ["created", "paid", "pending"]);
        let again = pay(&app, &scene, "4242424242424242").await.expect_status(200).json();
        assert_eq!(again, json!({ "status": "requires_capture" }), "a second click pays nothing twice");
        assert_eq!(jobs::run_due(&app.state.jobs).await.unwrap(), 0);
    }

    async fn a_declined_card_may_be_followed_by_a_good_one(app: TestApp) {
        let scene = created(&app).await;
        let problem = pay(&app, &scene, "4000 0000 0000 0002").await.problem(402, "card_declined");
        assert_eq!(problem["detail"], "Your card was declined.");
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created");
        pay_well(&app, &scene).await;
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn a_card_may_require_authentication(app: TestApp) {
        let scene = created(&app).await;
        authenticate(&app, &scene, true).send().await.problem(409, "unexpected_state");
        let answer = pay(&app, &scene, "4000 0025 0000 3155").await.expect_status(200).json();
        assert_eq!(answer, json!({ "status": "requires_action" }));
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "created");
        authenticate(&app, &scene, false).send().await.problem(402, "authentication_failed");
        authenticate(&app, &scene, true).send().await.problem(409, "unexpected_state");
        let _ = pay(&app, &scene, "4000 0025 0000 3155").await.expect_status(200);
        let answer = authenticate(&app, &scene, true).send().await.expect_status(200).json();
        assert_eq!(answer, json!({ "status": "requires_capture" }));
        jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn bad_requests_leave_the_intent_alone(app: TestApp) {
        let scene = created(&app).await;
        pay(&app, &scene, "4242 4242 4242 4241").await.invalid_field("cardNumber");
        pay(&app, &scene, "").await.invalid_field("cardNumber");
        let path = format!("/api/sandbox/payments/{}/confirm", scene.id());
        app.post(&path).json(&json!({ "clientSecret": "x" })).send().await.invalid_field("cardNumber");
        let wrong = json!({ "clientSecret": "pi_1_secret_2", "cardNumber": "4242424242424242" });
        app.post(&path).json(&wrong).send().await.problem(404, "not_found");
        app.post("/api/sandbox/payments/pi_none/confirm").json(&wrong).send().await.problem(404, "not_found");
        assert_eq!(app.text("select status from sandbox_intents").await.as_deref(), Some("requires_payment_method"));
        assert_eq!(jobs::run_due(&app.state.jobs).await.unwrap(), 0);
    }

    async fn remote_payments_need_an_explicit_setting(app: TestApp) {
        let scene = created(&app).await;
        let path = format!("/api/sandbox/payments/{}/confirm", scene.id());
        let body = json!({ "clientSecret": scene.intent.client_secret, "cardNumber": "4242424242424242" });
        let call = || app.post(&path).json(&body);
        call().header("host", "callout.example").send().await.problem(403, "sandbox_local_only");
        call().header("origin", "https://callout.example").send().await.problem(403, "sandbox_local_only");
        call().without_header("host").send().await.problem(403, "sandbox_local_only");
        call().header("x-forwarded-for", "1.2.3.4").send().await.problem(403, "sandbox_local_only");
        call().header("forwarded", "for=1.2.3.4").send().await.problem(403, "sandbox_local_only");
        assert_eq!(app.text("select status from sandbox_intents").await.as_deref(), Some("requires_payment_method"));
        let open = app.restarted(|config| config.payments = Some(PaymentsMode::Sandbox)).await;
        let _ = open.post(&path).json(&body).header("host", "callout.example").send().await.expect_status(200);
    }
}
