//! GET /api/bookings/{id}/cancellation, PATCH /api/bookings/{id}/cancel, PATCH /api/bookings/guest/{guestToken}/cancel

use api_tests::{Guest, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{book, booked, card, cash, pay, places, quote, text, wish, with};

async fn cancel(app: &TestApp, guest: &Guest, id: &str) -> api_tests::Answer {
    app.call(Method::PATCH, &format!("/api/bookings/{id}/cancel"))
        .bearer(&guest.token)
        .send()
        .await
}

async fn cost(app: &TestApp, guest: &Guest, id: &str) -> Value {
    let path = format!("/api/bookings/{id}/cancellation");
    app.get(&path)
        .bearer(&guest.token)
        .send()
        .await
        .expect_status(200)
        .json()
}

/// A paid card booking with a coupon, being matched.
async fn paid(app: &TestApp, guest: &Guest) -> String {
    let wanted = with(wish(), json!({ "couponCode": "SAVE15", "amountPence": 8_287 }));
    let payment = pay(app, guest, &card(&quote(app, guest, &wanted).await))
        .await
        .expect_status(201)
        .json();
    let path = format!(
        "/api/sandbox/payments/{}/confirm",
        text(&payment, "paymentIntentId")
    );
    let body = json!({ "clientSecret": payment["clientSecret"], "cardNumber": "4242 4242 4242 4242" });
    let _ = app.post(&path).json(&body).send().await.expect_status(200);
    callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
    text(&payment, "bookingId").to_owned()
}

both_databases! {
    async fn free_before_a_pro_is_assigned(app: TestApp) {
        let guest = app.guest().await;
        let id = paid(&app, &guest).await;
        let told = cost(&app, &guest, &id).await;
        assert_eq!(told, json!({ "feePence": 0, "refundPence": 8_287, "reason": "Free: no pro has been assigned yet." }));
        let booking = cancel(&app, &guest, &id).await.expect_status(200).json();
        assert_eq!((&booking["status"], &booking["cancel_reason"]), (&json!("cancelled"), &json!("client")));
        // The place and the coupon are free again, and the hold is released.
        assert_eq!(places(&app).await, 0);
        assert_eq!(app.count("select count(*) from coupon_uses").await, 0);
        callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.text("select status from sandbox_intents").await.as_deref(), Some("canceled"));
        let seq = booking["seq"].as_i64().unwrap();
        assert_eq!(app.text(&format!("select type from booking_events where seq = {seq}")).await.as_deref(), Some("cancelled"));
        cancel(&app, &guest, &id).await.problem(409, "illegal_transition");
        app.get(&format!("/api/bookings/{id}/cancellation")).bearer(&guest.token).send().await.problem(409, "illegal_transition");
    }

    async fn once_the_pro_has_set_off_it_costs_the_call_out_and_the_coupon(app: TestApp) {
        let guest = app.guest().await;
        let id = paid(&app, &guest).await;
        app.execute("update bookings set status = 'assigned', assigned_master_id = 'm-1'").await;
        app.clock.advance(5 * MINUTE);
        assert_eq!(cost(&app, &guest, &id).await["feePence"], 0);
        // Tomorrow's 11:00 is 24 hours and 50 minutes away: still early.
        app.clock.advance(49 * MINUTE);
        assert_eq!(cost(&app, &guest, &id).await["feePence"], 0);
        // Late, but inside the 14 days: nothing until the pro sets off.
        app.clock.advance(MINUTE);
        assert_eq!(cost(&app, &guest, &id).await["feePence"], 0);
        app.execute("update bookings set status = 'en_route'").await;
        let told = cost(&app, &guest, &id).await;
        assert_eq!((&told["feePence"], &told["refundPence"]), (&json!(2_900), &json!(5_387)));
        let _ = cancel(&app, &guest, &id).await.expect_status(200);
        assert_eq!(places(&app).await, 0);
        assert_eq!(app.count("select count(*) from coupon_uses").await, 5);
        callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select captured_pence from payments").await, 2_900);
    }

    async fn after_14_days_a_late_cancellation_costs_half(app: TestApp) {
        let guest = app.guest().await;
        let id = paid(&app, &guest).await;
        app.execute("update bookings set status = 'assigned', assigned_master_id = 'm-1'").await;
        app.clock.advance(55 * MINUTE);
        app.execute(&format!("update bookings set created_at = created_at - {}", 14 * DAY)).await;
        let told = cost(&app, &guest, &id).await;
        assert_eq!((&told["feePence"], &told["refundPence"]), (&json!(4_144), &json!(4_143)));
        let _ = cancel(&app, &guest, &id).await.expect_status(200);
        callout_front::jobs::run_due(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select captured_pence from payments").await, 4_144);
    }

    async fn only_the_operator_cancels_work_that_has_begun(app: TestApp) {
        let guest = app.guest().await;
        let id = paid(&app, &guest).await;
        app.execute("update bookings set status = 'in_progress', assigned_master_id = 'm-1'").await;
        assert_eq!(cost(&app, &guest, &id).await["feePence"], 8_287);
        cancel(&app, &guest, &id).await.problem(409, "illegal_transition");
        assert_eq!(places(&app).await, 1);
    }

    async fn cancelling_a_cash_booking_costs_nothing(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        app.execute("update bookings set status = 'assigned', assigned_master_id = 'm-1'").await;
        app.clock.advance(DAY);
        let told = cost(&app, &guest, text(&booking, "id")).await;
        assert_eq!((&told["feePence"], &told["refundPence"]), (&json!(0), &json!(0)));
        let _ = cancel(&app, &guest, text(&booking, "id")).await.expect_status(200);
    }

    async fn the_guest_link_cancels_but_the_share_link_does_not(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let by = |token: &str| app.call(Method::PATCH, &format!("/api/bookings/guest/{token}/cancel")).send();
        by(text(&booking, "share_token")).await.problem(403, "forbidden");
        by("rubbish").await.problem(401, "unauthorised");
        let told = app.get(&format!("/api/bookings/{}/cancellation?token={}", text(&booking, "id"), text(&booking, "guest_token"))).send().await;
        assert_eq!(told.expect_status(200).json()["feePence"], 0);
        let cancelled = by(text(&booking, "guest_token")).await.expect_status(200).json();
        assert_eq!(cancelled["status"], "cancelled");
        assert_eq!(cancelled["guest_token"], booking["guest_token"]);
    }

    async fn strangers_cannot_cancel(app: TestApp) {
        let (guest, stranger) = (app.guest().await, app.guest().await);
        let booking = booked(&app, &guest).await;
        cancel(&app, &stranger, text(&booking, "id")).await.problem(404, "not_found");
        app.call(Method::PATCH, &format!("/api/bookings/{}/cancel", text(&booking, "id"))).send().await.problem(401, "unauthorised");
        assert_eq!(app.text("select status from bookings").await.as_deref(), Some("pending"));
    }

    async fn an_unpaid_card_booking_is_cancelled(app: TestApp) {
        let guest = app.guest().await;
        let wish = wish();
        let payment = pay(&app, &guest, &card(&quote(&app, &guest, &wish).await)).await.expect_status(201).json();
        let _ = cancel(&app, &guest, text(&payment, "bookingId")).await.expect_status(200);
        assert_eq!(app.text("select status from sandbox_intents").await.as_deref(), Some("canceled"));
        assert_eq!(places(&app).await, 0);
        // The draft may be booked anew.
        let _ = book(&app, &guest, &cash(&quote(&app, &guest, &wish).await)).await.expect_status(201);
    }

    async fn two_cancellations_at_once_happen_once(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let id = text(&booking, "id");
        let answers = futures_util::future::join_all((0..4).map(|_| cancel(&app, &guest, id))).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert_eq!(places(&app).await, 0);
        assert_eq!(app.count("select count(*) from booking_events where type = 'cancelled'").await, 1);
    }
}
