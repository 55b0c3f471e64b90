//! The bank refuses to pay when a pro takes the job: the client has 15 minutes, and the pro waits.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE, SECOND};
use callout_domain::ledger::Account;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, ready, respond, seen, step};
use crate::matching_proposals::{pay_due, pay_due_with};
use crate::people::Person;
use crate::scene::{Scene, created, pay, status};
use crate::settle::balance;

/// A card that is authorised and then not to be charged.
pub(crate) const REFUSES: &str = "4000 0000 0000 0341";

/// A job whose card is authorised and then not to be charged, taken by this pro.
async fn refused(app: &TestApp, pro: &Person) -> Scene {
    let scene = created(app).await;
    let _ = pay(app, &scene, REFUSES).await.expect_status(200);
    after(app, 0).await;
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
    after(app, 0).await;
    scene
}

/// The same, but the pro has got as far as the last of `steps` before the bank refuses.
async fn refused_late(app: &TestApp, pro: &Person, steps: &[&str]) -> Scene {
    let scene = created(app).await;
    let _ = pay(app, &scene, REFUSES).await.expect_status(200);
    after(app, 0).await;
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
    for to in steps {
        let _ = step(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
    after(app, 0).await;
    scene
}

async fn erase(app: &TestApp, scene: &Scene) -> Answer {
    let call = app.call(Method::DELETE, "/api/clients/me");
    call.bearer(&scene.guest.token).send().await
}

pub(crate) async fn job(app: &TestApp, pro: &Person, scene: &Scene) -> Value {
    let path = format!("/api/bookings/{}", scene.booking.id);
    app.get(&path)
        .bearer(&pro.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

both_databases! {
    async fn the_pro_waits_until_it_is_paid(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let due = seen(&app, &scene).await;
        assert_eq!((&due["status"], &due["payment_due"]["amountPence"], &due["payment_due"]["reason"]), (&json!("assigned"), &json!(11_700), &json!("capture_refused")));
        let until = app.count("select payment_due_until from bookings").await;
        assert_eq!(until, app.clock.now() + 15 * MINUTE);
        assert_eq!(job(&app, &pro, &scene).await["payment_is_checked"], true);
        let told = step(&app, &pro, id, "en_route").await.problem(409, "payment_due");
        assert_eq!(told["detail"], "Don't set off yet: payment is being checked.");
        assert_eq!(app.count("select count(*) from master_events where kind = 'updated'").await, 1);
        assert_eq!(app.count("select count(*) from jobs where work like '%payment_due_message%'").await, 2, "by email and by text");
        // Again nothing: the job may run twice.
        app.clock.advance(MINUTE);
        app.state.payments.capture_for(id).await.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(app.count("select payment_due_until from bookings").await, until);
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert!(job(&app, &pro, &scene).await.get("payment_is_checked").is_none());
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
        assert_eq!(app.count("select count(*) from payments where status = 'canceled'").await, 1);
        assert_eq!(app.count("select count(*) from master_events where kind = 'updated'").await, 2);
        let _ = step(&app, &pro, id, "en_route").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "en_route", "the deadline changes nothing any more");
    }

    async fn unpaid_the_booking_is_cancelled_and_both_are_told(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused(&app, &pro).await;
        after(&app, 15 * MINUTE - SECOND).await;
        assert_eq!(status(&app, &scene).await, "assigned");
        after(&app, SECOND).await;
        let over = seen(&app, &scene).await;
        assert_eq!((&over["status"], &over["cancel_reason"]), (&json!("cancelled"), &json!("payment_ended")));
        after(&app, 0).await;
        assert_eq!(app.count("select count(*) from payments where status <> 'canceled'").await, 0);
        assert_eq!(app.count("select count(*) from master_events where kind = 'cancelled'").await, 1);
        assert_eq!(app.count("select count(*) from notifications where type = 'cancelled'").await, 1);
        assert_eq!(app.count("select taken from slot_places").await, 0);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:holds'").await, 0);
    }

    async fn a_second_card_may_be_refused_too(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused(&app, &pro).await;
        assert_eq!(pay_due_with(&app, &scene, REFUSES).await, 11_700);
        after(&app, SECOND).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["reason"], "capture_refused", "it is asked for anew");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
    }

    async fn a_hold_that_ended_before_the_accept_is_asked_for_at_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = crate::scene::settled(&app).await;
        app.state.payments.provider().void(scene.id()).await.unwrap();
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["reason"], "capture_refused");
        assert!(app.count("select payment_due_until from bookings").await <= app.clock.now() + 15 * MINUTE);
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
    }

    async fn once_the_pro_has_set_off_it_stays_to_be_paid(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused_late(&app, &pro, &["en_route"]).await;
        assert_eq!(app.count("select payment_due_until from bookings").await, app.clock.now() + 15 * MINUTE);
        after(&app, 15 * MINUTE).await;
        for _ in 0..2 {
            let due = seen(&app, &scene).await;
            assert_eq!((&due["status"], &due["payment_due"]["amountPence"], &due["payment_due"]["reason"]), (&json!("en_route"), &json!(11_700), &json!("capture_refused")));
            // The job may run twice.
            app.state.payments.end_due(&scene.booking.id).await.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(app.count("select payment_due_until from bookings").await, app.clock.now() + 7 * DAY);
        }
        assert_eq!(app.count("select count(*) from jobs where work like '%end_payment_due%' and done_at is null").await, 1);
        assert_eq!(app.count("select count(*) from jobs where work like '%payment_due_message%'").await, 4, "the client is reminded");
        assert_eq!(job(&app, &pro, &scene).await["payment_is_checked"], true);
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        let paid = seen(&app, &scene).await;
        assert_eq!((&paid["status"], paid.get("payment_due")), (&json!("en_route"), None));
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
        assert_eq!(app.count("select count(*) from payments where status not in ('succeeded', 'canceled')").await, 0);
        after(&app, 7 * DAY).await;
        assert_eq!(status(&app, &scene).await, "en_route");
        assert_eq!(app.count("select count(*) from bookings where payment_due_until is not null").await, 0, "the deadline changes nothing any more");
    }

    async fn what_was_open_at_the_deadline_is_replaced(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused_late(&app, &pro, &["en_route"]).await;
        let open = async || {
            let call = app.post("/api/create-payment").bearer(&scene.guest.token);
            let call = call.json(&json!({ "booking_id": scene.booking.id }));
            call.send().await.expect_status(200).json()["paymentIntentId"].clone()
        };
        let first = open().await;
        after(&app, 15 * MINUTE).await;
        assert_ne!(open().await, first);
        after(&app, 7 * DAY).await;
        assert_eq!(app.count("select payment_due_until from bookings").await, app.clock.now() + 7 * DAY, "people are told again each week");
        assert_eq!(app.count("select count(*) from payments where status = 'requires_payment_method'").await, 0);
    }

    async fn a_job_that_is_done_is_paid_later(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = refused_late(&app, &pro, &["en_route", "in_progress"]).await;
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        let due = seen(&app, &scene).await;
        assert_eq!((&due["status"], &due["payment_due"]["amountPence"]), (&json!("completed"), &json!(11_700)));
        assert_eq!(balance(&app, Account::Client(scene.guest.id.clone())).await, 11_700, "the client owes it");
        erase(&app, &scene).await.problem(409, "open_bookings");
        // Another card that refuses is asked for anew.
        assert_eq!(pay_due_with(&app, &scene, REFUSES).await, 11_700);
        after(&app, SECOND).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["amountPence"], 11_700);
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        let paid = seen(&app, &scene).await;
        assert_eq!((&paid["status"], paid.get("payment_due")), (&json!("completed"), None));
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
        assert_eq!(balance(&app, Account::Client(scene.guest.id.clone())).await, 0);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        let _ = erase(&app, &scene).await.expect_status(204);
    }
}
