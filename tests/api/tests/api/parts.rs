//! A price that is paid in two parts: the first was charged before it rose, the rest is held and charged with the next assignment.

use api_tests::{Answer, TestApp, both_databases};
use callout::clock::MINUTE;
use callout::domain::ledger::Account;
use http::Method;
use serde_json::json;

use crate::matching::{after, ready, respond, seen, step};
use crate::matching_proposals::{pay_due_with, withdraw};
use crate::people::Person;
use crate::raise_price::raise;
use crate::scene::{Scene, settled};
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

/// The sum of a column of all payments, in pence.
async fn sum(app: &TestApp, what: &str) -> i64 {
    app.count(&format!("select cast(sum({what}) as bigint) from payments"))
        .await
}

/// Of a price of £500, £117 of it paid first, a pro who had set off keeps the call-out share of 35%: £175.
async fn the_call_out_share_is_kept(app: &TestApp, scene: &Scene, pro: &Person) {
    let kept = |purpose: &str| {
        format!("select captured_pence - refunded_pence from payments where purpose = '{purpose}'")
    };
    assert_eq!(app.count(&kept("booking")).await, 11_700);
    assert_eq!(app.count(&kept("raise")).await, 5_800);
    assert_eq!(balance(app, Account::ProviderCash).await, 17_500);
    assert_eq!(balance(app, Account::ProviderHolds).await, 0);
    assert_eq!(balance(app, Account::PlatformFees).await, -2_625);
    assert_eq!(balance(app, Account::Pro(pro.id.clone())).await, -14_875);
    let client = Account::Client(scene.guest.id.clone());
    assert_eq!(balance(app, client).await, 0);
}

both_databases! {
    async fn a_fee_above_the_first_part_is_kept_of_both(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = raised(&app, &first, 383, GOOD).await;
        accept(&app, &second, &scene).await;
        after(&app, 6 * MINUTE).await;
        assert_eq!(sum(&app, "captured_pence").await, 50_000);
        let _ = step(&app, &second, &scene.booking.id, "en_route").await.expect_status(200);
        let _ = cancel(&app, &scene).await.expect_status(200);
        after(&app, 0).await;
        the_call_out_share_is_kept(&app, &scene, &second).await;
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
        assert_eq!(sum(&app, "captured_pence").await, 17_500);
        the_call_out_share_is_kept(&app, &scene, &second).await;
    }
}
