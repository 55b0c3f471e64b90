//! GET and PUT /api/clients/me, GET /api/clients/me/summary

use api_tests::{TestApp, both_databases};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{booked, booked_on, card, pay, quote, text, wish, with};
use crate::people::{client, master};

async fn put(app: &TestApp, token: &str, body: Value) -> api_tests::Answer {
    app.call(Method::PUT, "/api/clients/me")
        .bearer(token)
        .json(&body)
        .send()
        .await
}

both_databases! {
    async fn a_guests_booking_fills_what_the_profile_lacks(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        // Somebody else at the browser: the booking comes along by its proved email alone.
        let ada = client(&app, "ada@example.com").await;
        let me = async || app.get("/api/clients/me").bearer(&ada.token).send().await.expect_status(200).json();
        let filled = me().await;
        for (field, value) in [
            ("name", "Ada Lovelace"), ("phone", "+447700900123"), ("addressLine", "1 Test Street"), ("city", "London"), ("postcode", "SW1A 1AA"),
        ] {
            assert_eq!(filled[field], value, "{field}");
        }
        assert_eq!(filled["phoneVerified"], false);
        // Once the bookings are there, another sign-in brings back nothing that was cleared.
        let _ = put(&app, &ada.token, json!({ "name": "", "addressLine": "", "city": "", "postcode": "" })).await.expect_status(200);
        client(&app, "ada@example.com").await;
        assert!(me().await.get("name").is_none() && me().await.get("addressLine").is_none());
        // A later booking fills the gaps only, and an address never in parts.
        let _ = put(&app, &ada.token, json!({ "postcode": "M1 1AE" })).await.expect_status(200);
        booked_on(&app, &app.guest().await, 25).await;
        client(&app, "ada@example.com").await;
        let mended = me().await;
        assert_eq!((&mended["name"], &mended["postcode"]), (&json!("Ada Lovelace"), &json!("M1 1AE")));
        assert!(mended.get("addressLine").is_none(), "{mended}");
    }

    async fn the_guests_own_booking_fills_the_profile_too(app: TestApp) {
        let guest = app.guest().await;
        booked(&app, &guest).await;
        let eve = crate::people::enter(&app, &json!({ "email": "eve@example.com" }), &guest.token).await;
        let me = app.get("/api/clients/me").bearer(&eve.token).send().await.expect_status(200).json();
        assert_eq!((&me["name"], &me["email"], &me["addressLine"]), (&json!("Ada Lovelace"), &json!("eve@example.com"), &json!("1 Test Street")));
    }

    async fn a_profile_is_kept(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let whole = json!({
            "name": " Ada Lovelace ", "phone": "07700 900123", "addressLine": "1 Test Street", "city": "London", "postcode": "sw1a1aa", "marketingConsent": true,
        });
        let kept = json!({
            "clientId": ada.id, "email": "ada@example.com", "emailVerified": true, "phone": "+447700900123", "phoneVerified": false, "name": "Ada Lovelace",
            "addressLine": "1 Test Street", "city": "London", "postcode": "SW1A 1AA", "marketingConsent": true,
        });
        assert_eq!(put(&app, &ada.token, whole).await.expect_status(200).json(), kept);
        // The query is ignored.
        assert_eq!(app.get("/api/clients/me?email=other@example.com").bearer(&ada.token).send().await.expect_status(200).json(), kept);
        let agreed = app.count("select marketing_consent_at from clients").await;
        assert_eq!(agreed, app.clock.now());
        // Absent fields stay, empty ones are cleared; consent keeps its date until it is withdrawn.
        app.clock.advance(1_000);
        let changed = put(&app, &ada.token, json!({ "city": "", "name": "Ada", "marketingConsent": true })).await.expect_status(200).json();
        assert!(changed.get("city").is_none() && text(&changed, "name") == "Ada" && text(&changed, "postcode") == "SW1A 1AA");
        assert_eq!(app.count("select marketing_consent_at from clients").await, agreed);
        let changed = put(&app, &ada.token, json!({ "marketingConsent": false })).await.expect_status(200).json();
        assert_eq!(changed["marketingConsent"], false);
        assert_eq!(app.count("select count(*) from clients where marketing_consent_at is null").await, 1);
    }

    async fn an_email_changes_by_a_code_only(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        for email in ["New@Example.com", "", "ada"] {
            let changed = put(&app, &ada.token, json!({ "email": email, "name": "Ada" })).await.expect_status(200).json();
            assert_eq!((text(&changed, "email"), &changed["emailVerified"]), ("ada@example.com", &json!(true)));
        }
        assert_eq!(app.text("select value from identifiers").await.as_deref(), Some("ada@example.com"));
        assert_eq!(client(&app, "ada@example.com").await.id, ada.id);
    }

    async fn lengths_are_checked_at_both_ends(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        for (field, limit) in [("name", 100), ("addressLine", 120), ("city", 80)] {
            let _ = put(&app, &ada.token, json!({ field: "é".repeat(limit) })).await.expect_status(200);
            put(&app, &ada.token, json!({ field: "é".repeat(limit + 1) })).await.invalid_field(field);
            put(&app, &ada.token, json!({ field: "a\0b" })).await.invalid_field(field);
            let shown = put(&app, &ada.token, json!({ field: " a\u{202e}\u{7}\nb " })).await.expect_status(200).json();
            assert_eq!(shown[field], "a b");
        }
        for (field, value) in [("phone", "020 7946 0000"), ("postcode", "SW1")] {
            put(&app, &ada.token, json!({ field: value })).await.invalid_field(field);
        }
        put(&app, &ada.token, json!({ "name": 7 })).await.invalid_field("name");
    }

    async fn a_profile_is_its_owners_only(app: TestApp) {
        let guest = app.guest().await;
        let me = app.get("/api/clients/me").bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!((text(&me, "clientId"), &me["emailVerified"]), (guest.id.as_str(), &json!(false)));
        let _ = put(&app, &guest.token, json!({ "name": "Ada" })).await.expect_status(200);
        let pro = master(&app, "pro@example.com").await;
        for path in ["/api/clients/me", "/api/clients/me/summary", "/api/clients/me/export"] {
            app.get(path).send().await.problem(401, "unauthorised");
            app.get(path).bearer(&pro.token).send().await.problem(401, "unauthorised");
        }
    }

    async fn counters_of_the_dashboard(app: TestApp) {
        let guest = app.guest().await;
        let summary = || app.get("/api/clients/me/summary").bearer(&guest.token).send();
        assert_eq!(summary().await.expect_status(200).json(), json!({ "total": 0, "active": 0, "completed": 0 }));
        let (done, cancelled) = (booked(&app, &guest).await, booked_on(&app, &guest, 25).await);
        app.execute(&format!("update bookings set status = 'completed' where id = '{}'", text(&done, "id"))).await;
        app.execute(&format!("update bookings set status = 'cancelled', cancel_reason = 'client' where id = '{}'", text(&cancelled, "id"))).await;
        booked_on(&app, &guest, 26).await;
        // An unpaid card booking is not counted.
        let quoted = quote(&app, &guest, &with(wish(), json!({ "timeslotId": "2026-12-01-2" }))).await;
        let _ = pay(&app, &guest, &card(&quoted)).await.expect_status(201);
        assert_eq!(summary().await.expect_status(200).json(), json!({ "total": 3, "active": 1, "completed": 1 }));
        assert_eq!(app.get("/api/bookings").bearer(&guest.token).send().await.json()["items"].as_array().unwrap().len(), 3);
    }
}
