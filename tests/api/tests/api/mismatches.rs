//! POST /api/bookings/{id}/not-as-booked: a job that is not what was booked, and what its client chooses.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE, SECOND};
use callout_domain::ledger::Account;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::change_orders::{at_work, extra, suggest};
use crate::change_orders_paid::identity;
use crate::earnings::balances_agree;
use crate::journey::text;
use crate::matching::{after, ready, seen, step};
use crate::matching_jobs::{job, taken};
use crate::matching_proposals::{pay_due, pay_due_with};
use crate::people::{Person, outbox};
use crate::receipt::{receipt, words};
use crate::reviews::done;
use crate::scene::{Scene, status};
use crate::settle::balance;
use crate::uploads::stored;

pub(crate) const WHY: &str = "It is a new boiler, not a washer.";
const OPERATOR: &str = "help@callout.example";

pub(crate) async fn said(app: &TestApp, price: Value) -> Value {
    json!({ "text": WHY, "photoUrl": stored(app).await, "price": price })
}

pub(crate) async fn report(app: &TestApp, pro: &Person, id: &str, body: &Value) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/not-as-booked"));
    call.bearer(&pro.token).json(body).send().await
}

pub(crate) async fn act(app: &TestApp, token: &str, id: &str, number: i64, action: &str) -> Answer {
    let call = app.post(&format!("/api/bookings/{id}/not-as-booked/{number}"));
    call.bearer(token).json(&json!({ "action": action })).send().await
}

async fn choose(app: &TestApp, scene: &Scene, action: &str) -> Answer {
    act(app, &scene.guest.token, &scene.booking.id, 1, action).await
}

/// A job of £117 by card that its pro would do for £300.
async fn reported(app: &TestApp, pro: &Person) -> Scene {
    let scene = at_work(app, pro).await;
    let body = said(app, json!(300)).await;
    let _ = report(app, pro, &scene.booking.id, &body)
        .await
        .expect_status(201);
    after(app, SECOND).await;
    scene
}

async fn in_cash(app: &TestApp) {
    app.execute("update bookings set payment_method = 'cash', payment_id = null")
        .await;
}

