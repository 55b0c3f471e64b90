//! A client raises the price so that a pro takes the job.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use futures_util::future::join;
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, offers, ready, respond, seen};
use crate::matching_proposals::{by_card_budget, in_cash, pay_due, propose};
use crate::people::Person;
use crate::scene::{Scene, event_kinds, settled, status};

pub(crate) async fn raise(app: &TestApp, scene: &Scene, body: &Value) -> Answer {
    app.post(&format!("/api/bookings/{}/raise-price", scene.booking.id))
        .bearer(&scene.guest.token)
        .json(body)
        .send()
        .await
}

/// The prices of the offers that a pro can answer, in pounds.
async fn prices(app: &TestApp, pro: &Person) -> Vec<Value> {
    let offers = offers(app, pro).await;
    offers.iter().map(|offer| offer["price"].clone()).collect()
}

both_databases! {
    async fn not_above_what_may_be_paid_in_cash(app: TestApp) {
        let scene = in_cash(&app).await;
        let refused = raise(&app, &scene, &json!({ "amountGBP": 501 })).await.problem(409, "cash_limit");
        assert_eq!(refused["detail"], "A job paid in cash may cost £500 at most.");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        let raised = raise(&app, &scene, &json!({ "amountGBP": 500 })).await.expect_status(200).json();
        assert_eq!(raised["amount_pence"], 50_000);
    }

    async fn in_cash_it_holds_at_once_and_everybody_is_asked_again(app: TestApp) {
        let (keen, choosy) = (ready(&app, "keen", 1).await, ready(&app, "choosy", 2).await);
        let scene = in_cash(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &choosy, id, "decline").await.expect_status(200);
        app.clock.advance(10 * SECOND);
        let raised = raise(&app, &scene, &json!({ "deltaGBP": 10 })).await.expect_status(200).json();
        assert_eq!((&raised["status"], &raised["amount_pence"], raised.get("payment_due")), (&json!("pending"), &json!(12_700), None));
        let last = raised["lines"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last, json!({ "kind": "agreed", "label": "Raised offer", "amountPence": 1_000 }));
        after(&app, 0).await;
        // The live offer goes on at the new price for the time it still has; who declined is asked anew.
        assert_eq!(prices(&app, &keen).await, [json!(127)]);
        assert_eq!(offers(&app, &keen).await[0]["ttl"], 20);
        assert_eq!(prices(&app, &choosy).await, [json!(127)]);
        assert_eq!(offers(&app, &choosy).await[0]["ttl"], 30);
        assert_eq!(app.count("select count(*) from offers").await, 3, "one offer a pro and price");
        assert_eq!(respond(&app, &keen, id, "accept").await.expect_status(200).json()["status"], "assigned");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 12_700);
        raise(&app, &scene, &json!({ "deltaGBP": 10 })).await.problem(409, "illegal_transition");
        assert_eq!(event_kinds(&app, &scene).await, ["created", "paid", "pending", "price_raised", "assigned"]);
        let share = seen(&app, &scene).await["share_token"].as_str().unwrap().to_owned();
        let shared = app.get(&format!("/api/bookings/{id}/events?share={share}")).send().await.expect_status(200).json();
        let kinds: Vec<&str> = shared.as_array().unwrap().iter().map(|event| event["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["created", "paid", "pending", "assigned"], "share links never see it");
    }

    async fn a_pro_who_was_asked_twice_has_one_offer(app: TestApp) {
        let (keen, hasty) = (ready(&app, "keen", 1).await, ready(&app, "hasty", 2).await);
        let scene = in_cash(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &hasty, id, "accept").await.expect_status(200);
        // Before the worker has ended the offers of the others.
        let call = app.post(&format!("/api/bookings/{id}/withdraw")).bearer(&hasty.token);
        let _ = call.json(&json!({ "reason": "My van broke down" })).send().await.expect_status(200);
        after(&app, 0).await;
        let standing = format!("select count(*) from offers where master_id = '{}' and answer is null", keen.id);
        assert_eq!(app.count(&standing).await, 2);
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 10 })).await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count(&standing).await, 1);
        assert_eq!(prices(&app, &keen).await, [json!(127)]);
    }

    async fn by_card_the_old_price_stands_until_the_new_one_is_held(app: TestApp) {
        let scene = settled(&app).await;
        let asked = raise(&app, &scene, &json!({ "amountGBP": 130 })).await.expect_status(200).json();
        assert_eq!((&asked["status"], &asked["amount_pence"]), (&json!("pending"), &json!(11_700)));
        assert_eq!((&asked["payment_due"]["amountPence"], &asked["payment_due"]["reason"]), (&json!(13_000), &json!("raise")));
        let again = raise(&app, &scene, &json!({ "amountGBP": 130 })).await.expect_status(200).json();
        assert_eq!(again["payment_due"], asked["payment_due"]);
        assert_eq!(app.count("select count(*) from changes").await, 1);
        assert_eq!(pay_due(&app, &scene).await, 13_000);
        let raised = seen(&app, &scene).await;
        assert_eq!((&raised["status"], &raised["amount_pence"], raised.get("payment_due")), (&json!("pending"), &json!(13_000), None));
        after(&app, SECOND).await;
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("canceled"));
        assert_eq!(app.text("select status from payments where purpose = 'raise'").await.as_deref(), Some("requires_capture"));
        let pro = ready(&app, "pro", 1).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select captured_pence from payments where purpose = 'raise'").await, 13_000);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:holds'").await, 0);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:cash'").await, 13_000);
    }

    async fn an_accept_meanwhile_wins_at_the_old_price(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 20 })).await.expect_status(200);
        let due = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": id }));
        let due = due.send().await.expect_status(200).json();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        let assigned = seen(&app, &scene).await;
        assert_eq!((&assigned["status"], &assigned["amount_pence"], assigned.get("payment_due")), (&json!("assigned"), &json!(11_700), None));
        let late = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": id }));
        let told = late.send().await.problem(409, "nothing_due");
        assert_eq!(told["detail"], "A pro accepted at £117. Nothing more to pay.");
        // The card is confirmed in the same second: its hold is let go.
        let intent = due["paymentIntentId"].as_str().unwrap();
        let card = json!({ "clientSecret": due["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = app.post(&format!("/api/sandbox/payments/{intent}/confirm")).json(&card).send().await;
        after(&app, 0).await;
        after(&app, SECOND).await;
        assert_eq!(app.text("select status from payments where purpose = 'raise'").await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select captured_pence from payments where purpose = 'booking'").await, 11_700);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:holds'").await, 0);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
    }

    async fn another_price_is_not_proposed_while_the_client_pays(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 20 })).await.expect_status(200);
        let told = propose(&app, &pro, id, &json!(10), "Old pipes").await.problem(409, "payment_due");
        assert_eq!(told["detail"], "The client has to pay for this job first. You may accept at the price shown, or try again later.");
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(app.count("select count(*) from proposals").await, 0);
        assert_eq!(offers(&app, &pro).await.len(), 1, "the offer stands");
        // Unpaid in time, or paid, it may be.
        after(&app, 15 * MINUTE).await;
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 20 })).await.expect_status(200);
        propose(&app, &pro, id, &json!(10), "Old pipes").await.problem(409, "payment_due");
        assert_eq!(pay_due(&app, &scene).await, 13_700);
        assert_eq!(propose(&app, &pro, id, &json!(10), "Old pipes").await.expect_status(200).json()["status"], "accepted");
        assert_eq!(seen(&app, &scene).await["proposal"]["amountPence"], 14_700);
    }

    async fn unpaid_in_time_nothing_has_changed(app: TestApp) {
        let scene = settled(&app).await;
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 20 })).await.expect_status(200);
        let open = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let _ = open.send().await.expect_status(200);
        after(&app, 15 * MINUTE - SECOND).await;
        assert_eq!(seen(&app, &scene).await["payment_due"]["amountPence"], 13_700);
        after(&app, SECOND).await;
        let stands = seen(&app, &scene).await;
        assert_eq!((&stands["status"], &stands["amount_pence"], stands.get("payment_due")), (&json!("pending"), &json!(11_700), None));
        assert_eq!(app.text("select outcome from changes").await.as_deref(), Some("lapsed"));
        assert_eq!(app.text("select status from payments where purpose = 'raise'").await.as_deref(), Some("canceled"));
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("requires_capture"));
    }

    async fn a_budget_rises_at_once_and_is_paid_after_an_accept(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = by_card_budget(&app).await;
        app.execute("update bookings set proposed_pence = amount_pence").await;
        let raised = raise(&app, &scene, &json!({ "deltaGBP": 13 })).await.expect_status(200).json();
        assert_eq!((&raised["amount_pence"], &raised["proposed_price"], raised.get("payment_due")), (&json!(13_000), &json!(130), None));
        after(&app, 0).await;
        assert_eq!(respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200).json()["status"], "accepted");
        assert_eq!(pay_due(&app, &scene).await, 13_000);
        assert_eq!(status(&app, &scene).await, "assigned");
    }

    async fn after_no_response_the_search_begins_anew(app: TestApp) {
        let scene = in_cash(&app).await;
        after(&app, 12 * HOUR).await;
        assert_eq!((status(&app, &scene).await.as_str(), app.count("select taken from slot_places").await), ("no_response", 0));
        let raised = raise(&app, &scene, &json!({ "deltaGBP": 5 })).await.expect_status(200).json();
        assert_eq!((&raised["status"], &raised["amount_pence"]), (&json!("pending"), &json!(12_200)));
        assert_eq!(app.count("select taken from slot_places").await, 1);
        let pro = ready(&app, "pro", 1).await;
        after(&app, 0).await;
        assert_eq!(prices(&app, &pro).await, [json!(122)]);
        after(&app, 12 * HOUR).await;
        raise(&app, &scene, &json!({ "deltaGBP": 5 })).await.problem(409, "slot_gone");
    }

    async fn the_rest_of_a_price_that_was_charged_is_charged_too(app: TestApp) {
        let (first, second) = (ready(&app, "first", 1).await, ready(&app, "second", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &first, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        let left = app.post(&format!("/api/bookings/{id}/withdraw")).bearer(&first.token).json(&json!({ "reason": "Van broke down" }));
        let _ = left.send().await.expect_status(200);
        let asked = raise(&app, &scene, &json!({ "deltaGBP": 20 })).await.expect_status(200).json();
        assert_eq!(asked["payment_due"]["amountPence"], 2_000, "the rest is there already");
        assert_eq!(pay_due(&app, &scene).await, 2_000);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 13_700);
        let _ = respond(&app, &second, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select cast(sum(captured_pence) as bigint) from payments").await, 13_700);
        // Cancelling gives all of it back.
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{id}/cancel")).bearer(&scene.guest.token);
        let _ = cancel.send().await.expect_status(200);
        after(&app, 0).await;
        assert_eq!(app.count("select cast(sum(refunded_pence) as bigint) from payments").await, 13_700);
    }

    async fn prices_and_people_that_are_refused(app: TestApp) {
        let scene = in_cash(&app).await;
        for (body, field) in [
            (json!({ "deltaGBP": 0.5 }), "deltaGBP"),
            (json!({ "deltaGBP": 0 }), "deltaGBP"),
            (json!({ "deltaGBP": -5 }), "deltaGBP"),
            (json!({ "deltaGBP": "5" }), "deltaGBP"),
            (json!({ "amountGBP": 117 }), "amountGBP"),
            (json!({ "amountGBP": 117.5 }), "amountGBP"),
            (json!({ "amountGBP": 100_001 }), "amountGBP"),
            (json!({ "amountGBP": 120, "deltaGBP": 3 }), "amountGBP"),
            (json!({}), "amountGBP"),
        ] {
            raise(&app, &scene, &body).await.invalid_field(field);
        }
        let path = format!("/api/bookings/{}/raise-price", scene.booking.id);
        let body = json!({ "deltaGBP": 5 });
        app.post(&path).json(&body).send().await.problem(401, "unauthorised");
        let stranger = app.guest().await;
        app.post(&path).bearer(&stranger.token).json(&body).send().await.problem(404, "not_found");
        let link = seen(&app, &scene).await["guest_token"].as_str().unwrap().to_owned();
        app.post(&format!("{path}?token={link}")).json(&body).send().await.problem(401, "unauthorised");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        let most = raise(&app, &by_card_budget(&app).await, &json!({ "amountGBP": 100_000 })).await.expect_status(200).json();
        assert_eq!(most["amount_pence"], 10_000_000);
    }

    async fn the_same_key_raises_once(app: TestApp) {
        let scene = in_cash(&app).await;
        let path = format!("/api/bookings/{}/raise-price", scene.booking.id);
        let send = |pounds: i64| {
            let call = app.post(&path).bearer(&scene.guest.token).header("idempotency-key", "raise-1");
            call.json(&json!({ "deltaGBP": pounds })).send()
        };
        for _ in 0..2 {
            assert_eq!(send(5).await.expect_status(200).json()["amount_pence"], 12_200);
        }
        send(6).await.problem(422, "idempotency_key_reused");
        assert_eq!(app.count("select count(*) from booking_events where type = 'price_raised'").await, 1);
    }

    async fn an_accept_and_a_raise_at_once_agree_on_the_price(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = in_cash(&app).await;
        let body = json!({ "deltaGBP": 10 });
        let (raised, accepted) = join(raise(&app, &scene, &body), respond(&app, &pro, &scene.booking.id, "accept")).await;
        let _ = accepted.expect_status(200);
        let price = if raised.status == 200 { 12_700 } else { 11_700 };
        let assigned = seen(&app, &scene).await;
        assert_eq!((&assigned["status"], &assigned["amount_pence"]), (&json!("assigned"), &json!(price)));
        after(&app, 0).await;
        assert!(offers(&app, &pro).await.is_empty());
    }

    async fn an_accept_and_a_payment_at_once_leave_one_hold(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = raise(&app, &scene, &json!({ "deltaGBP": 10 })).await.expect_status(200);
        let due = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": id }));
        let due = due.send().await.expect_status(200).json();
        let intent = due["paymentIntentId"].as_str().unwrap();
        let card = json!({ "clientSecret": due["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
        let _ = app.post(&format!("/api/sandbox/payments/{intent}/confirm")).json(&card).send().await.expect_status(200);
        let (settled, accepted) = join(app.state.payments.settle(intent), respond(&app, &pro, id, "accept")).await;
        settled.unwrap_or_else(|error| panic!("{error}"));
        let _ = accepted.expect_status(200);
        after(&app, 0).await;
        after(&app, SECOND).await;
        let price = seen(&app, &scene).await["amount_pence"].as_i64().unwrap();
        assert!([11_700, 12_700].contains(&price), "{price}");
        assert_eq!(app.count("select cast(sum(captured_pence) as bigint) from payments").await, price);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:holds'").await, 0);
    }
}
