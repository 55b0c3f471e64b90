//! Answers that wait for the client: another price, and budgets that are paid by card.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE, SECOND};
use http::Method;
use serde_json::{Value, json};

use crate::matching::{after, offers, ready, respond, seen};
use crate::people::Person;
use crate::scene::{Scene, settled, status};

pub(crate) async fn propose(app: &TestApp, pro: &Person, id: &str, delta: &Value, message: &str) -> Answer {
    app.post(&format!("/api/matching/respond/{id}"))
        .bearer(&pro.token)
        .json(&json!({ "action": "accept", "price_delta": delta, "message": message }))
        .send()
        .await
}

pub(crate) async fn answer(app: &TestApp, scene: &Scene, action: &str) -> Answer {
    app.post(&format!("/api/bookings/{}/proposal", scene.booking.id))
        .bearer(&scene.guest.token)
        .json(&json!({ "action": action }))
        .send()
        .await
}

/// A booking that is paid in cash.
pub(crate) async fn in_cash(app: &TestApp) -> Scene {
    let scene = settled(app).await;
    app.execute("update bookings set payment_method = 'cash', payment_id = null")
        .await;
    scene
}

/// A budget that is to be paid by card.
pub(crate) async fn by_card_budget(app: &TestApp) -> Scene {
    let scene = settled(app).await;
    app.execute("delete from ledger_entries").await;
    app.execute("delete from ledger_transactions").await;
    app.execute("update bookings set quote_mode = 'REQUEST', payment_id = null")
        .await;
    app.execute("delete from payments").await;
    app.execute("delete from sandbox_intents").await;
    scene
}

/// Opens what is due and pays it with a good card.
pub(crate) async fn pay_due(app: &TestApp, scene: &Scene) -> i64 {
    pay_due_with(app, scene, "4242 4242 4242 4242").await
}

/// The same with any card that can be authorised.
pub(crate) async fn pay_due_with(app: &TestApp, scene: &Scene, card: &str) -> i64 {
    let due = app
        .post("/api/create-payment")
        .bearer(&scene.guest.token)
        .json(&json!({ "booking_id": scene.booking.id }));
    let due = due.send().await.expect_status(200).json();
    let intent = due["paymentIntentId"].as_str().unwrap();
    let body = json!({ "clientSecret": due["clientSecret"], "cardNumber": card });
    let _ = app
        .post(&format!("/api/sandbox/payments/{intent}/confirm"))
        .json(&body)
        .send()
        .await
        .expect_status(200);
    after(app, 0).await;
    due["amountPence"].as_i64().unwrap()
}

/// Gives a job back.
pub(crate) async fn withdraw(app: &TestApp, pro: &Person, scene: &Scene) {
    let call = app.post(&format!("/api/bookings/{}/withdraw", scene.booking.id));
    let call = call
        .bearer(&pro.token)
        .json(&json!({ "reason": "My van broke down" }));
    let _ = call.send().await.expect_status(200);
    after(app, 0).await;
}

async fn retry(app: &TestApp, scene: &Scene) -> Answer {
    let call = app.post(&format!("/api/bookings/{}/retry", scene.booking.id));
    call.bearer(&scene.guest.token)
        .json(&json!({ "radiusKm": 60 }))
        .send()
        .await
}

