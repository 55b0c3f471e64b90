//! Extra work that is paid by card: a payment of its own, charged before anything is added to the price.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{MINUTE, SECOND};
use callout_domain::ledger::Account;
use callout_domain::status::{Actor, BookingStatus};
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::capture_refused::REFUSES;
use crate::change_orders::{answer, at_work, extra, statuses, suggest, take_back, told};
use crate::earnings::balances_agree;
use crate::journey::text;
use crate::matching::{after, ready, seen, step};
use crate::matching_jobs::job;
use crate::matching_proposals::{pay_due, pay_due_with};
use crate::people::{Person, outbox};
use crate::receipt::{receipt, words};
use crate::scene::{Scene, read};
use crate::settle::balance;

/// A job of £117 whose client has approved £80 more and is to pay that.
async fn approved(app: &TestApp, pro: &Person) -> Scene {
    let scene = at_work(app, pro).await;
    let _ = suggest(app, pro, &scene, &extra(5_000, 3_000))
        .await
        .expect_status(201);
    let booking = answer(app, &scene, "approve").await.expect_status(200).json();
    let due = &booking["payment_due"];
    assert_eq!(
        (&due["amountPence"], &due["reason"], &due["until"]),
        (
            &json!(8_000),
            &json!("change_order"),
            &json!("2026-11-23T10:35:00+00:00")
        )
    );
    assert_eq!(
        (&booking["amount_pence"], &booking["change_orders"][0]["status"]),
        (&json!(11_700), &json!("awaiting_payment"))
    );
    scene
}

/// The same, paid.
pub(crate) async fn paid(app: &TestApp, pro: &Person) -> Scene {
    let scene = approved(app, pro).await;
    assert_eq!(pay_due(app, &scene).await, 8_000);
    assert_eq!(statuses(app, &scene).await, ["approved"]);
    scene
}

/// Opens the payment and gives its intent and secret.
async fn open(app: &TestApp, scene: &Scene) -> Value {
    let call = app.post("/api/create-payment").bearer(&scene.guest.token);
    let call = call.json(&json!({ "booking_id": scene.booking.id }));
    call.send().await.expect_status(200).json()
}

