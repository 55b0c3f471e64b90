//! POST /api/clients/password/login and /register; GET /api/clients/identifier-exists

use api_tests::both_databases;
use callout_domain::clock::HOUR;
use serde_json::json;

use crate::journey::{booked, text};
use crate::people::{PASSWORD, Person, client, listed, login, me_status, register};

both_databases! {
    async fn register_then_log_in(app: TestApp) {
        let registered = register(&app, " Ada@Example.com", "").await.expect_status(201).json();
        let ada = Person::of(&registered);
        assert!(ada.id.starts_with("client-"));
        let me = app.get("/api/clients/me").bearer(&ada.token).send().await.expect_status(200).json();
        assert_eq!((text(&me, "email"), &me["emailVerified"]), ("ada@example.com", &json!(false)));
        let hash = app.text("select hash from passwords").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let signed_in = Person::of(&login(&app, "ADA@example.com", PASSWORD, "").await.expect_status(200).json());
        assert_eq!(signed_in.id, ada.id);
        assert_eq!((me_status(&app, &ada.token).await, me_status(&app, &signed_in.token).await), (200, 200));
    }

    async fn bad_registrations_and_logins_are_refused(app: TestApp) {
        let wanted = |email: &str, password: &str| app.post("/api/clients/password/register").ip(app.fresh_ip()).json(&json!({ "email": email, "password": password })).send();
        for (password, message) in [
            ("", "Password is required."),
            ("five5", "Password must be at least 6 characters."),
            ("123456", "This password is too common. Please choose another."),
            ("QwErTy", "This password is too common. Please choose another."),
            (&"x".repeat(201), "Password must be at most 200 characters."),
        ] {
            assert_eq!(wanted("ada@example.com", password).await.invalid_field("password"), message);
        }
        assert_eq!(wanted("ada", PASSWORD).await.invalid_field("email"), "Please enter a valid email.");
        app.post("/api/clients/password/register").json(&json!({ "email": "ada@example.com" })).send().await.invalid_field("password");
        assert_eq!(app.count("select count(*) from clients").await, 0);
        let _ = wanted("ada@example.com", &"x".repeat(200)).await.expect_status(201);
        // The email is taken, by a registration or a proof.
        wanted("ada@example.com", PASSWORD).await.problem(409, "email_taken");
        client(&app, "bob@example.com").await;
        wanted("bob@example.com", PASSWORD).await.problem(409, "email_taken");
        assert_eq!(app.count("select count(*) from clients").await, 2);
        for (email, password) in [("ada@example.com", "wrong-one"), ("bob@example.com", PASSWORD), ("eve@example.com", PASSWORD), ("ada@example.com", "")] {
            let problem = login(&app, email, password, "").await.problem(401, "invalid_credentials");
            assert_eq!(problem["detail"], "Invalid email or password.");
        }
    }

    async fn two_registrations_at_once_make_one_account(app: TestApp) {
        let both = futures_util::join!(Box::pin(register(&app, "ada@example.com", "")), Box::pin(register(&app, "ada@example.com", "")));
        let mut statuses = [both.0.status.as_u16(), both.1.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
        assert_eq!(app.count("select count(*) from clients").await, 1);
        assert_eq!(app.count("select count(*) from sessions").await, 1);
    }

    async fn a_guest_brings_its_bookings(app: TestApp) {
        let (first, second) = (app.guest().await, app.guest().await);
        let one = booked(&app, &first).await;
        let ada = Person::of(&register(&app, "ada@example.com", &first.token).await.expect_status(201).json());
        assert_eq!(listed(&app, &ada.token).await, [text(&one, "id").to_owned()]);
        // A password proves no email: other guests keep what they booked under it.
        let two = booked(&app, &second).await;
        let again = Person::of(&login(&app, "ada@example.com", PASSWORD, "").await.expect_status(200).json());
        assert_eq!(listed(&app, &again.token).await.len(), 1);
        let again = Person::of(&login(&app, "ada@example.com", PASSWORD, &second.token).await.expect_status(200).json());
        let all = listed(&app, &again.token).await;
        assert!(all.len() == 2 && [one, two].iter().all(|booking| all.contains(&text(booking, "id").to_owned())));
        for guest in [first, second] {
            assert_eq!(me_status(&app, &guest.token).await, 401);
        }
        // An invalid token does not prevent signing in.
        let _ = login(&app, "ada@example.com", PASSWORD, "rubbish").await.expect_status(200);
    }

    async fn attempts_are_limited(app: TestApp) {
        let _ = register(&app, "ada@example.com", "").await.expect_status(201);
        for _ in 0..10 {
            let _ = login(&app, "ada@example.com", "wrong-one", "").await.expect_status(401);
        }
        // Wherever they come from, the owner signs in (`ways_in.rs` has the rest).
        let _ = login(&app, "ada@example.com", PASSWORD, "").await.expect_status(200);
        // 50 from one address, whatever the identifiers.
        let ip = app.fresh_ip();
        let from = |number: u32| app.post("/api/clients/password/login").ip(ip).json(&json!({ "email": format!("p{number}@example.com"), "password": PASSWORD })).send();
        for number in 0..50 {
            let _ = from(number).await.expect_status(401);
        }
        from(50).await.problem(429, "too_many_requests");
    }

    async fn identifier_exists_reveals_accounts_by_design(app: TestApp) {
        let exists = |query: &str| {
            let call = app.get(&format!("/api/clients/identifier-exists?{query}")).ip(app.fresh_ip());
            async move { call.send().await.expect_status(200).json()["exists"].as_bool().unwrap() }
        };
        app.guest_with(&json!({ "email": "guest@example.com", "phone": "07700 900123" }), app.fresh_ip()).await;
        client(&app, "proved@example.com").await;
        let _ = register(&app, "password@example.com", "").await.expect_status(201);
        crate::people::master(&app, "pro@example.com").await;
        assert!(exists("email=proved@example.com").await && exists("email=Password%40example.com").await);
        for query in ["email=guest@example.com", "phone=07700900123", "email=pro@example.com", "email=nobody@example.com"] {
            assert!(!exists(query).await, "{query}");
        }
        app.get("/api/clients/identifier-exists").send().await.invalid_field("email");
        app.get("/api/clients/identifier-exists?phone=1").send().await.invalid_field("phone");
    }

    async fn calls_that_reveal_accounts_share_one_limit(app: TestApp) {
        let _ = register(&app, "ada@example.com", "").await.expect_status(201);
        let ip = app.fresh_ip();
        let asked = || app.get("/api/clients/identifier-exists?email=ada@example.com").ip(ip).send();
        let wanted = |email: &str| app.post("/api/clients/password/register").ip(ip).json(&json!({ "email": email, "password": PASSWORD })).send();
        for _ in 0..15 {
            let _ = asked().await.expect_status(200);
        }
        for _ in 0..4 {
            let _ = wanted("ada@example.com").await.expect_status(409);
        }
        // A registration also reveals that an email was free, so it counts.
        let _ = wanted("free@example.com").await.expect_status(201);
        let full = asked().await;
        assert_eq!(full.header("retry-after"), Some("3601"));
        full.problem(429, "too_many_requests");
        // Taken and free look alike once the limit is reached.
        wanted("ada@example.com").await.problem(429, "too_many_requests");
        wanted("new@example.com").await.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = asked().await.expect_status(200);
    }
}
