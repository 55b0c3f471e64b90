//! POST /api/clients/ensure-guest

use api_tests::both_databases;
use callout_domain::clock::HOUR;
use serde_json::json;

const PATH: &str = "/api/clients/ensure-guest";

both_databases! {
    async fn a_guest_is_a_new_client_with_a_session(app: TestApp) {
        let guest = app.guest_with(&json!({ "email": " Ada@Example.COM ", "phone": "07700 900123" }), app.fresh_ip()).await;
        assert!(guest.id.starts_with("guest-"));
        assert_eq!(app.text("select email from clients").await.as_deref(), Some("ada@example.com"));
        assert_eq!(app.text("select phone from clients").await.as_deref(), Some("+447700900123"));
        assert_eq!(app.count("select count(*) from clients where is_guest = 1").await, 1);
        assert_eq!(app.count("select count(*) from identifiers").await, 0);
        assert_eq!(app.text("select subject from sessions").await, Some(guest.id));
    }

    async fn the_same_person_twice_is_two_guests(app: TestApp) {
        let body = json!({ "email": "ada@example.com" });
        let first = app.guest_with(&body, app.fresh_ip()).await;
        let second = app.guest_with(&body, app.fresh_ip()).await;
        assert_ne!(first.id, second.id);
        assert_eq!(app.count("select count(*) from clients").await, 2);
    }

    async fn bad_bodies_store_nothing(app: TestApp) {
        let post = || app.post(PATH).ip(app.fresh_ip());
        post().json(&json!({})).send().await.invalid_field("phone");
        post().json(&json!({ "email": " ", "phone": "" })).send().await.invalid_field("phone");
        post().json(&json!({ "email": "ada" })).send().await.invalid_field("email");
        post().json(&json!({ "phone": "020 7946 0000" })).send().await.invalid_field("phone");
        post().json(&json!({ "phone": 7 })).send().await.invalid_field("phone");
        post().body("application/json", "{").send().await.invalid_field("body");
        post().body("text/plain", "{}").send().await.problem(415, "unsupported_media_type");
        app.get(PATH).send().await.problem(405, "method_not_allowed");
        assert_eq!(app.count("select count(*) from clients").await, 0);
        assert_eq!(app.count("select count(*) from sessions").await, 0);
    }

    async fn ten_guests_an_hour_from_one_address(app: TestApp) {
        let ip = app.fresh_ip();
        let body = json!({ "email": "ada@example.com" });
        for _ in 0..10 {
            app.guest_with(&body, ip).await;
        }
        let refused = app.post(PATH).ip(ip).json(&body).send().await;
        assert_eq!(refused.header("retry-after"), Some("3601"));
        let _ = refused.problem(429, "too_many_requests");
        app.guest_with(&body, app.fresh_ip()).await;
        app.clock.advance(HOUR);
        app.guest_with(&body, ip).await;
    }
}