both_databases! {
    async fn an_approved_price_in_cash_is_the_pros_job_at_once(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = in_cash(&app).await;
        let id = scene.booking.id.as_str();
        assert_eq!(propose(&app, &pro, id, &json!(10), "Old pipes, call 07700 900123").await.expect_status(200).json()["status"], "accepted");
        after(&app, 0).await;
        assert!(offers(&app, &other).await.is_empty(), "it waits for the client");
        respond(&app, &other, id, "accept").await.problem(409, "already_taken");
        let waiting = seen(&app, &scene).await;
        assert_eq!((&waiting["status"], waiting.get("assigned_master_id")), (&json!("accepted"), None));
        let proposal = &waiting["proposal"];
        assert_eq!((&proposal["amountPence"], &proposal["deltaPence"], &proposal["approved"]), (&json!(12_700), &json!(1_000), &json!(false)));
        assert_eq!((&proposal["masterName"], &proposal["until"]), (&json!("Ada L."), &json!("2026-11-23T10:35:00+00:00")));
        assert_eq!(proposal["masterId"], json!(pro.id));
        assert!(!proposal["message"].as_str().unwrap().contains("900123"));
        let stranger = app.guest().await;
        let by_stranger = app.post(&format!("/api/bookings/{id}/proposal")).bearer(&stranger.token).json(&json!({ "action": "approve" }));
        by_stranger.send().await.problem(404, "not_found");
        let agreed = answer(&app, &scene, "approve").await.expect_status(200).json();
        assert_eq!((&agreed["status"], &agreed["assigned_master_id"], &agreed["amount_pence"]), (&json!("assigned"), &json!(pro.id), &json!(12_700)));
        let last = agreed["lines"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last, json!({ "kind": "agreed", "label": "Agreed with your pro", "amountPence": 1_000 }));
        answer(&app, &scene, "approve").await.problem(409, "no_proposal");
        let export = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        let exported = &export["bookings"][0]["proposals"][0];
        assert_eq!((&exported["message"], &exported["deltaPence"], &exported["outcome"]), (&proposal["message"], &json!(1_000), &json!("agreed")));
    }

    async fn a_declined_price_is_over_and_the_others_are_asked_again(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = propose(&app, &pro, id, &json!(20), "").await.expect_status(200);
        after(&app, 5 * MINUTE).await;
        assert!(offers(&app, &other).await.is_empty(), "it is there, and waits, too");
        let declined = answer(&app, &scene, "decline").await.expect_status(200).json();
        assert_eq!((&declined["status"], &declined["amount_pence"]), (&json!("pending"), &json!(11_700)));
        after(&app, 0).await;
        assert_eq!((offers(&app, &pro).await.len(), offers(&app, &other).await.len()), (0, 1));
        let refusal = respond(&app, &pro, id, "accept").await.problem(403, "not_eligible");
        assert_eq!(refusal["reason"], "proposal_over");
        // The search ends later by the time it waited.
        assert_eq!(seen(&app, &scene).await["matching"]["until"], "2026-11-23T22:10:00+00:00");
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("requires_capture"));
    }

    async fn an_unanswered_price_lapses_and_a_pro_may_take_it_back(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = propose(&app, &pro, id, &json!(-10), "").await.expect_status(200);
        after(&app, 30 * MINUTE - SECOND).await;
        assert_eq!(status(&app, &scene).await, "accepted");
        after(&app, SECOND).await;
        assert_eq!(status(&app, &scene).await, "pending");
        answer(&app, &scene, "approve").await.problem(409, "no_proposal");
        let other = ready(&app, "other", 2).await;
        let _ = propose(&app, &other, id, &json!(5), "").await.expect_status(200);
        assert_eq!(respond(&app, &other, id, "decline").await.expect_status(200).json()["status"], "pending");
        assert_eq!(app.count("select count(*) from proposals where outcome is null").await, 0);
    }

    async fn a_higher_price_by_card_needs_a_new_hold_and_then_the_old_one_goes(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = propose(&app, &pro, id, &json!(30), "").await.expect_status(200);
        let approved = answer(&app, &scene, "approve").await.expect_status(200).json();
        assert_eq!((&approved["status"], &approved["payment_due"]["amountPence"]), (&json!("accepted"), &json!(14_700)));
        assert_eq!(pay_due(&app, &scene).await, 14_700);
        let assigned = seen(&app, &scene).await;
        assert_eq!((&assigned["status"], &assigned["amount_pence"], assigned.get("payment_due")), (&json!("assigned"), &json!(14_700), None));
        after(&app, SECOND).await;
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("canceled"));
        assert_eq!(app.count("select captured_pence from payments where purpose = 'proposal'").await, 14_700);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:cash'").await, 14_700);
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from ledger_entries where account = 'provider:holds'").await, 0);
    }

    async fn a_price_that_is_not_paid_leaves_the_old_hold(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(30), "").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        let open = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        let _ = open.send().await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("requires_capture"));
        assert_eq!(app.text("select status from payments where purpose = 'proposal'").await.as_deref(), Some("canceled"));
    }

    async fn a_lower_price_by_card_captures_less(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(-17), "").await.expect_status(200);
        assert_eq!(answer(&app, &scene, "approve").await.expect_status(200).json()["status"], "assigned");
        after(&app, 0).await;
        assert_eq!(app.count("select captured_pence from payments").await, 10_000);
    }

    async fn a_budget_by_card_is_paid_after_a_pro_has_accepted(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = by_card_budget(&app).await;
        let id = scene.booking.id.as_str();
        assert_eq!(respond(&app, &pro, id, "accept").await.expect_status(200).json()["status"], "accepted");
        let waiting = seen(&app, &scene).await;
        assert_eq!((&waiting["payment_due"]["amountPence"], &waiting["proposal"]["approved"]), (&json!(11_700), &json!(true)));
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "pending", "nobody paid");
        assert_eq!(respond(&app, &other, id, "accept").await.expect_status(200).json()["status"], "accepted");
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        assert_eq!(seen(&app, &scene).await["assigned_master_id"], other.id.as_str());
        assert_eq!(app.count("select captured_pence from payments where status = 'succeeded'").await, 11_700);
    }

    async fn money_for_a_pro_who_is_gone_is_let_go(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(30), "").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        app.execute("update master_documents set rejected_at = 1").await;
        let _ = pay_due(&app, &scene).await;
        after(&app, SECOND).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        assert_eq!(app.text("select status from payments where purpose = 'booking'").await.as_deref(), Some("requires_capture"));
        assert_eq!(app.text("select status from payments where purpose = 'proposal'").await.as_deref(), Some("canceled"));
    }

    async fn a_client_may_cancel_while_a_pro_waits(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(30), "").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        let path = format!("/api/bookings/{}/cancel", scene.booking.id);
        let cancelled = app.call(Method::PATCH, &path).bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert_eq!((&cancelled["status"], cancelled.get("payment_due")), (&json!("cancelled"), None));
        after(&app, 0).await;
        assert_eq!(app.count("select count(*) from proposals where outcome is null").await, 0);
        assert_eq!(app.count(&format!("select count(*) from master_events where kind = 'cancelled' and master_id = '{}'", pro.id)).await, 1);
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
    }

    async fn prices_that_may_not_be_proposed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        for wrong in [json!(0.5), json!(59), json!(-59), json!(1e9), json!("10")] {
            propose(&app, &pro, id, &wrong, "").await.invalid_field("price_delta");
        }
        propose(&app, &pro, id, &json!(10), &"x".repeat(301)).await.invalid_field("message");
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(respond(&app, &pro, id, "accept").await.expect_status(200).json()["status"], "assigned");
    }

    async fn a_booking_that_waits_for_its_client_cannot_be_tried_again(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = propose(&app, &pro, &scene.booking.id, &json!(10), "").await.expect_status(200);
        retry(&app, &scene).await.problem(409, "illegal_transition");
        assert_eq!(status(&app, &scene).await, "accepted");
        assert_eq!(answer(&app, &scene, "decline").await.expect_status(200).json()["status"], "pending");
        assert_eq!(app.count("select count(*) from proposals where outcome is null").await, 0);
    }

    async fn a_budget_that_is_paid_is_not_paid_again_for_the_next_pro(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = by_card_budget(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        assert_eq!(pay_due(&app, &scene).await, 11_700);
        withdraw(&app, &pro, &scene).await;
        assert_eq!(respond(&app, &other, id, "accept").await.expect_status(200).json()["status"], "assigned");
        after(&app, 0).await;
        assert_eq!(app.count("select cast(sum(captured_pence - refunded_pence) as bigint) from payments").await, 11_700);
    }

    async fn a_higher_price_after_a_withdrawal_gives_the_first_payment_back_once(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        withdraw(&app, &pro, &scene).await;
        let _ = propose(&app, &other, id, &json!(10), "More pipes").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        assert_eq!(pay_due(&app, &scene).await, 12_700);
        after(&app, 0).await;
        assert_eq!(status(&app, &scene).await, "assigned");
        after(&app, MINUTE).await;
        let kept = "select cast(sum(captured_pence - refunded_pence) as bigint) from payments";
        assert_eq!(app.count(kept).await, 12_700);
    }

    async fn a_share_link_reads_matching_while_the_client_decides(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let share = seen(&app, &scene).await["share_token"].as_str().unwrap().to_owned();
        let _ = propose(&app, &pro, id, &json!(10), "More pipes").await.expect_status(200);
        assert_eq!(seen(&app, &scene).await["status"], "accepted");
        let shared = app.get(&format!("/api/bookings/{id}?share={share}")).send().await.expect_status(200).json();
        assert_eq!(shared["status"], "pending");
    }

    async fn a_lower_price_after_a_withdrawal_gives_the_difference_back(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = respond(&app, &pro, id, "accept").await.expect_status(200);
        after(&app, 0).await;
        withdraw(&app, &pro, &scene).await;
        let _ = propose(&app, &other, id, &json!(-17), "").await.expect_status(200);
        assert_eq!(answer(&app, &scene, "approve").await.expect_status(200).json()["status"], "assigned");
        for _ in 0..2 {
            after(&app, 0).await;
            assert_eq!(app.count("select captured_pence from payments").await, 11_700);
            assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 1_700);
        }
    }

    async fn another_price_lapses_though_an_earlier_one_was_paid(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = settled(&app).await;
        let id = scene.booking.id.as_str();
        let _ = propose(&app, &pro, id, &json!(30), "").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        assert_eq!(pay_due(&app, &scene).await, 14_700);
        withdraw(&app, &pro, &scene).await;
        let _ = propose(&app, &other, id, &json!(10), "").await.expect_status(200);
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        after(&app, 15 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "pending");
        assert_eq!(seen(&app, &scene).await["amount_pence"], 14_700);
        assert_eq!(app.count("select cast(sum(captured_pence - refunded_pence) as bigint) from payments").await, 14_700);
    }

    async fn money_that_was_given_back_does_not_count_for_a_retry(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = settled(&app).await;
        let _ = respond(&app, &pro, &scene.booking.id, "accept").await.expect_status(200);
        after(&app, 0).await;
        withdraw(&app, &pro, &scene).await;
        after(&app, 12 * HOUR).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        after(&app, 15 * MINUTE).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 11_700);
        retry(&app, &scene).await.problem(409, "payment_required");
    }

    async fn the_timers_of_an_earlier_search_do_not_end_a_later_one(app: TestApp) {
        let scene = settled(&app).await;
        // An emergency is looked for during ten minutes.
        app.execute("update bookings set urgency = 'EMERGENCY', slot_start = null, slot_end = null, holds_place = 0").await;
        app.execute("delete from slot_places").await;
        app.execute("update matchings set next_at = 0").await;
        let _ = retry(&app, &scene).await.expect_status(200);
        after(&app, 0).await;
        after(&app, 10 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        let _ = retry(&app, &scene).await.expect_status(200);
        after(&app, 0).await;
        after(&app, 10 * MINUTE).await;
        assert_eq!(status(&app, &scene).await, "no_response");
        // A quarter of an hour after the first search has ended, and five minutes after the second.
        after(&app, 5 * MINUTE).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("requires_capture"));
        after(&app, 10 * MINUTE).await;
        assert_eq!(app.text("select status from payments").await.as_deref(), Some("canceled"));
    }
}
