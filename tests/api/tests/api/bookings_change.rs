//! PATCH /api/bookings/{id}

use api_tests::{Answer, TestApp, both_databases};
use http::Method;
use serde_json::{Value, json};

use crate::journey::{booked, text};

async fn patch(app: &TestApp, booking: &Value, query: &str, token: &str, body: &Value) -> Answer {
    let path = format!("/api/bookings/{}{query}", text(booking, "id"));
    let call = app.call(Method::PATCH, &path).json(body);
    let call = if token.is_empty() {
        call
    } else {
        call.bearer(token)
    };
    call.send().await
}

async fn updates(app: &TestApp) -> i64 {
    app.count("select count(*) from booking_events where type = 'updated'")
        .await
}

both_databases! {
    async fn the_owner_changes_notes_and_second_line(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let wanted = json!({ "entry_info": " Ring\u{7} twice.\r\nBlue door. ", "address_line2": " Flat 9 " });
        let changed = patch(&app, &booking, "", &guest.token, &wanted).await.expect_status(200).json();
        assert_eq!(changed["entry_info"], "Ring twice.\nBlue door.");
        assert_eq!(changed["address_line2"], "Flat 9");
        assert_eq!((&changed["seq"], &changed["status"]), (&json!(3), &json!("pending")));
        assert!(changed["guest_token"].is_string() && changed["share_token"].is_string());
        // The same again changes nothing.
        let again = patch(&app, &booking, "", &guest.token, &wanted).await.expect_status(200).json();
        assert_eq!(again, changed);
        let unchanged = patch(&app, &booking, "", &guest.token, &json!({})).await.expect_status(200).json();
        assert_eq!(unchanged, changed);
        assert_eq!(updates(&app).await, 1);
        let path = format!("/api/bookings/{}/events?after=2", text(&booking, "id"));
        let events = app.get(&path).bearer(&guest.token).send().await.expect_status(200).json();
        assert_eq!(events, json!([{
            "seq": 3, "type": "updated", "at": "2026-11-23T10:05:00+00:00", "data": { "fields": ["entry_info", "address_line2"] },
        }]));
        // An empty text clears one field and leaves the other.
        let cleared = patch(&app, &booking, "", &guest.token, &json!({ "entry_info": " " })).await.expect_status(200).json();
        assert!(cleared.get("entry_info").is_none() && cleared["address_line2"] == "Flat 9");
        let cleared = patch(&app, &booking, "", &guest.token, &json!({ "address_line2": "" })).await.expect_status(200).json();
        assert!(cleared.get("address_line2").is_none());
        assert_eq!(updates(&app).await, 3);
    }

    async fn a_guest_link_changes_the_notes_alone(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let by_link = format!("?token={}", text(&booking, "guest_token"));
        let changed = patch(&app, &booking, &by_link, "", &json!({ "entry_info": "Code 1234" })).await.expect_status(200).json();
        assert_eq!((&changed["entry_info"], &changed["guest_token"]), (&json!("Code 1234"), &booking["guest_token"]));
        patch(&app, &booking, &by_link, "", &json!({ "entry_info": "x", "address_line2": "Flat 3" })).await.problem(403, "forbidden");
        for shared in ["share", "t"] {
            let query = format!("?{shared}={}", text(&booking, "share_token"));
            patch(&app, &booking, &query, "", &json!({ "entry_info": "x" })).await.problem(403, "forbidden");
        }
        patch(&app, &booking, "", "", &json!({ "entry_info": "x" })).await.problem(401, "unauthorised");
        let stranger = app.guest().await;
        patch(&app, &booking, "", &stranger.token, &json!({ "entry_info": "x" })).await.problem(404, "not_found");
        assert_eq!(app.text("select entry_info from bookings").await.as_deref(), Some("Code 1234"));
        assert_eq!(updates(&app).await, 1);
    }

    async fn other_fields_are_refused_by_name(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        for field in ["postcode", "address_line1", "city", "customer_name", "customer_phone", "customer_email", "status"] {
            let body = json!({ "entry_info": "x", field: "M1 1AE" });
            patch(&app, &booking, "", &guest.token, &body).await.invalid_field(field);
        }
        for (field, most) in [("entry_info", 500), ("address_line2", 120)] {
            let of = |length: usize| json!({ field: "é".repeat(length) });
            let _ = patch(&app, &booking, "", &guest.token, &of(most)).await.expect_status(200);
            patch(&app, &booking, "", &guest.token, &of(most + 1)).await.invalid_field(field);
        }
        let _ = patch(&app, &booking, "", &guest.token, &json!({ "address_line2": " a\nb\u{200b}" })).await.expect_status(200);
        assert_eq!(app.text("select address_line2 from bookings").await.as_deref(), Some("a b"));
        assert_eq!(updates(&app).await, 3);
    }

    async fn an_ended_booking_stays_as_it_is(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let by_link = format!("?token={}", text(&booking, "guest_token"));
        for (status, is_open) in [
            ("created", true), ("pending", true), ("in_progress", true), ("no_response", true), ("completed", false), ("cancelled", false),
        ] {
            app.execute(&format!("update bookings set status = '{status}'")).await;
            let body = json!({ "entry_info": format!("while {status}") });
            let answer = patch(&app, &booking, &by_link, "", &body).await;
            if is_open {
                let _ = answer.expect_status(200);
            } else {
                answer.problem(409, "booking_ended");
                patch(&app, &booking, "", &guest.token, &body).await.problem(409, "booking_ended");
            }
        }
        assert_eq!(app.text("select entry_info from bookings").await.as_deref(), Some("while no_response"));
    }

    async fn changes_at_the_same_time_are_all_told(app: TestApp) {
        let guest = app.guest().await;
        let booking = booked(&app, &guest).await;
        let changes = (0..8).map(|number| {
            let (app, booking, guest) = (&app, &booking, &guest);
            async move { patch(app, booking, "", &guest.token, &json!({ "entry_info": format!("Code {number}") })).await.expect_status(200) }
        });
        let answers = futures_util::future::join_all(changes).await;
        let mut numbers: Vec<i64> = answers.iter().map(|answer| answer.json()["seq"].as_i64().unwrap()).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (3..11).collect::<Vec<_>>());
        assert_eq!(updates(&app).await, 8);
    }
}
