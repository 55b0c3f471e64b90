//! Intents that the provider refuses or does not know: after another account, other keys, or a restored database.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::Cancelled;

use crate::people::outbox;
use crate::scene::{created, status};
use crate::stripe::{event, with_stripe};

const SUPPORT: &str = "money@callout.example";

async fn with_support(app: &TestApp) -> TestApp {
    app.restarted(|config| config.support_email = Some(SUPPORT.into()))
        .await
}

async fn run(app: &TestApp) {
    let _ = jobs::run_due(&app.state.jobs).await.unwrap();
}

/// Subjects of what whoever looks after the money was told.
fn told(app: &TestApp) -> Vec<String> {
    let lines = outbox(app, SUPPORT);
    lines
        .iter()
        .map(|line| line["subject"].as_str().unwrap().to_owned())
        .collect()
}

both_databases! {
    async fn one_that_the_provider_refuses_does_not_hold_up_the_others(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let scenes = [created(&app).await, created(&app).await, created(&app).await];
        {
            let mut account = stripe.lock().unwrap();
            account.intents.remove("pi_1");
            account.refused.insert("/v1/payment_intents/pi_2".into(), (403, "more_permissions_required"));
            account.set_status("pi_3", "requires_capture");
        }
        app.clock.advance(MINUTE);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(status(&app, &scenes[2]).await, "pending");
        assert_eq!(status(&app, &scenes[0]).await, "created", "until its deadline");
        assert_eq!(status(&app, &scenes[1]).await, "created");
    }

    async fn an_unknown_one_that_nobody_paid_ends_with_its_booking(app: TestApp) {
        let app = with_support(&app).await;
        let (app, stripe) = with_stripe(&app).await;
        let scene = created(&app).await;
        stripe.lock().unwrap().intents.remove("pi_1");
        for _ in 0..2 {
            app.clock.advance(MINUTE);
            housekeeping::sweep(&app.state.jobs).await.unwrap();
        }
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select taken from slot_places").await, 1);
        run(&app).await;
        assert_eq!(told(&app), ["Payment that the provider does not know: pi_1"]);
        app.clock.advance(20 * MINUTE);
        run(&app).await;
        assert_eq!(status(&app, &scene).await, "cancelled");
        assert_eq!(app.count("select taken from slot_places").await, 0, "the place is free again");
        assert_eq!(app.count("select count(*) from ledger_entries").await, 0);
    }

    async fn a_booking_can_be_cancelled_or_paid_anew_though_its_intent_is_unknown(app: TestApp) {
        let (app, stripe) = with_stripe(&app).await;
        let scene = created(&app).await;
        stripe.lock().unwrap().intents.remove("pi_1");
        assert_eq!(app.state.payments.cancel_intent(&scene.booking.id).await.unwrap(), Cancelled::Yes);
        let again = app.state.payments.open_intent(&scene.wanted()).await.unwrap();
        assert_ne!(again.payment_intent_id, "pi_1");
        stripe.lock().unwrap().set_status(&again.payment_intent_id, "requires_capture");
        app.state.payments.settle(&again.payment_intent_id).await.unwrap();
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn one_by_which_a_card_was_held_stays_as_it_is(app: TestApp) {
        let app = with_support(&app).await;
        let (app, stripe) = with_stripe(&app).await;
        let scene = created(&app).await;
        stripe.lock().unwrap().set_status("pi_1", "requires_capture");
        app.state.payments.settle("pi_1").await.unwrap();
        let intent = stripe.lock().unwrap().intents.remove("pi_1").unwrap();
        event(&app, 1, "payment_intent.amount_capturable_updated", "pi_1").await.problem(502, "payment_refused");
        assert_eq!(app.state.payments.release("pi_1", 0).await.unwrap_err().code, "payment_refused");
        run(&app).await;
        assert_eq!(told(&app), ["Payment that the provider does not know: pi_1"]);
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("requires_capture"));
        assert_eq!(status(&app, &scene).await, "pending");
        // The keys were wrong for a while: what was to be done is done.
        stripe.lock().unwrap().intents.insert("pi_1".to_owned(), intent);
        app.state.payments.release("pi_1", 0).await.unwrap();
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
    }

    async fn what_is_said_of_unknown_refunds_and_chargebacks_changes_nothing(app: TestApp) {
        let (app, _stripe) = with_stripe(&app).await;
        app.state.payments.follow_refund("re_none").await.unwrap();
        app.state.payments.settle_charged_back("dp_none").await.unwrap();
        app.state.disputes.follow_chargeback("dp_none").await.unwrap();
        assert_eq!(app.count("select count(*) from ledger_entries").await, 0);
    }
}
