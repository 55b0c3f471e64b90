//! A booking that found no pro and whose money was let go: it is paid again, and the search begins anew.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use callout_domain::time;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, offers, ready, respond, seen};
use crate::matching_proposals::{pay_due, withdraw};
use crate::raise_price::raise;
use crate::scene::{Scene, event_kinds, settled, status};

/// A booking in `no_response` whose hold was let go.
async fn let_go(app: &TestApp) -> Scene {
    let scene = settled(app).await;
    after(app, 12 * HOUR).await;
    assert_eq!(status(app, &scene).await, "no_response");
    after(app, 15 * MINUTE).await;
    assert_eq!(
        app.text("select status from payments").await.as_deref(),
        Some("canceled")
    );
    scene
}

async fn retry(app: &TestApp, scene: &Scene) -> Answer {
    app.post(&format!("/api/bookings/{}/retry", scene.booking.id))
        .bearer(&scene.guest.token)
        .json(&json!({ "radiusKm": 30 }))
        .send()
        .await
}

async fn cancel(app: &TestApp, scene: &Scene) {
    let path = format!("/api/bookings/{}/cancel", scene.booking.id);
    let call = app.call(Method::PATCH, &path).bearer(&scene.guest.token);
    let _ = call.send().await.expect_status(200);
}

fn due(booking: &Value) -> (&Value, &Value) {
    (
        &booking["payment_due"]["amountPence"],
        &booking["payment_due"]["reason"],
    )
}

both_databases! {
    async fn it_says_how_long_the_money_is_kept_and_when_it_is_gone(app: TestApp) {
        let scene = settled(&app).await;
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "held" }));
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        let until = time::iso(app.clock.now() + 15 * MINUTE);
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "held", "until": until }));
        after(&app, 15 * MINUTE).await;
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "released" }));
    }

    async fn what_was_charged_for_a_pro_who_withdrew_is_refunded(app: TestApp) {
        let scene = settled(&app).await;
        let pro = ready(&app, "pro", 1).await;
        after(&app, 0).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await.get("card"), None, "its status says it");
        withdraw(&app, &pro, &scene).await;
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "charged" }));
        cancel(&app, &scene).await;
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "refunded" }));
        after(&app, 0).await;
        assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "refunded" }));
    }

    async fn a_hold_that_is_let_go_for_a_cancellation_is_released(app: TestApp) {
        let scene = settled(&app).await;
        cancel(&app, &scene).await;
        for _ in 0..2 {
            assert_eq!(seen(&app, &scene).await["card"], json!({ "money": "released" }));
            after(&app, 0).await;
        }
    }

    async fn a_retry_opens_the_card_page_and_paying_begins_the_search(app: TestApp) {
        let scene = let_go(&app).await;
        for _ in 0..2 {
            retry(&app, &scene).await.problem(409, "payment_required");
        }
        let waiting = seen(&app, &scene).await;
        assert_eq!((&waiting["status"], due(&waiting)), (&json!("no_response"), (&json!(11_700), &json!("again"))));
        assert_eq!(app.count("select taken from slot_places").await, 1, "its place is kept while it is paid");
        let pro = ready(&app, "pro", 1).await;
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        let paid = seen(&app, &scene).await;
        assert_eq!((&paid["status"], paid.get("payment_due")), (&json!("pending"), None));
        assert_eq!(app.count("select taken from slot_places").await, 1);
        assert_eq!(app.count("select client_km from matchings").await, 30, "as far as was asked for");
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending", "no_response", "pending"]);
        after(&app, 0).await;
        assert_eq!(offers(&app, &pro).await.len(), 1);
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select captured_pence from payments where purpose = 'again'").await, 11_700);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:cash'").await, 11_700);
    }

    async fn a_raise_is_paid_with_it(app: TestApp) {
        let scene = let_go(&app).await;
        raise(&app, &scene, &json!({ "deltaGBP": 13 })).await.problem(409, "payment_required");
        assert_eq!(due(&seen(&app, &scene).await), (&json!(13_000), &json!("again")));
        // The client thinks again: what was opened before is replaced.
        retry(&app, &scene).await.problem(409, "payment_required");
        assert_eq!(due(&seen(&app, &scene).await), (&json!(11_700), &json!("again")));
        raise(&app, &scene, &json!({ "deltaGBP": 13 })).await.problem(409, "payment_required");
        assert_eq!(app.count("select taken from slot_places").await, 1);
        assert_eq!(pay_due(&app, &scene).await, 13_000);
        let paid = seen(&app, &scene).await;
        assert_eq!((&paid["status"], &paid["amount_pence"]), (&json!("pending"), &json!(13_000)));
    }

    async fn unpaid_it_stays_where_it_is(app: TestApp) {
        let scene = let_go(&app).await;
        retry(&app, &scene).await.problem(409, "payment_required");
        after(&app, 15 * MINUTE).await;
        let stays = seen(&app, &scene).await;
        assert_eq!((&stays["status"], stays.get("payment_due")), (&json!("no_response"), None));
        assert_eq!(app.count("select taken from slot_places").await, 0);
        let open = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        open.send().await.problem(409, "nothing_due");
    }

    async fn money_that_comes_too_late_is_let_go(app: TestApp) {
        let scene = let_go(&app).await;
        retry(&app, &scene).await.problem(409, "payment_required");
        let now = app.clock.now();
        app.execute(&format!("update bookings set slot_start = {now}")).await;
        app.execute(&format!("update changes set slot_start = {now}")).await;
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        after(&app, SECOND).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        assert_eq!(app.text("select status from payments where purpose = 'again'").await.as_deref(), Some("canceled"));
        assert_eq!(app.text("select outcome from changes").await.as_deref(), Some("gone"));
        retry(&app, &scene).await.problem(409, "slot_gone");
    }

    async fn a_full_window_is_not_paid_for(app: TestApp) {
        let scene = let_go(&app).await;
        app.execute("update slot_places set taken = 1000").await;
        retry(&app, &scene).await.problem(409, "slot_gone");
        assert!(seen(&app, &scene).await.get("payment_due").is_none());
        assert_eq!(app.count("select count(*) from changes").await, 0);
    }

    async fn a_guest_link_may_pay_again(app: TestApp) {
        let scene = let_go(&app).await;
        let link = seen(&app, &scene).await["guest_token"].as_str().unwrap().to_owned();
        let path = format!("/api/bookings/{}/retry?token={link}", scene.booking.id);
        app.post(&path).json(&json!({ "radiusKm": 10 })).send().await.problem(409, "payment_required");
        let open = app.post(&format!("/api/create-payment?token={link}")).json(&json!({ "booking_id": scene.booking.id }));
        assert_eq!(open.send().await.expect_status(200).json()["amountPence"], 11_700);
    }

    async fn what_was_charged_and_given_back_is_paid_again_too(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let left = app.post(&format!("/api/bookings/{id}/withdraw")).bearer(&pro.token).json(&json!({ "reason": "Van broke down" }));
        let _ = left.send().await.expect_status(200);
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        after(&app, 15 * MINUTE).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 11_700);
        retry(&app, &scene).await.problem(409, "payment_required");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        assert_eq!(status(&app, &scene).await, "pending");
    }
}
