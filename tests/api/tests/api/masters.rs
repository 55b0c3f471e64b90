//! POST /api/masters/register and /login, GET /api/masters/me

use api_tests::both_databases;
use serde_json::json;

use crate::journey::text;
use crate::people::{PASSWORD, client};

both_databases! {
    async fn a_pro_registers_and_signs_in(app: TestApp) {
        let post = |path: &str, body: serde_json::Value| app.post(&format!("/api/masters/{path}")).ip(app.fresh_ip()).json(&body).send();
        for (email, kind, stored) in [("one@example.com", json!(null), "sole_trader"), ("Two@example.com", json!("company"), "company")] {
            let mut body = json!({ "email": email, "password": PASSWORD });
            if !kind.is_null() {
                body["accountType"] = kind;
            }
            let registered = post("register", body).await.expect_status(201).json();
            let email = email.to_lowercase();
            assert_eq!((text(&registered, "email"), text(&registered, "role")), (email.as_str(), "master"));
            let signed_in = post("login", json!({ "email": email, "password": PASSWORD })).await.expect_status(200).json();
            assert_eq!((text(&signed_in, "email"), text(&signed_in, "role")), (email.as_str(), "master"));
            for token in [text(&registered, "token"), text(&signed_in, "token")] {
                let me = app.get("/api/masters/me").bearer(token).send().await.expect_status(200).json();
                assert!(text(&me, "masterId").starts_with("master-"));
                assert_eq!((text(&me, "email"), text(&me, "accountType"), text(&me, "status")), (email.as_str(), stored, "incomplete"));
            }
        }
    }

    async fn bad_registrations_and_logins_are_refused(app: TestApp) {
        let post = |path: &str, body: serde_json::Value| app.post(&format!("/api/masters/{path}")).ip(app.fresh_ip()).json(&body).send();
        let good = json!({ "email": "pro@example.com", "password": PASSWORD });
        let _ = post("register", good.clone()).await.expect_status(201);
        post("register", good).await.problem(409, "email_taken");
        post("register", json!({ "email": "new@example.com", "password": "short" })).await.invalid_field("password");
        post("register", json!({ "email": "new@example.com", "password": "password" })).await.invalid_field("password");
        post("register", json!({ "email": "new", "password": PASSWORD })).await.invalid_field("email");
        post("register", json!({ "email": "new@example.com", "password": PASSWORD, "accountType": "gang" })).await.invalid_field("accountType");
        // A client's password does not sign in as a pro.
        client(&app, "ada@example.com").await;
        for (email, password) in [("pro@example.com", "wrong-one"), ("ada@example.com", PASSWORD), ("nobody@example.com", PASSWORD)] {
            let problem = post("login", json!({ "email": email, "password": password })).await.problem(401, "invalid_credentials");
            assert_eq!(problem["detail"], "Invalid email or password.");
        }
        app.get("/api/masters/me").send().await.problem(401, "unauthorised");
        app.get("/api/masters/me").bearer(&app.guest().await.token).send().await.problem(401, "unauthorised");
        assert_eq!(app.count("select count(*) from masters").await, 1);
    }

    async fn a_pros_token_is_refused_on_client_routes(app: TestApp) {
        let pro = crate::people::master(&app, "pro@example.com").await;
        for path in ["/api/clients/me", "/api/bookings/C-00000000/cancellation"] {
            app.get(path).bearer(&pro.token).send().await.problem(401, "unauthorised");
        }
    }
}
