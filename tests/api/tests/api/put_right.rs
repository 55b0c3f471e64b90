//! /api/bookings/{id}/put-right: another visit, free of charge, that both sides agree on.

use api_tests::{Answer, Call, TestApp, both_databases};
use callout_domain::clock::{DAY, SECOND};
use http::Method;
use serde_json::{Value, json};

use crate::disputes::{complaint, dispute};
use crate::earnings::balances_agree;
use crate::journey::text;
use crate::matching::{after, ready, seen, step};
use crate::matching_jobs::job;
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::{Scene, event_kinds};

pub(crate) const WHY: &str = "The tap drips again.";
pub(crate) const SLOT: &str = "2026-11-26-2";
pub(crate) const OTHER: &str = "2026-11-27-3";

fn ask_call(app: &TestApp, id: &str) -> Call {
    app.post(&format!("/api/bookings/{id}/put-right"))
}

pub(crate) async fn ask(app: &TestApp, token: &str, id: &str) -> Answer {
    let body = json!({ "text": WHY, "timeslotId": SLOT });
    ask_call(app, id).bearer(token).json(&body).send().await
}

pub(crate) async fn answer(app: &TestApp, token: &str, id: &str, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/put-right/answer"));
    call.bearer(token).json(body).send().await
}

pub(crate) async fn says(app: &TestApp, token: &str, id: &str, action: &str) -> Answer {
    answer(app, token, id, &json!({ "action": action })).await
}

/// A job that was done, and the visit that puts it right.
pub(crate) async fn agreed(app: &TestApp, pro: &Person) -> (Scene, String) {
    let scene = done(app, pro).await;
    let id = scene.booking.id.as_str();
    let _ = ask(app, &scene.guest.token, id).await.expect_status(201);
    let said = says(app, &pro.token, id, "agree").await.expect_status(200).json();
    let visit = text(&said["put_right"], "visitId").to_owned();
    after(app, SECOND).await;
    (scene, visit)
}

async fn of(app: &TestApp, scene: &Scene, id: &str) -> Value {
    let answer = app
        .get(&format!("/api/bookings/{id}"))
        .bearer(&scene.guest.token)
        .send()
        .await;
    answer.expect_status(200).json()
}

