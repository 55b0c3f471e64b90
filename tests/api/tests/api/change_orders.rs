//! Extra work or parts: POST /api/bookings/{id}/change-orders and /api/bookings/{id}/change-orders/{number}; those paid by card are in
//! `change_orders_paid`.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{MINUTE, SECOND};
use callout_domain::ledger::Account;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::journey::text;
use crate::matching::{after, ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::people::{Person, outbox};
use crate::receipt::{receipt, words};
use crate::scene::{Scene, event_kinds};
use crate::settle::balance;

/// A job of £117 by card whose pro is at work.
pub(crate) async fn at_work(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    let base = r#"[{"kind":"base","label":"Base estimate","amountPence":11700}]"#;
    app.execute(&format!("update bookings set lines = '{base}'"))
        .await;
    let _ = step(app, pro, &scene.booking.id, "in_progress")
        .await
        .expect_status(200);
    scene
}

/// The same, paid in cash.
async fn at_work_for_cash(app: &TestApp, pro: &Person) -> Scene {
    let scene = at_work(app, pro).await;
    app.execute("update bookings set payment_method = 'cash', payment_id = null")
        .await;
    scene
}

/// Work and a part of these prices.
pub(crate) fn extra(labour: i64, parts: i64) -> Value {
    json!({ "lines": [
        { "kind": "labour", "text": "Fit a new stop tap", "amountPence": labour },
        { "kind": "parts", "text": "15 mm stop tap", "amountPence": parts },
    ], "note": "The old one is seized." })
}

pub(crate) async fn suggest(app: &TestApp, pro: &Person, scene: &Scene, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/change-orders", scene.booking.id));
    call.bearer(&pro.token).json(body).send().await
}

pub(crate) async fn act(app: &TestApp, token: &str, scene: &Scene, number: i64, action: &str) -> Answer {
    let path = format!("/api/bookings/{}/change-orders/{number}", scene.booking.id);
    app.post(&path)
        .bearer(token)
        .json(&json!({ "action": action }))
        .send()
        .await
}

/// The client's answer to the first change order.
pub(crate) async fn answer(app: &TestApp, scene: &Scene, action: &str) -> Answer {
    act(app, &scene.guest.token, scene, 1, action).await
}

pub(crate) async fn take_back(app: &TestApp, pro: &Person, scene: &Scene) -> Answer {
    act(app, &pro.token, scene, 1, "withdraw").await
}

/// The statuses of the change orders as the client sees them.
pub(crate) async fn statuses(app: &TestApp, scene: &Scene) -> Vec<String> {
    let booking = seen(app, scene).await;
    let orders = booking["change_orders"].as_array().cloned().unwrap_or_default();
    orders
        .iter()
        .map(|order| text(order, "status").to_owned())
        .collect()
}

async fn finish(app: &TestApp, pro: &Person, scene: &Scene) {
    let _ = step(app, pro, &scene.booking.id, "completed")
        .await
        .expect_status(200);
    after(app, SECOND).await;
}

both_databases! {
    async fn a_suggestion_is_seen_by_both_sides_and_by_nobody_else(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let told = suggest(&app, &pro, &scene, &extra(5_000, 3_533)).await.expect_status(201).json();
        let order = &told["change_orders"][0];
        assert_eq!((&order["number"], &order["status"], &order["sumPence"]), (&json!(1), &json!("open"), &json!(8_533)));
        // 15% of £117.00 is £17.55; of £202.33 it is £30.35.
        assert_eq!((&order["feePence"], &order["netPence"]), (&json!(1_280), &json!(7_253)));
        assert_eq!((&told["price_pence"], &told["net_pence"]), (&json!(11_700), &json!(9_945)), "nothing is agreed yet");
        let booking = seen(&app, &scene).await;
        let order = &booking["change_orders"][0];
        assert_eq!((&order["note"], &order["until"]), (&json!("The old one is seized."), &json!("2026-11-23T10:35:00+00:00")));
        assert_eq!(order["lines"][1], json!({ "kind": "parts", "text": "15 mm stop tap", "amountPence": 3_533 }));
        assert!(order.get("feePence").is_none() && booking["amount_pence"] == 11_700);
        let shared = app.get(&format!("/api/bookings/{}?share={}", scene.booking.id, text(&booking, "share_token"))).send().await;
        assert!(!shared.expect_status(200).text().contains("stop tap"));
        after(&app, SECOND).await;
        let email = outbox(&app, "ada@example.com").pop().unwrap();
        assert_eq!(email["subject"], "Ada L. suggests extra work");
        for said in ["£85.33 more", "Nothing is charged unless you approve", "10:35", "/b/"] {
            assert!(text(&email, "text").contains(said), "{said}: {email}");
        }
        assert_eq!(event_kinds(&app, &scene).await.last().unwrap(), "extra_proposed");
        assert_eq!(app.count("select count(*) from payments").await, 1, "nothing was asked for");
    }

    async fn only_the_pro_at_work_may_suggest(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let body = extra(5_000, 3_000);
        for to in ["en_route", "in_progress"] {
            suggest(&app, &pro, &scene, &body).await.problem(409, "illegal_transition");
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        suggest(&app, &other, &scene, &body).await.problem(404, "not_found");
        let by_client = app.post(&format!("/api/bookings/{id}/change-orders")).bearer(&scene.guest.token).json(&body);
        by_client.send().await.problem(401, "unauthorised");
        let _ = suggest(&app, &pro, &scene, &body).await.expect_status(201);
        suggest(&app, &pro, &scene, &body).await.problem(409, "change_order_open");
        for who in [&other.token, &scene.guest.token] {
            let refused = act(&app, who, &scene, 1, "withdraw").await;
            assert!([401, 404].contains(&refused.status.as_u16()));
        }
        let stranger = app.guest().await;
        act(&app, &stranger.token, &scene, 1, "approve").await.problem(404, "not_found");
        act(&app, &pro.token, &scene, 1, "approve").await.problem(401, "unauthorised");
        act(&app, &scene.guest.token, &scene, 2, "approve").await.problem(404, "not_found");
        act(&app, &scene.guest.token, &scene, 1, "nonsense").await.invalid_field("action");
        let share = text(&seen(&app, &scene).await, "share_token").to_owned();
        let by_share = app.post(&format!("/api/bookings/{id}/change-orders/1?share={share}")).json(&json!({ "action": "approve" }));
        by_share.send().await.problem(403, "forbidden");
        assert_eq!(statuses(&app, &scene).await, ["open"]);
    }

    async fn a_job_ends_only_once_the_suggestion_is_settled(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        step(&app, &pro, id, "completed").await.problem(409, "change_order_open");
        for _ in 0..2 {
            let taken_back = take_back(&app, &pro, &scene).await.expect_status(200).json();
            assert_eq!(taken_back["change_orders"][0]["status"], "withdrawn");
        }
        answer(&app, &scene, "approve").await.problem(409, "no_change_order");
        finish(&app, &pro, &scene).await;
        suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.problem(409, "illegal_transition");
        assert_eq!(app.count("select count(*) from payments").await, 1);
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -9_945, "as booked");
    }

    async fn what_is_typed_is_checked_field_by_field(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let line = |text: &str, amount: i64| json!({ "kind": "parts", "text": text, "amountPence": amount });
        for (lines, field) in [
            (json!([]), "lines"),
            (json!(vec![line("A valve", 100); 11]), "lines"),
            (json!([line("A valve", 99)]), "lines.0.amountPence"),
            (json!([line("A valve", 100), line("ab", 100)]), "lines.1.text"),
            (json!([line(&"x".repeat(81), 100)]), "lines.0.text"),
            // Together not above the original price of £117.
            (json!([line("A boiler", 11_701)]), "lines"),
            (json!([line("A boiler", i64::MAX), line("A boiler", i64::MAX)]), "lines"),
        ] {
            suggest(&app, &pro, &scene, &json!({ "lines": lines })).await.invalid_field(field);
        }
        let too_long = json!({ "lines": [line("A valve", 100)], "note": "x".repeat(301) });
        suggest(&app, &pro, &scene, &too_long).await.invalid_field("note");
        assert_eq!(app.count("select count(*) from change_orders").await, 0);
        let _ = suggest(&app, &pro, &scene, &json!({ "lines": [line("A boiler", 11_700)] })).await.expect_status(201);
    }

    async fn extras_in_cash_grow_the_sum_and_the_fee(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work_for_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        for _ in 0..2 {
            let approved = answer(&app, &scene, "approve").await.expect_status(200).json();
            assert_eq!((&approved["amount_pence"], &approved["change_orders"][0]["status"]), (&json!(19_700), &json!("approved")));
            assert!(approved.get("payment_due").is_none());
            assert_eq!(approved["lines"].as_array().unwrap().last().unwrap(), &json!({ "kind": "extra", "label": "Extra work and parts", "amountPence": 8_000 }));
        }
        answer(&app, &scene, "decline").await.problem(409, "no_change_order");
        take_back(&app, &pro, &scene).await.problem(409, "no_change_order");
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["collect_in_cash"], &own["fee_pence"]), (&json!(197), &json!(2_955)));
        // £117 and £80 before; £37 of the original price are left.
        suggest(&app, &pro, &scene, &extra(3_000, 701)).await.invalid_field("lines");
        let _ = suggest(&app, &pro, &scene, &extra(3_000, 700)).await.expect_status(201);
        let _ = act(&app, &scene.guest.token, &scene, 2, "decline").await.expect_status(200);
        assert_eq!(statuses(&app, &scene).await, ["approved", "declined"]);
        finish(&app, &pro, &scene).await;
        assert_eq!(balance(&app, Account::Pro(pro.id.clone())).await, 2_955, "15% of £197 are owed");
        assert_eq!(balance(&app, Account::PlatformFees).await, -2_955);
        let page = words(&receipt(&app, &scene.guest, &format!("/booking/{id}/receipt")).await);
        for shown in ["Labour: Fit a new stop tap +£50.00", "Parts: 15 mm stop tap +£30.00", "Total (incl. callout) £197.00"] {
            assert!(page.contains(shown), "{shown} is not in {page}");
        }
        assert!(!page.contains("Extra work and parts"), "{page}");
    }

    async fn a_job_in_cash_may_cost_five_hundred_pounds(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work_for_cash(&app, &pro).await;
        app.execute("update bookings set amount_pence = 40000").await;
        suggest(&app, &pro, &scene, &extra(10_000, 100)).await.problem(409, "cash_limit");
        let _ = suggest(&app, &pro, &scene, &extra(9_900, 100)).await.expect_status(201);
    }

    async fn a_guest_link_approves_in_cash(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work_for_cash(&app, &pro).await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        let token = text(&seen(&app, &scene).await, "guest_token").to_owned();
        let path = format!("/api/bookings/{}/change-orders/1?token={token}", scene.booking.id);
        let approved = app.post(&path).json(&json!({ "action": "approve" })).send().await.expect_status(200).json();
        assert_eq!(approved["amount_pence"], 19_700);
    }

    async fn a_budget_is_listed_before_what_was_added(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work_for_cash(&app, &pro).await;
        app.execute("update bookings set quote_mode = 'REQUEST', proposed_pence = 11700").await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        let page = words(&receipt(&app, &scene.guest, &format!("/booking/{}/receipt", scene.booking.id)).await);
        assert!(page.contains("Your budget £117.00 Labour: Fit a new stop tap +£50.00"), "{page}");
        assert!(page.contains("Total (incl. callout) £197.00"), "{page}");
    }

    async fn a_declined_suggestion_costs_nothing_and_the_pro_is_told(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        for _ in 0..2 {
            let declined = answer(&app, &scene, "decline").await.expect_status(200).json();
            assert_eq!((&declined["amount_pence"], &declined["change_orders"][0]["status"]), (&json!(11_700), &json!("declined")));
        }
        after(&app, SECOND).await;
        assert!(told(&app, "Your client has declined the extra work"));
        after(&app, 30 * MINUTE).await;
        assert_eq!(statuses(&app, &scene).await, ["declined"]);
        // Another one may be suggested.
        let _ = suggest(&app, &pro, &scene, &extra(2_000, 1_000)).await.expect_status(201);
        assert_eq!(statuses(&app, &scene).await, ["declined", "open"]);
    }

    async fn after_half_an_hour_it_has_run_out(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        after(&app, 30 * MINUTE - SECOND).await;
        assert_eq!(statuses(&app, &scene).await, ["open"]);
        app.clock.advance(SECOND);
        answer(&app, &scene, "approve").await.problem(409, "no_change_order");
        after(&app, 0).await;
        assert_eq!(statuses(&app, &scene).await, ["expired"]);
        after(&app, SECOND).await;
        assert!(told(&app, "Your client did not approve the extra work"));
        finish(&app, &pro, &scene).await;
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
    }

    async fn of_many_sent_at_once_one_is_made(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let send = |key: &'static str, body: Value| {
            let call = app.post(&format!("/api/bookings/{}/change-orders", scene.booking.id)).bearer(&pro.token);
            call.header("idempotency-key", key).json(&body).send()
        };
        let body = extra(5_000, 3_000);
        for answer in join_all((0..5).map(|_| send("one", body.clone()))).await {
            let _ = answer.expect_status(201);
        }
        send("one", extra(5_000, 3_001)).await.problem(422, "idempotency_key_reused");
        let others = join_all(["two", "three", "four"].map(|key| send(key, extra(1_000, 1_000)))).await;
        assert!(others.iter().all(|answer| answer.status == 409));
        assert_eq!(app.count("select count(*) from change_orders").await, 1);
        // Nor are two answers both taken.
        let verdicts = join_all(["approve", "decline", "approve", "decline"].map(|action| answer(&app, &scene, action))).await;
        assert!(verdicts.iter().all(|answer| [200, 409].contains(&answer.status.as_u16())));
        assert!(["declined", "awaiting_payment"].contains(&statuses(&app, &scene).await[0].as_str()));
    }

    async fn it_is_exported_and_its_words_are_erased(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work_for_cash(&app, &pro).await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        finish(&app, &pro, &scene).await;
        let of_client = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert_eq!(of_client["bookings"][0]["change_orders"][0]["lines"][0]["text"], "Fit a new stop tap");
        let of_pro = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(of_pro["jobs"][0]["change_orders"][0]["note"], "The old one is seized.");
        app.execute("update payments set status = 'canceled'").await;
        let _ = app.call(Method::DELETE, "/api/clients/me").bearer(&scene.guest.token).send().await.expect_status(204);
        assert_eq!(app.text("select lines || coalesce(note, '') from change_orders").await.unwrap(), "[]");
        assert_eq!(app.count("select sum_pence from change_orders").await, 8_000, "the sum stays for the books");
    }
}

/// Whether a pro, whose phone is the client's in tests, was told so by text.
pub(crate) fn told(app: &TestApp, said: &str) -> bool {
    let sent = outbox(app, "+447700900123");
    sent.iter()
        .any(|line| line["text"].as_str().unwrap_or_default().contains(said))
}