/// Confirms an opened payment with a good card, without anybody hearing of it yet.
async fn confirm(app: &TestApp, opened: &Value) {
    let path = format!(
        "/api/sandbox/payments/{}/confirm",
        text(opened, "paymentIntentId")
    );
    let body = json!({ "clientSecret": opened["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
    let _ = app.post(&path).json(&body).send().await.expect_status(200);
}

/// What was captured for a booking, and the coupon, is what was refunded, earned and held; all accounts add up to nothing.
pub(crate) async fn identity(app: &TestApp, scene: &Scene) {
    let id = &scene.booking.id;
    let captured = app
        .count(&format!(
            "select cast(sum(captured_pence) as bigint) from payments where booking_id = '{id}'"
        ))
        .await;
    let refunded = app
        .count(&format!(
            "select cast(coalesce(sum(refunds.amount_pence), 0) as bigint) from refunds
             join payments on payments.id = refunds.payment_id where payments.booking_id = '{id}' and refunds.status = 'done'"
        ))
        .await;
    let of = async |account: &str| {
        app.count(&format!(
            "select cast(coalesce(-sum(entry.amount_pence), 0) as bigint) from ledger_entries entry
             join ledger_transactions happened on happened.reference = entry.reference
             where happened.booking_id = '{id}' and entry.account like '{account}'"
        ))
        .await
    };
    let (pro, fees) = (of("pro:%").await, of("platform:fees").await);
    let (client, promotions) = (of("client:%").await, of("platform:promotions").await);
    let held = app
        .count(&format!(
            "select cast(coalesce(sum(amount_pence), 0) as bigint) from payments where booking_id = '{id}' and status = 'requires_capture'"
        ))
        .await;
    // What a client has paid and nobody has earned yet is held for them; so is a hold, which is not captured.
    assert_eq!(captured - promotions, refunded + pro + fees + client - held);
    balances_agree(app).await;
}

both_databases! {
    async fn a_paid_suggestion_belongs_to_the_price_the_receipt_and_what_is_earned(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert!(job(&app, &pro, id).await.get("payment_is_checked").is_none(), "it is about something else");
        step(&app, &pro, id, "completed").await.problem(409, "change_order_open");
        let _ = pay_due(&app, &scene).await;
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["amount_pence"], booking.get("payment_due")), (&json!(19_700), None));
        assert_eq!(booking["change_orders"][0]["status"], "approved");
        assert_eq!(app.count("select captured_pence from payments where purpose = 'change_order'").await, 8_000, "charged at once");
        assert_eq!(app.text("select payment_id from change_orders").await, app.text("select id from payments where purpose = 'change_order'").await);
        let own = job(&app, &pro, id).await;
        assert_eq!((&own["price_pence"], &own["fee_pence"], &own["net_pence"]), (&json!(19_700), &json!(2_955), &json!(16_745)));
        identity(&app, &scene).await;
        after(&app, SECOND).await;
        assert!(told(&app, "Your client has approved the extra work for Leak / tap issue: £80 more."));
        let emails = outbox(&app, "ada@example.com");
        // What was charged is told at the same moment.
        let email = emails.iter().find(|email| email["subject"] == "Extra work approved").unwrap();
        assert!(text(email, "text").contains("£80 more, £197 in all. Your receipt lists it."), "{email}");
        let _ = step(&app, &pro, id, "completed").await.expect_status(200);
        after(&app, SECOND).await;
        assert_eq!(balance(&app, Account::ProClearing(pro.id.clone())).await, -16_745, "earned once, with the job");
        assert_eq!(balance(&app, Account::PlatformFees).await, -2_955);
        assert_eq!(balance(&app, Account::Client(scene.guest.id.clone())).await, 0);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        identity(&app, &scene).await;
        let page = words(&receipt(&app, &scene.guest, &format!("/booking/{id}/receipt")).await);
        for shown in ["Labour: Fit a new stop tap +£50.00", "Parts: 15 mm stop tap +£30.00", "Total (incl. callout) £197.00", "Payment Card. Paid"] {
            assert!(page.contains(shown), "{shown} is not in {page}");
        }
        assert!(!page.contains("Charged"), "{page}");
        after(&app, 30 * MINUTE).await;
        assert_eq!(statuses(&app, &scene).await, ["approved"], "its deadline changes nothing any more");
        assert_eq!(app.count("select count(*) from refunds").await, 0);
    }

    async fn a_refused_card_leaves_it_open_for_another_one(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        let path = format!("/api/sandbox/payments/{}/confirm", text(&opened, "paymentIntentId"));
        let declined = json!({ "clientSecret": opened["clientSecret"], "cardNumber": "4000 0000 0000 0002" });
        app.post(&path).json(&declined).send().await.problem(402, "card_declined");
        assert_eq!(statuses(&app, &scene).await, ["awaiting_payment"]);
        // This one is authorised, and refuses to be charged: nothing is agreed by that.
        assert_eq!(pay_due_with(&app, &scene, REFUSES).await, 8_000);
        after(&app, SECOND).await;
        let still = seen(&app, &scene).await;
        assert_eq!((&still["amount_pence"], &still["payment_due"]["reason"]), (&json!(11_700), &json!("change_order")));
        assert_eq!(still["change_orders"][0]["status"], "awaiting_payment");
        assert!(!told(&app, "has approved the extra work"));
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0, "the hold is let go");
        identity(&app, &scene).await;
        assert_eq!(pay_due(&app, &scene).await, 8_000);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 19_700);
        identity(&app, &scene).await;
    }

    async fn unpaid_it_runs_out_and_what_was_opened_is_let_go(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let _ = open(&app, &scene).await;
        after(&app, 30 * MINUTE).await;
        after(&app, SECOND).await;
        let over = seen(&app, &scene).await;
        assert_eq!((&over["change_orders"][0]["status"], over.get("payment_due")), (&json!("expired"), None));
        assert_eq!((&over["status"], &over["amount_pence"]), (&json!("in_progress"), &json!(11_700)));
        assert_eq!(app.text("select status from payments where purpose = 'change_order'").await.as_deref(), Some("canceled"));
        assert!(told(&app, "Your client did not approve the extra work"));
        let due = app.post("/api/create-payment").bearer(&scene.guest.token).json(&json!({ "booking_id": scene.booking.id }));
        due.send().await.problem(409, "nothing_due");
        identity(&app, &scene).await;
    }

    async fn paid_just_in_time_it_counts(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        app.clock.advance(30 * MINUTE - SECOND);
        confirm(&app, &opened).await;
        // Nobody has heard of it when the time is over; the provider is asked first.
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        after(&app, SECOND).await;
        assert_eq!(statuses(&app, &scene).await, ["approved"]);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 19_700);
    }

    async fn money_for_what_is_over_goes_back(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        let _ = take_back(&app, &pro, &scene).await.expect_status(200);
        // The card goes through before the release has reached the provider.
        confirm(&app, &opened).await;
        after(&app, SECOND).await;
        let booking = seen(&app, &scene).await;
        assert_eq!((&booking["amount_pence"], &booking["change_orders"][0]["status"]), (&json!(11_700), &json!("withdrawn")));
        assert_eq!(app.count("select cast(sum(captured_pence - refunded_pence) as bigint) from payments").await, 11_700);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        identity(&app, &scene).await;
    }

    async fn declining_while_the_card_is_charged_gives_everything_back(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        let intent = text(&opened, "paymentIntentId").to_owned();
        confirm(&app, &opened).await;
        app.state.payments.settle(&intent).await.unwrap();
        assert!(seen(&app, &scene).await.get("payment_due").is_none(), "it is being charged");
        let _ = answer(&app, &scene, "decline").await.expect_status(200);
        app.state.payments.capture_extra(&intent).await.unwrap();
        after(&app, SECOND).await;
        assert_eq!(statuses(&app, &scene).await, ["declined"]);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 11_700);
        assert_eq!(app.count("select cast(sum(captured_pence - refunded_pence) as bigint) from payments").await, 11_700);
        identity(&app, &scene).await;
    }

    async fn however_often_it_is_heard_of_it_counts_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        assert_eq!(open(&app, &scene).await, opened, "the same payment");
        let intent = text(&opened, "paymentIntentId").to_owned();
        confirm(&app, &opened).await;
        for settled in join_all((0..5).map(|_| app.state.payments.settle(&intent))).await {
            settled.unwrap_or_else(|error| panic!("{error}"));
        }
        for charged in join_all((0..3).map(|_| app.state.payments.capture_extra(&intent))).await {
            charged.unwrap_or_else(|error| panic!("{error}"));
        }
        after(&app, SECOND).await;
        for _ in 0..3 {
            app.state.payments.settle(&intent).await.unwrap();
        }
        assert_eq!(seen(&app, &scene).await["amount_pence"], 19_700);
        assert_eq!(app.count("select count(*) from booking_events where type = 'extra_approved'").await, 1);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'capture'").await, 2);
        // The job that charges the booking may run again, too.
        app.state.payments.capture_for(&scene.booking.id).await.unwrap();
        app.state.payments.give_back_surplus(&scene.booking.id, "again").await.unwrap();
        after(&app, SECOND).await;
        assert_eq!(app.count("select count(*) from refunds").await, 0);
        identity(&app, &scene).await;
    }

    async fn another_payment_of_the_booking_comes_first(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        // The price itself turns out not to be paid.
        app.execute("update payments set status = 'canceled', captured_pence = 0 where purpose = 'booking'").await;
        app.state.payments.capture_for(&scene.booking.id).await.unwrap();
        let due = seen(&app, &scene).await;
        assert_eq!((&due["payment_due"]["reason"], &due["change_orders"][0]["status"]), (&json!("capture_refused"), &json!("open")));
        assert_eq!(due["payment_due"]["amountPence"], 11_700);
        answer(&app, &scene, "approve").await.problem(409, "payment_due");
        let _ = pay_due(&app, &scene).await;
        after(&app, SECOND).await;
        let _ = answer(&app, &scene, "approve").await.expect_status(200);
        assert_eq!(pay_due(&app, &scene).await, 8_000);
        assert_eq!(seen(&app, &scene).await["amount_pence"], 19_700);
    }

    async fn a_cancelled_job_gives_both_payments_back(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = paid(&app, &pro).await;
        let booking = read(&app, &scene.booking.id).await;
        assert!(app.state.bookings.advance(booking, BookingStatus::Cancelled, Actor::Operator).await.unwrap());
        after(&app, SECOND).await;
        assert_eq!(app.count("select cast(sum(captured_pence) as bigint) from payments").await, 19_700);
        assert_eq!(app.count("select cast(sum(refunded_pence) as bigint) from payments").await, 19_700);
        assert_eq!(balance(&app, Account::ProviderCash).await, 0);
        identity(&app, &scene).await;
    }

    async fn a_cancelled_job_takes_its_open_suggestion_with_it(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = approved(&app, &pro).await;
        let opened = open(&app, &scene).await;
        let booking = read(&app, &scene.booking.id).await;
        assert!(app.state.bookings.advance(booking, BookingStatus::Cancelled, Actor::Operator).await.unwrap());
        confirm(&app, &opened).await;
        after(&app, SECOND).await;
        assert_eq!(statuses(&app, &scene).await, ["withdrawn"]);
        assert_eq!(balance(&app, Account::ProviderHolds).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 0);
        identity(&app, &scene).await;
    }

    async fn a_guest_link_pays_by_entering_a_card(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = at_work(&app, &pro).await;
        let _ = suggest(&app, &pro, &scene, &extra(5_000, 3_000)).await.expect_status(201);
        let token = text(&seen(&app, &scene).await, "guest_token").to_owned();
        let path = format!("/api/bookings/{}/change-orders/1?token={token}", scene.booking.id);
        let booking = app.post(&path).json(&json!({ "action": "approve" })).send().await.expect_status(200).json();
        assert_eq!((&booking["amount_pence"], &booking["payment_due"]["reason"]), (&json!(11_700), &json!("change_order")));
        let due = app.post(&format!("/api/create-payment?token={token}")).json(&json!({ "booking_id": scene.booking.id }));
        confirm(&app, &due.send().await.expect_status(200).json()).await;
        after(&app, SECOND).await;
        assert_eq!(statuses(&app, &scene).await, ["approved"]);
    }
}