both_databases! {
    async fn another_price_is_paid_and_counts_as_the_price(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let shown = seen(&app, &scene).await["not_as_booked"].clone();
        assert_eq!((&shown["text"], &shown["pricePence"], &shown["toPayPence"], &shown["endPence"]), (&json!(WHY), &json!(30_000), &json!(30_000), &json!(4_095)));
        let _ = app.get(text(&shown, "photoUrl")).bearer(&scene.guest.token).send().await.expect_status(200);
        let told = outbox(&app, "ada@example.com").pop().unwrap();
        assert_eq!(told["subject"], "Ada L. says the job is not what you booked");
        assert!(outbox(&app, "+447700900123").iter().any(|sent| text(sent, "text").contains("not what was booked")));

        for _ in 0..2 {
            let chosen = choose(&app, &scene, "price").await.expect_status(200).json();
            assert_eq!((&chosen["payment_due"]["amountPence"], &chosen["payment_due"]["reason"]), (&json!(18_300), &json!("change_order")));
            assert_eq!((&chosen["amount_pence"], &chosen["not_as_booked"]["choice"]), (&json!(11_700), &json!("price")));
        }
        step(&app, &pro, id, "completed").await.problem(409, "change_order_open");
        assert_eq!(pay_due(&app, &scene).await, 18_300);
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["amount_pence"], &booking["not_as_booked"]["outcome"]), (&json!(30_000), &json!("replaced")));
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["price_pence"], &own["fee_pence"]), (&json!(30_000), &json!(4_500)));
        assert_eq!(own["change_orders"][0]["replaces"], true);
        identity(&app, &scene).await;
        choose(&app, &scene, "end").await.problem(409, "no_mismatch");
        // Extra work is held against the price that was agreed.
        suggest(&app, &pro, &scene, &extra(20_001, 10_000)).await.invalid_field("lines");
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        after(&app, SECOND).await;
        let html = words(&receipt(&app, &scene.guest, &format!("/booking/{id}/receipt")).await);
        assert!(html.contains("Another price: the job is not what was booked") && html.contains("£300.00"), "{html}");
        assert_eq!(balance(&app, Account::PlatformFees).await, -4_500);
        identity(&app, &scene).await;
    }

    async fn ending_costs_the_call_out_share_as_a_late_cancellation_does(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let ended = join_all((0..3).map(|_| choose(&app, &scene, "end"))).await;
        assert!(ended.iter().all(|answer| answer.status == 200));
        after(&app, SECOND).await;
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["status"], &booking["cancel_reason"]), (&json!("cancelled"), &json!("not_as_booked")));
        // 35% of £117.00 is £40.95, of which 15% are the platform's.
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_095);
        assert_eq!(balance(&app, Account::PlatformFees).await, -614);
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -3_481);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'cancellation_fee'").await, 1);
        identity(&app, &scene).await;
        assert_eq!(job(&app, &pro, id).await["earned"]["net_pence"], 3_481);
        assert_eq!(app.text("select outcome from mismatches").await.as_deref(), Some("ended"));
    }

    async fn ending_an_open_price_is_capped_and_cash_costs_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        app.execute("update bookings set open_price = 1, amount_pence = 500000, visit_minutes = 120").await;
        let body = said(&app, Value::Null).await;
        let told = report(&app, &pro, &scene.booking.id, &body).await.expect_status(201).json();
        assert_eq!(told["not_as_booked"]["endPence"], 10_000);
        choose(&app, &scene, "price").await.problem(409, "no_price");
        in_cash(&app).await;
        assert_eq!(seen(&app, &scene).await["not_as_booked"]["endPence"], 0);
        let _ = choose(&app, &scene, "end").await.expect_status(200);
        after(&app, SECOND).await;
        assert_eq!(app.count("select count(*) from bookings where late_cancelled_at is not null").await, 0);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'cancellation_fee'").await, 0);
    }

    async fn in_cash_the_other_price_counts_at_once_and_stays_below_the_limit(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        in_cash(&app).await;
        let body = said(&app, json!(501)).await;
        report(&app, &pro, id, &body).await.problem(409, "cash_limit");
        let body = said(&app, json!(500)).await;
        let _ = report(&app, &pro, id, &body).await.expect_status(201);
        let chosen = choose(&app, &scene, "price").await.expect_status(200).json();
        assert_eq!((&chosen["amount_pence"], chosen.get("payment_due")), (&json!(50_000), None));
        assert_eq!(job(&app, &pro, id).await["collect_in_cash"], 500);
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        balances_agree(&app).await;
    }

    async fn a_lower_price_counts_at_once_and_the_rest_goes_back_to_the_card(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let body = said(&app, json!(60)).await;
        let told = report(&app, &pro, id, &body).await.expect_status(201).json();
        assert_eq!(told["not_as_booked"]["pricePence"], 6_000);
        assert_eq!(seen(&app, &scene).await["not_as_booked"]["toPayPence"], 6_000);
        let chosen = join_all((0..3).map(|_| choose(&app, &scene, "price"))).await;
        assert!(chosen.iter().all(|answer| answer.status == 200));
        for _ in 0..2 {
            after(&app, SECOND).await;
        }
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["amount_pence"], booking.get("payment_due"), &booking["not_as_booked"]["outcome"]), (&json!(6_000), None, &json!("replaced")));
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from refunds where status = 'done'").await, 5_700);
        let emails = outbox(&app, "ada@example.com");
        let told = emails.iter().find(|email| email["subject"] == "Lower price agreed").unwrap();
        assert!(text(told, "text").contains("£57 less, £60 in all. What was charged beyond it goes back to your card."), "{told}");
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["price_pence"], &own["fee_pence"], &own["net_pence"]), (&json!(6_000), &json!(900), &json!(5_100)));
        assert_eq!((&own["change_orders"][0]["sumPence"], &own["change_orders"][0]["feePence"]), (&json!(-5_700), &json!(-855)));
        identity(&app, &scene).await;
        suggest(&app, &pro, &scene, &extra(5_000, 1_001)).await.invalid_field("lines");
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        after(&app, SECOND).await;
        let html = words(&receipt(&app, &scene.guest, &format!("/booking/{id}/receipt")).await);
        assert!(html.contains("Another price: the job is not what was booked −£57.00") && html.contains("£60.00"), "{html}");
        assert_eq!(balance(&app, Account::PlatformFees).await, -900);
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -5_100);
        assert_eq!(balance(&app, Account::ProviderCash).await, 6_000);
        identity(&app, &scene).await;
    }

    async fn in_cash_a_lower_price_is_what_is_collected(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        in_cash(&app).await;
        let body = said(&app, json!(60)).await;
        let _ = report(&app, &pro, id, &body).await.expect_status(201);
        let chosen = choose(&app, &scene, "price").await.expect_status(200).json();
        assert_eq!((&chosen["amount_pence"], chosen.get("payment_due")), (&json!(6_000), None));
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["collect_in_cash"], &own["fee_pence"]), (&json!(60), &json!(900)));
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        after(&app, SECOND).await;
        assert!(outbox(&app, "ada@example.com").iter().any(|email| text(email, "text").contains("£57 less, £60 in all, to be paid in cash")));
        balances_agree(&app).await;
    }

    async fn talking_leaves_the_job_as_it_was_booked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = choose(&app, &scene, "price").await.expect_status(200);
        for _ in 0..2 {
            let _ = choose(&app, &scene, "talk").await.expect_status(200);
        }
        after(&app, SECOND).await;
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["amount_pence"], booking.get("payment_due"), &booking["not_as_booked"]["outcome"]), (&json!(11_700), None, &json!("talked")));
        assert_eq!(app.text("select outcome from change_orders").await.as_deref(), Some("withdrawn"));
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        after(&app, SECOND).await;
        identity(&app, &scene).await;
    }

    async fn silence_goes_to_the_desk_and_the_pro_may_take_it_back(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        step(&app, &pro, id, "completed").await.problem(409, "mismatch_open");
        after(&app, 30 * MINUTE - 2 * SECOND).await;
        assert!(app.state.bookings.to_stop().await.unwrap().is_empty());
        after(&app, 2 * SECOND).await;
        for action in ["price", "end", "talk"] {
            choose(&app, &scene, action).await.problem(409, "too_late");
        }
        let subject = format!("Not as booked, no answer: {id}");
        assert_eq!(outbox(&app, OPERATOR).iter().filter(|email| email["subject"] == subject.as_str()).count(), 1);
        assert_eq!(app.state.bookings.to_stop().await.unwrap().len(), 1);
        assert!(seen(&app, &scene).await["not_as_booked"].get("endPence").is_none());
        for _ in 0..2 {
            let _ = act(&app, &pro.token, id, 1, "withdraw").await.expect_status(200);
        }
        assert!(app.state.bookings.to_stop().await.unwrap().is_empty());
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        choose(&app, &scene, "end").await.problem(409, "no_mismatch");
    }

    async fn an_unpaid_price_goes_to_the_desk_too(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        after(&app, 20 * MINUTE).await;
        let _ = choose(&app, &scene, "price").await.expect_status(200);
        after(&app, 11 * MINUTE).await;
        assert!(outbox(&app, OPERATOR).is_empty(), "it is being paid");
        after(&app, 20 * MINUTE).await;
        after(&app, SECOND).await;
        assert_eq!(outbox(&app, OPERATOR).len(), 1);
        let booking = seen(&app, &scene).await;
        assert_eq!((booking.get("payment_due"), booking["not_as_booked"].get("choice")), (None, None));
    }

    async fn what_was_taken_back_at_once_is_not_told(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let body = said(&app, json!(300)).await;
        let _ = report(&app, &pro, id, &body).await.expect_status(201);
        let _ = act(&app, &pro.token, id, 1, "withdraw").await.expect_status(200);
        after(&app, SECOND).await;
        let told = outbox(&app, "ada@example.com");
        assert!(!told.iter().any(|email| text(email, "subject").contains("not what you booked")), "{told:?}");
    }

    async fn the_price_is_asked_for_again_once_another_payment_came_first(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let _ = choose(&app, &scene, "price").await.expect_status(200);
        // As `stop_paying_extra` leaves it.
        app.execute("update change_orders set approved_at = null").await;
        app.execute("update bookings set payment_due_pence = null, payment_due_until = null").await;
        let again = choose(&app, &scene, "price").await.expect_status(200).json();
        assert_eq!(again["payment_due"]["amountPence"], 18_300);
        assert_eq!(pay_due(&app, &scene).await, 18_300);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 30_000);
        identity(&app, &scene).await;
    }

    async fn a_refused_card_leaves_the_other_choices(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let _ = choose(&app, &scene, "price").await.expect_status(200);
        let _ = pay_due_with(&app, &scene, crate::capture_refused::REFUSES).await;
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        let _ = choose(&app, &scene, "end").await.expect_status(200);
        for _ in 0..3 {
            after(&app, SECOND).await;
        }
        assert_eq!(balance(&app, Account::ProviderCash).await, 4_095);
        identity(&app, &scene).await;
    }

    async fn three_in_30_days_alert_an_operator(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let earlier = done(&app, &pro).await;
        let scene = at_work(&app, &pro).await;
        let id = scene.booking.id.as_str();
        for number in [1, 1, 2] {
            let body = said(&app, Value::Null).await;
            let _ = report(&app, &pro, id, &body).await.expect_status(201);
            let _ = act(&app, &pro.token, id, number, "withdraw").await.expect_status(200);
            if app.count("select count(*) from mismatches").await == 1 {
                app.execute(&format!("update mismatches set made_at = {}, booking_id = '{}'", app.clock.now() - 30 * DAY, earlier.booking.id)).await;
            }
            after(&app, SECOND).await;
        }
        assert!(outbox(&app, OPERATOR).is_empty());
        let body = said(&app, Value::Null).await;
        let _ = report(&app, &pro, id, &body).await.expect_status(201);
        after(&app, SECOND).await;
        let told = outbox(&app, OPERATOR);
        assert_eq!((told.len(), text(&told[0], "subject").starts_with("Often not as booked")), (1, true));
        // Each is told to the client, so there are three of a job.
        let _ = act(&app, &pro.token, id, 3, "withdraw").await.expect_status(200);
        let body = said(&app, Value::Null).await;
        report(&app, &pro, id, &body).await.problem(409, "mismatch_limit");
    }

    async fn only_the_pro_at_work_reports_and_one_at_a_time(app: TestApp) {
        let (pro, other) = (ready(&app, "pro", 1).await, ready(&app, "other", 2).await);
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let body = said(&app, json!(300)).await;
        report(&app, &pro, id, &body).await.problem(409, "illegal_transition");
        let _ = step(&app, &pro, id, "in_progress").await.expect_status(200);
        report(&app, &other, id, &body).await.problem(404, "not_found");
        for (field, wrong) in [("text", json!("short")), ("text", json!("ä".repeat(501))), ("photoUrl", json!("/api/files/none")),
            ("price", json!(117)), ("price", json!(0)), ("price", json!(100_001)), ("price", json!(i64::MAX))] {
            let mut wrongly = body.clone();
            wrongly[field] = wrong;
            report(&app, &pro, id, &wrongly).await.invalid_field(field);
        }
        assert_eq!(app.count("select count(*) from mismatches").await, 0);
        let call = || app.post(&format!("/api/bookings/{id}/not-as-booked")).bearer(&pro.token).header("idempotency-key", "k-1");
        for _ in 0..2 {
            let _ = call().json(&body).send().await.expect_status(201);
        }
        let again = said(&app, json!(300)).await;
        call().json(&again).send().await.problem(422, "idempotency_key_reused");
        report(&app, &pro, id, &again).await.problem(409, "mismatch_open");
        suggest(&app, &pro, &scene, &extra(1_000, 1_000)).await.problem(409, "mismatch_open");
        act(&app, &other.token, id, 1, "withdraw").await.problem(404, "not_found");
        act(&app, &pro.token, id, 2, "withdraw").await.problem(404, "not_found");
        choose(&app, &scene, "nonsense").await.invalid_field("action");
        act(&app, &scene.guest.token, id, 2, "end").await.problem(404, "not_found");
    }

    async fn a_guest_link_chooses_and_a_share_link_does_not(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let booking = seen(&app, &scene).await;
        let path = |name: &str, token: &str| format!("/api/bookings/{id}/not-as-booked/1?{name}={}", text(&booking, token));
        let end = json!({ "action": "end" });
        app.post(&path("share", "share_token")).json(&end).send().await.problem(403, "forbidden");
        let shared = app.get(&format!("/api/bookings/{id}?share={}", text(&booking, "share_token"))).send().await;
        assert!(!shared.expect_status(200).text().contains("boiler"));
        let _ = app.post(&path("token", "guest_token")).json(&end).send().await.expect_status(200);
        assert_eq!(status(&app, &scene).await, "cancelled");
    }

    async fn without_a_report_a_client_cannot_end_a_job_at_work(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = reported(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let cancel = || app.call(Method::PATCH, &format!("/api/bookings/{id}/cancel")).bearer(&scene.guest.token).send();
        cancel().await.problem(409, "illegal_transition");
        app.clock.advance(2 * DAY);
        let no_show = app.post(&format!("/api/bookings/{id}/no-show")).bearer(&scene.guest.token).send().await;
        no_show.problem(409, "illegal_transition");
        let _ = act(&app, &pro.token, id, 1, "withdraw").await.expect_status(200);
        cancel().await.problem(409, "illegal_transition");
        choose(&app, &scene, "end").await.problem(409, "no_mismatch");
        assert_eq!(status(&app, &scene).await, "in_progress");
    }
}
