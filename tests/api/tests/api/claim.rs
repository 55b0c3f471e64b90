//! POST /api/bookings/claim-by-intent

use api_tests::{TestApp, both_databases};
use serde_json::{Value, json};

use crate::journey::{card, pay, quote, text, wish};
use crate::people::{Person, client, enter, listed, register};

async fn claim(app: &TestApp, token: &str, intent: &str) -> api_tests::Answer {
    app.post("/api/bookings/claim-by-intent")
        .bearer(token)
        .json(&json!({ "payment_intent_id": intent }))
        .send()
        .await
}

/// A guest's unpaid booking under ada@example.com and 07700 900123.
async fn made(app: &TestApp) -> (api_tests::Guest, Value) {
    let guest = app.guest().await;
    let quoted = quote(app, &guest, &wish()).await;
    let made = pay(app, &guest, &card(&quoted)).await.expect_status(201).json();
    (guest, made)
}

both_databases! {
    async fn whoever_proved_its_email_or_phone_may_claim(app: TestApp) {
        for who in [json!({ "email": "ada@example.com" }), json!({ "phone": "07700 900123" })] {
            let (guest, booking) = made(&app).await;
            let (id, intent) = (text(&booking, "bookingId"), text(&booking, "paymentIntentId"));
            let ada = enter(&app, &who, "").await;
            app.execute(&format!("update bookings set status = 'pending' where id = '{id}'")).await;
            let claimed = claim(&app, &ada.token, intent).await.expect_status(200).json();
            assert_eq!(claimed, json!({ "ok": true, "booking_id": id }));
            assert!(listed(&app, &ada.token).await.contains(&id.to_owned()));
            // What is the caller's already stays so, and nobody else can claim it; the guest's own token keeps its access.
            for own in [&ada.token, &guest.token] {
                assert_eq!(claim(&app, own, intent).await.expect_status(200).json(), claimed);
            }
            let stranger = app.guest().await;
            claim(&app, &stranger.token, intent).await.problem(404, "not_found");
            assert_eq!(app.text(&format!("select client_id from bookings where id = '{id}'")).await, Some(ada.id));
            let _ = app.get(&format!("/api/bookings/{id}")).bearer(&guest.token).send().await.expect_status(200);
        }
    }

    async fn a_visit_follows_the_job_that_it_puts_right(app: TestApp) {
        let (guest, booking) = made(&app).await;
        let (_, visit) = made(&app).await;
        let (id, visit) = (text(&booking, "bookingId"), text(&visit, "bookingId"));
        app.execute(&format!("update bookings set parent_id = '{id}', client_id = '{}' where id = '{visit}'", guest.id)).await;
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), "").await;
        let _ = claim(&app, &ada.token, text(&booking, "paymentIntentId")).await.expect_status(200);
        assert_eq!(app.text(&format!("select client_id from bookings where id = '{visit}'")).await, Some(ada.id));
    }

    async fn nobody_else_may_claim(app: TestApp) {
        let (guest, booking) = made(&app).await;
        let intent = text(&booking, "paymentIntentId");
        let stranger = client(&app, "bob@example.com").await;
        // Unproved identifiers: one registered, one written into a profile.
        let mallory = Person::of(&register(&app, "ada@example.com", "").await.expect_status(201).json());
        let _ = app.call(http::Method::PUT, "/api/clients/me").bearer(&stranger.token).json(&json!({ "phone": "07700 900123" })).send().await.expect_status(200);
        let pro = crate::people::master(&app, "ada@example.com").await;
        let other_guest = app.guest_with(&json!({ "email": "ada@example.com" }), app.fresh_ip()).await;
        for token in [&stranger.token, &mallory.token, &other_guest.token] {
            claim(&app, token, intent).await.problem(404, "not_found");
        }
        claim(&app, &pro.token, intent).await.problem(401, "unauthorised");
        for unknown in ["pi_none", ""] {
            claim(&app, &mallory.token, unknown).await.problem(404, "not_found");
        }
        app.post("/api/bookings/claim-by-intent").json(&json!({ "payment_intent_id": intent })).send().await.problem(401, "unauthorised");
        assert_eq!(app.text("select client_id from bookings").await, Some(guest.id));
    }

    async fn what_came_along_with_the_sign_in_is_claimed_already(app: TestApp) {
        let (guest, booking) = made(&app).await;
        let ada = enter(&app, &json!({ "email": "ada@example.com" }), &guest.token).await;
        let claimed = claim(&app, &ada.token, text(&booking, "paymentIntentId")).await.expect_status(200).json();
        assert_eq!(claimed["booking_id"], booking["bookingId"]);
    }

    async fn an_accounts_booking_is_never_claimed(app: TestApp) {
        let (guest, booking) = made(&app).await;
        enter(&app, &json!({ "email": "owner@example.com" }), &guest.token).await;
        let ada = client(&app, "ada@example.com").await;
        claim(&app, &ada.token, text(&booking, "paymentIntentId")).await.problem(404, "not_found");
    }
}
