//! U+0000, which PostgreSQL can neither store nor compare, gets the same answer on both databases: 404 in a path, a 422 that
//! names the field elsewhere.

use api_tests::both_databases;
use callout_api::router::routes;
use http::Method;
use serde_json::json;

use crate::journey::{ask, wish, with};
use crate::people::client;

both_databases! {
    async fn a_path_with_nul_is_not_found(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let open = ["{id}", "{bookingId}", "{guestToken}", "{outward}", "{intent}", "{paymentIntentId}", "{provider}", "{month}", "{moduleId}", "{number}", "{file}", "{token}"];
        let mut walked = 0;
        for route in routes() {
            if !route.path.contains('{') {
                continue;
            }
            walked += 1;
            for value in ["%00", "C-1%00"] {
                let path = open.iter().fold(route.path.to_owned(), |path, name| path.replace(name, value));
                assert!(!path.contains('{'), "{path}");
                let call = app.call(route.method.clone(), &path).ip(app.fresh_ip()).bearer(&ada.token);
                call.send().await.problem(404, "not_found");
            }
        }
        assert!(walked > 10);
    }

    async fn a_body_or_query_with_nul_names_the_field(app: TestApp) {
        let guest = app.guest().await;
        let post = |path: &str, field: &str, body: serde_json::Value| {
            let call = app.post(path).ip(app.fresh_ip()).bearer(&guest.token);
            call.json(&with(body, json!({ field: "a\0b" }))).send()
        };
        for field in ["draftId", "description", "quickFix", "couponCode"] {
            post("/api/quotes", field, wish()).await.invalid_field(field);
        }
        for field in ["draftId", "code"] {
            let coupon = json!({ "code": "WELCOME10", "amountPence": 9_000, "currency": "GBP" });
            post("/api/coupons/validate", field, coupon).await.invalid_field(field);
        }
        for (path, field) in [
            ("/api/create-payment", "booking_id"),
            ("/api/matching/start", "booking_id"),
            ("/api/bookings/claim-by-intent", "payment_intent_id"),
            ("/api/events/ticket", "bookingId"),
            ("/api/chat/read/C-1", "id"),
        ] {
            post(path, field, json!({})).await.invalid_field(field);
        }
        let rated = json!({ "rating": 5 });
        post("/api/bookings/C-1/review", "text", rated).await.invalid_field("text");
        for (path, field) in [
            ("/api/slots", "draftId"),
            ("/api/slots", "invitation"),
            ("/api/bookings/C-1", "token"),
            ("/api/files/C-1", "share"),
            ("/api/chat/history/C-1", "before"),
            ("/api/chat/ws", "bookingId"),
            ("/api/payments/bookings/by-intent/pi_1", "client_secret"),
        ] {
            app.call(Method::GET, &format!("{path}?{field}=a%00")).bearer(&guest.token).send().await.invalid_field(field);
        }
        // An escaped backslash followed by `u0000` is ordinary text.
        let _ = ask(&app, &guest, &with(wish(), json!({ "description": "Leaking tap \\u0000 in the kitchen" }))).await.expect_status(201);
    }
}
