//! A price that is paid in two parts: the first was charged before it rose, the rest is held and charged with the next assignment.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{MINUTE, SECOND};
use callout_domain::ledger::Account;
use http::Method;
use serde_json::json;

use crate::capture_refused::{REFUSES, job};
use crate::journey::text;
use crate::matching::{after, ready, respond, seen, step};
use crate::matching_proposals::{answer, pay_due, pay_due_with, propose, withdraw};
use crate::people::{Person, outbox};
use crate::raise_price::raise;
use crate::receipt::{receipt, words};
use crate::scene::{Scene, settled, status};
use crate::settle::balance;

const GOOD: &str = "4242 4242 4242 4242";

/// A job of £117 whose first pro withdrew after it was charged, and whose price the client raised by so many pounds since. The rest is
/// held on `card`.
async fn raised(app: &TestApp, first: &Person, pounds: i64, card: &str) -> Scene {
    let scene = settled(app).await;
    accept(app, first, &scene).await;
    after(app, 0).await;
    withdraw(app, first, &scene).await;
    let _ = raise(app, &scene, &json!({ "deltaGBP": pounds }))
        .await
        .expect_status(200);
    assert_eq!(pay_due_with(app, &scene, card).await, pounds * 100);
    assert_eq!(seen(app, &scene).await["amount_pence"], 11_700 + pounds * 100);
    scene
}

/// The same, taken by another pro, when the bank refuses the rest of £20.
async fn refused(app: &TestApp, first: &Person, second: &Person) -> Scene {
    let scene = raised(app, first, 20, REFUSES).await;
    accept(app, second, &scene).await;
    after(app, 0).await;
    let due = seen(app, &scene).await["payment_due"].clone();
    assert_eq!(
        (&due["amountPence"], &due["reason"]),
        (&json!(2_000), &json!("capture_refused"))
    );
    scene
}

async fn accept(app: &TestApp, pro: &Person, scene: &Scene) {
    let _ = respond(app, pro, &scene.booking.id, "accept")
        .await
        .expect_status(200);
}

async fn cancel(app: &TestApp, scene: &Scene) -> Answer {
    let path = format!("/api/bookings/{}/cancel", scene.booking.id);
    let call = app.call(Method::PATCH, &path).bearer(&scene.guest.token);
    call.send().await
}

/// What the client was sent: subject and text.
fn told(app: &TestApp) -> Vec<(String, String)> {
    let told = outbox(app, "ada@example.com");
    let read =
        |email: &serde_json::Value| (text(email, "subject").to_owned(), text(email, "text").to_owned());
    told.iter().map(read).collect()
}

/// The sum of a column of all payments, in pence.
async fn sum(app: &TestApp, what: &str) -> i64 {
    app.count(&format!("select cast(sum({what}) as bigint) from payments"))
        .await
}

/// Nothing was taken in the end, and nothing is held.
async fn all_came_back(app: &TestApp, scene: &Scene) {
    assert_eq!(sum(app, "captured_pence").await, 11_700);
    assert_eq!(sum(app, "refunded_pence").await, 11_700);
    let left = "select count(*) from payments where status not in ('succeeded', 'canceled')";
    assert_eq!(app.count(left).await, 0);
    for account in [
        Account::ProviderHolds,
        Account::ProviderCash,
        Account::Client(scene.guest.id.clone()),
    ] {
        assert_eq!(balance(app, account.clone()).await, 0, "{account}");
    }
}

/// Of a price of £500, £117 of it paid first, a pro who had set off keeps the call-out share of 35%: £175.
async fn the_call_out_share_is_kept(app: &TestApp, scene: &Scene, pro: &Person) {
    let kept = |purpose: &str| {
        format!("select captured_pence - refunded_pence from payments where purpose = '{purpose}'")
    };
    assert_eq!(app.count(&kept("booking")).await, 0);
    assert_eq!(app.count(&kept("raise")).await, 17_500);
    assert_eq!(balance(app, Account::ProviderCash).await, 17_500);
    assert_eq!(balance(app, Account::ProviderHolds).await, 0);
    assert_eq!(balance(app, Account::PlatformFees).await, -2_625);
    assert_eq!(balance(app, Account::ProClearing(pro.id.clone())).await, -14_875);
    let client = Account::Client(scene.guest.id.clone());
    assert_eq!(balance(app, client).await, 0);
}