both_databases! {
    async fn agreed_it_is_a_free_visit_of_the_same_pro(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for _ in 0..2 {
            let _ = says(&app, &pro.token, id, "agree").await.expect_status(200);
        }
        assert_eq!(app.count("select count(*) from bookings").await, 2);
        let shown = of(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["amount_pence"], &shown["puts_right"]), (&json!("assigned"), &json!(0), &json!(id)));
        assert_eq!((&shown["timeslot"]["id"], &shown["assigned_master_id"]), (&json!(SLOT), &json!(pro.id)));
        let own = job(&app, &pro, &visit).await;
        assert_eq!((&own["customer_name"], &own["net_pence"], &own["puts_right"]), (&json!("Ada Lovelace"), &json!(0), &json!(id)));
        assert_eq!(app.count("select count(*) from bookings where holds_place = 1 and parent_id is not null").await, 0);
        assert!(outbox(&app, "ada@example.com").iter().any(|email| email["subject"] == "Ada L. is your pro"));

        let before = (app.count("select count(*) from ledger_transactions").await, app.count("select count(*) from receipts").await);
        for to in ["en_route", "in_progress", "completed"] {
            let _ = step(&app, &pro, &visit, to).await.expect_status(200);
        }
        after(&app, SECOND).await;
        assert_eq!((app.count("select count(*) from ledger_transactions").await, app.count("select count(*) from receipts").await), before);
        balances_agree(&app).await;
        let shown = of(&app, &scene, &visit).await;
        for field in ["review_until", "dispute_until", "put_right_until"] {
            assert!(shown.get(field).is_none(), "{field}");
        }
        assert_eq!(of(&app, &scene, id).await["put_right"]["outcome"], "done");
        // It is no job of its own: no stamp, and nothing that is counted.
        let stamps = app.get("/api/clients/me/loyalty").bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert_eq!(stamps["stamps"], 1);
        let facts = app.get("/api/public/facts").send().await.expect_status(200).json();
        assert_eq!(facts["bookingsCompleted"], 1);
        let made = callout_store::desk::made(&mut app.state.db.read().await.unwrap(), 0).await.unwrap();
        assert_eq!(made.len(), 1);
        let told = outbox(&app, "ada@example.com").pop().unwrap();
        assert_eq!(told["subject"], "Leak / tap issue was put right");
        assert!(!text(&told, "text").contains("receipt"), "{told}");
        ask_call(&app, &visit).bearer(&pro.token).json(&json!({ "text": WHY, "timeslotId": SLOT })).send().await.problem(409, "illegal_transition");
        // Another one may be asked for.
        let _ = ask(&app, &pro.token, id).await.expect_status(201);
    }

    async fn whoever_did_not_name_the_window_agrees_or_names_another(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = done(&app, &pro).await;
        let (id, client) = (scene.booking.id.as_str(), scene.guest.token.as_str());
        says(&app, client, id, "agree").await.problem(409, "no_put_right");
        let _ = ask(&app, &pro.token, id).await.expect_status(201);
        after(&app, SECOND).await;
        ask(&app, client, id).await.problem(409, "put_right_open");
        says(&app, &pro.token, id, "agree").await.problem(409, "not_yours");
        says(&app, &other.token, id, "agree").await.problem(404, "not_found");
        answer(&app, client, id, &json!({ "action": "name" })).await.invalid_field("timeslotId");
        answer(&app, client, id, &json!({ "action": "name", "timeslotId": "soon" })).await.invalid_field("timeslotId");
        answer(&app, client, id, &json!({ "action": "name", "timeslotId": "2020-01-01-1" })).await.problem(409, "slot_gone");
        for _ in 0..2 {
            let named = answer(&app, client, id, &json!({ "action": "name", "timeslotId": OTHER })).await.expect_status(200).json();
            assert_eq!((&named["put_right"]["namedBy"], &named["put_right"]["timeslot"]["id"]), (&json!("client"), &json!(OTHER)));
        }
        says(&app, client, id, "agree").await.problem(409, "not_yours");
        after(&app, SECOND).await;
        assert!(outbox(&app, "ada@example.com").iter().any(|email| email["subject"] == "Ada L. would like to put it right"));
        for _ in 0..2 {
            let refused = says(&app, &pro.token, id, "refuse").await.expect_status(200).json();
            assert_eq!(refused["put_right"]["outcome"], "refused");
        }
        after(&app, SECOND).await;
        assert!(outbox(&app, "ada@example.com").iter().any(|email| email["subject"] == "No visit to put it right"));
        says(&app, client, id, "agree").await.problem(409, "no_put_right");
        assert_eq!(app.count("select count(*) from bookings").await, 1);
        let kinds = event_kinds(&app, &scene).await;
        assert_eq!(kinds.iter().filter(|kind| *kind == "put_right_over").count(), 1);
    }

    async fn it_holds_the_diary(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, _) = agreed(&app, &pro).await;
        // The same window, of another job of the same pro.
        let second = done(&app, &pro).await;
        assert_ne!(second.booking.id, scene.booking.id);
        let _ = ask(&app, &second.guest.token, &second.booking.id).await.expect_status(201);
        says(&app, &pro.token, &second.booking.id, "agree").await.problem(409, "pro_unavailable");
        let other = json!({ "action": "name", "timeslotId": OTHER });
        let _ = answer(&app, &pro.token, &second.booking.id, &other).await.expect_status(200);
        let _ = says(&app, &second.guest.token, &second.booking.id, "agree").await.expect_status(200);
    }

    async fn a_withdrawal_ends_it_and_nobody_else_is_asked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = step(&app, &pro, &visit, "en_route").await.expect_status(200);
        let withdraw = app.post(&format!("/api/bookings/{visit}/withdraw")).bearer(&pro.token);
        let _ = withdraw.json(&json!({ "reason": "My van broke down" })).send().await.expect_status(200);
        after(&app, SECOND).await;
        let shown = of(&app, &scene, &visit).await;
        assert_eq!((&shown["status"], &shown["cancel_reason"]), (&json!("cancelled"), &json!("put_right_off")));
        assert_eq!(of(&app, &scene, id).await["put_right"]["outcome"], "cancelled");
        assert_eq!(app.count(&format!("select count(*) from offers where booking_id = '{visit}'")).await, 0);
        assert!(outbox(&app, "ada@example.com").iter().any(|email| text(email, "text").contains("your pro cannot come to put it right")));
        let _ = ask(&app, &scene.guest.token, id).await.expect_status(201);
    }

    async fn its_client_cancels_it_free_and_cannot_move_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let moved = app.call(Method::PATCH, &format!("/api/bookings/{visit}/reschedule")).bearer(&scene.guest.token);
        moved.json(&json!({ "timeslotId": OTHER })).send().await.problem(409, "illegal_transition");
        let cancel = app.call(Method::PATCH, &format!("/api/bookings/{visit}/cancel")).bearer(&scene.guest.token);
        let _ = cancel.send().await.expect_status(200);
        after(&app, SECOND).await;
        balances_agree(&app).await;
        assert_eq!(of(&app, &scene, &scene.booking.id).await["put_right"]["outcome"], "cancelled");
    }

    async fn the_parents_links_open_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let (scene, visit) = agreed(&app, &pro).await;
        let parent = seen(&app, &scene).await;
        let open = |name: &str, token: &str| app.get(&format!("/api/bookings/{visit}?{name}={token}")).send();
        let shown = open("token", text(&parent, "guest_token")).await.expect_status(200).json();
        assert_eq!(shown["puts_right"], parent["id"]);
        let shared = open("share", text(&parent, "share_token")).await.expect_status(200);
        assert!(!shared.text().contains("Lovelace"));
        open("token", text(&parent, "share_token")).await.problem(403, "forbidden");
        // The visit's own link opens the visit alone.
        let own = text(&shown, "guest_token");
        let _ = open("token", own).await.expect_status(200);
        let of_parent = app.get(&format!("/api/bookings/{}?token={own}", scene.booking.id)).send().await;
        of_parent.problem(404, "not_found");
    }

    async fn an_open_dispute_stays_open(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let _ = ask(&app, &pro.token, id).await.expect_status(201);
        let said = says(&app, &scene.guest.token, id, "agree").await.expect_status(200).json();
        let visit = text(&said["put_right"], "visitId").to_owned();
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &visit, to).await.expect_status(200);
        }
        assert_eq!(app.text("select status from disputes").await.as_deref(), Some("open"));
        balances_agree(&app).await;
    }

    async fn it_is_asked_for_within_90_days_with_words_and_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for (field, body) in [("text", json!({ "text": "short", "timeslotId": SLOT })), ("text", json!({ "text": "ä".repeat(501), "timeslotId": SLOT })),
            ("timeslotId", json!({ "text": WHY, "timeslotId": "never" }))] {
            ask_call(&app, id).bearer(&pro.token).json(&body).send().await.invalid_field(field);
        }
        let body = json!({ "text": WHY, "timeslotId": SLOT });
        for _ in 0..2 {
            let call = ask_call(&app, id).bearer(&pro.token).header("idempotency-key", "k-1");
            let _ = call.json(&body).send().await.expect_status(201);
        }
        let share = text(&seen(&app, &scene).await, "share_token").to_owned();
        let shared = app.post(&format!("/api/bookings/{id}/put-right?share={share}")).json(&body).send().await;
        shared.problem(403, "forbidden");
        let _ = says(&app, &pro.token, id, "refuse").await.expect_status(200);
        app.execute(&format!("update bookings set ended_at = {}", app.clock.now() - 90 * DAY)).await;
        ask(&app, &pro.token, id).await.problem(409, "too_late");
    }
}