both_databases! {
    async fn a_fee_is_kept_of_what_was_paid_last(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 383, GOOD).await;
        accept(&app, &second, &scene).await;
        after(&app, 6 * MINUTE).await;
        assert_eq!(sum(&app, "captured_pence").await, 50_000);
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(MINUTE);
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, 0).await;
        the_call_out_share_is_kept(&app, &scene, &second).await;
    }

    async fn emails_and_receipt_name_the_whole_fee_of_two_payments(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 20, GOOD).await;
        accept(&app, &second, &scene).await;
        after(&app, 0).await;
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, SECOND).await;
        // 35% of £137.00: the raise bears what it can.
        let kept = "select captured_pence - refunded_pence from payments where purpose = 'raise'";
        assert_eq!((app.count(kept).await, sum(&app, "captured_pence - refunded_pence").await), (2_000, 4_795));
        let told = told(&app);
        let back = told.iter().find(|(subject, _)| subject == "£89.05 is on its way back to you");
        assert!(back.is_some_and(|(_, text)| text.contains("We have kept the cancellation fee of £47.95.")), "{told:?}");
        let path = format!("/booking/{}/receipt", scene.booking.id);
        let page = words(&receipt(&app, &scene.guest, &path).await);
        assert!(page.contains("Refunded −£89.05 Cancellation fee £47.95"), "{page}");
    }

    async fn an_email_says_what_was_charged_at_the_time(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 20, GOOD).await;
        accept(&app, &second, &scene).await;
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        // What is held by the raise is charged for the fee, before anything else heard of it.
        app.execute("delete from jobs where work like '%capture_payment%'").await;
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, SECOND).await;
        let told = told(&app);
        let about = |subject: &str| {
            let found = told.iter().find(|(told, _)| told == subject);
            found.map(|(_, text)| text.clone()).unwrap_or_else(|| panic!("no {subject} in {told:?}"))
        };
        assert!(about("£117.00 was charged to your card").contains("for your booking"));
        assert!(about("£20.00 was charged to your card").starts_with("The cancellation fee is £47.95. £20.00 of it was charged"));
    }

    async fn a_charge_that_is_told_late_is_no_cancellation_fee(app: TestApp) {
        let pro = ready(&app, "first", 1).await;
        let scene = settled(&app).await;
        accept(&app, &pro, &scene).await;
        app.state.payments.capture_for(&scene.booking.id).await.unwrap();
        // The email waits until the booking is over.
        app.clock.advance(6 * MINUTE);
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, SECOND).await;
        let told = told(&app);
        let charged = told.iter().find(|(subject, _)| subject == "£117.00 was charged to your card");
        assert!(charged.is_some_and(|(_, text)| text.contains("for your booking")), "{told:?}");
    }

    async fn a_part_that_is_only_held_bears_its_share_too(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 383, GOOD).await;
        accept(&app, &second, &scene).await;
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(6 * MINUTE);
        assert_eq!(sum(&app, "captured_pence").await, 11_700, "the rest is not charged yet");
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(sum(&app, "captured_pence").await, 29_200, "what was paid first goes back");
        the_call_out_share_is_kept(&app, &scene, &second).await;
    }

    async fn a_refused_rest_is_asked_for_while_the_pro_waits(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = refused(&app, &first, &second).await;
        let id = scene.booking.id.as_str();
        let until = app.count("select payment_due_until from bookings").await;
        assert_eq!(until, app.clock.now() + 15 * MINUTE);
        assert_eq!(status(&app, &scene).await, "assigned");
        assert_eq!(job(&app, &second, &scene).await["payment_is_checked"], true);
        step(&app, &second, id, "en_route").await.problem(409, "payment_due");
        let told = format!("select count(*) from master_events where kind = 'updated' and master_id = '{}'", second.id);
        assert_eq!(app.count(&told).await, 1);
        // Again nothing: the job may run twice.
        app.clock.advance(MINUTE);
        app.state.payments.capture_for(id).await.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(app.count("select payment_due_until from bookings").await, until);
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        after(&app, SECOND).await;
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert!(job(&app, &second, &scene).await.get("payment_is_checked").is_none());
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (13_700, 0));
        assert_eq!(app.count(&told).await, 2);
        let _ = step(&app, &second, id, "en_route").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "en_route", "the deadline changes nothing any more");
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 13_700);
    }

    async fn unpaid_the_booking_is_cancelled_and_the_first_part_comes_back(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = refused(&app, &first, &second).await;
        let open = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let _ = open.send().await.expect_status(200);
        after(&app, 15 * MINUTE - SECOND).await;
        assert_eq!(status(&app, &scene).await, "assigned");
        after(&app, SECOND).await;
        let over = seen(&app, &scene).await;
        assert_eq!((&over["status"], &over["cancel_reason"], over.get("payment_due")), (&json!("cancelled"), &json!("payment_ended"), None));
        after(&app, 0).await;
        all_came_back(&app, &scene).await;
    }

    async fn a_client_who_cancels_instead_gets_everything_back(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = refused(&app, &first, &second).await;
        let due = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let due = due.send().await.expect_status(200).json();
        let _ = cancel(&app, &scene).await.expect_status(200);
        // The card is confirmed in the same second: its hold is let go.
        let intent = due["paymentIntentId"].as_str().unwrap();
        let card = json!({ "clientSecret": due["clientSecret"], "cardNumber": GOOD });
        let _ = app.post(&format!("/api/sandbox/payments/{intent}/confirm")).json(&card).send().await;
        after(&app, 0).await;
        after(&app, SECOND).await;
        all_came_back(&app, &scene).await;
    }

    async fn the_rest_may_be_paid_while_another_pro_is_looked_for(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let third = ready(&app, "third", 3).await;
        let scene = refused(&app, &first, &second).await;
        withdraw(&app, &second, &scene).await;
        let again = seen(&app, &scene).await;
        assert_eq!((&again["status"], &again["payment_due"]["amountPence"], &again["payment_due"]["reason"]), (&json!("pending"), &json!(2_000), &json!("capture_refused")));
        raise(&app, &scene, &json!({ "deltaGBP": 5 })).await.problem(409, "payment_due");
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert_eq!(sum(&app, "captured_pence").await, 11_700, "the rest is held until a pro has it");
        accept(&app, &third, &scene).await;
        after(&app, 0).await;
        let assigned = seen(&app, &scene).await;
        assert_eq!((&assigned["status"], assigned.get("payment_due")), (&json!("assigned"), None));
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (13_700, 0));
    }

    async fn without_another_pro_or_the_rest_it_is_over(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = refused(&app, &first, &second).await;
        withdraw(&app, &second, &scene).await;
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "cancelled");
        after(&app, 0).await;
        all_came_back(&app, &scene).await;
    }

    async fn a_rest_that_is_not_needed_any_more_is_let_go_and_the_surplus_comes_back(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 20, REFUSES).await;
        let _ = propose(&app, &second, &scene.booking.id, &json!(-30), "Less to do").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        after(&app, SECOND).await;
        assert_eq!(seen(&app, &scene).await["amount_pence"], 10_700);
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (11_700, 1_000));
        let left = "select count(*) from payments where status not in ('succeeded', 'canceled')";
        assert_eq!(app.count(left).await, 0, "the rest is held no longer");
    }

    async fn a_second_card_may_refuse_the_rest_too(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = refused(&app, &first, &second).await;
        assert_eq!(pay_due_with(&app, &scene, REFUSES).await, 2_000);
        after(&app, SECOND).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["amountPence"], 2_000, "it is asked for anew");
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        after(&app, SECOND).await;
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (13_700, 0));
    }

    async fn a_hold_of_the_rest_that_has_ended_is_asked_for_with_the_next_accept(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 20, GOOD).await;
        let rest = app.text("select id from payments where purpose = 'raise'").await.unwrap();
        app.state.payments.provider().void(&rest).await.unwrap();
        after(&app, 0).await;
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        accept(&app, &second, &scene).await;
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["amountPence"], 2_000);
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        after(&app, SECOND).await;
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (13_700, 0));
    }

    async fn once_the_pro_has_set_off_the_rest_stays_to_be_paid(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 20, REFUSES).await;
        accept(&app, &second, &scene).await;
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        after(&app, 0).await;
        after(&app, 15 * MINUTE).await;
        let due = seen(&app, &scene).await;
        assert_eq!((&due["status"], &due["payment_due"]["amountPence"]), (&json!("en_route"), &json!(2_000)));
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        after(&app, SECOND).await;
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert_eq!((sum(&app, "captured_pence").await, sum(&app, "refunded_pence").await), (13_700, 0));
    }
}
