//! POST /api/masters/login/otp-request and /otp-verify: pros' one-time codes

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{HOUR, MINUTE};
use serde_json::{Value, json};

use crate::journey::text;
use crate::people::{
    PASSWORD, client, code, login, master, master_by_code, master_code, master_login, master_status,
    master_verify, outbox, register, signed_in_master, verify,
};
use crate::pros;

const REQUEST: &str = "/api/masters/login/otp-request";
const PRO: &str = "pro@example.com";

fn who() -> Value {
    json!({ "email": PRO })
}

/// A different code.
fn wrong(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

async fn refused(app: &TestApp, email: &str, code: &str) {
    let problem = master_verify(app, email, code, "")
        .await
        .problem(401, "invalid_code");
    assert_eq!(problem["detail"], "Invalid code. Try again.");
}

both_databases! {
    async fn a_code_makes_the_account_of_a_sole_trader(app: TestApp) {
        let code = master_code(&app, PRO).await;
        let sent = outbox(&app, PRO);
        assert_eq!(sent.len(), 1);
        assert_eq!((text(&sent[0], "channel"), text(&sent[0], "subject")), ("email", "Your Callout sign-in code for pros"));
        // Case and surrounding spaces make no other email.
        let answer = master_verify(&app, " PRO@example.com ", &format!(" {code} "), "").await.expect_status(200).json();
        assert_eq!((text(&answer, "email"), text(&answer, "role")), (PRO, "master"));
        let pro = signed_in_master(&app, &answer).await;
        let me = pros::me(&app, &pro).await;
        assert_eq!((&me["emailProved"], text(&me, "accountType"), text(&me, "status")), (&json!(true), "sole_trader", "incomplete"));
        let proved = "select account_id from identifiers where role = 'master' and verified_at is not null";
        assert_eq!(app.text(proved).await.as_deref(), Some(pro.id.as_str()));
        // The code is used up, and the next one signs in to the same account.
        assert_eq!(app.count("select count(*) from login_codes").await, 0);
        refused(&app, PRO, &code).await;
        assert_eq!(master_by_code(&app, PRO, "").await.id, pro.id);
        assert_eq!(app.count("select count(*) from masters").await, 1);
        assert_eq!(app.count("select count(*) from clients").await, 0);
    }

    async fn a_code_opens_one_kind_of_account_only(app: TestApp) {
        let (for_pros, for_clients) = (master_code(&app, PRO).await, code(&app, &who()).await);
        assert_eq!(app.count("select count(*) from login_codes").await, 2);
        assert_eq!(text(outbox(&app, PRO).last().unwrap(), "subject"), "Your Callout sign-in code");
        if for_pros != for_clients {
            refused(&app, PRO, &for_clients).await;
            verify(&app, &who(), &for_pros, "").await.problem(401, "invalid_code");
            // Each wrong try counts where it was made.
            assert_eq!(app.count("select count(*) from wrong_codes where tries = 1").await, 2);
        }
        // Even the very same digits, with the other kind's code copied over them in the database, open nothing.
        app.execute("update login_codes set mac = (select mac from login_codes pros where pros.role = 'master') where role = 'client'").await;
        verify(&app, &who(), &for_pros, "").await.problem(401, "invalid_code");
        let pro = signed_in_master(&app, &master_verify(&app, PRO, &for_pros, "").await.expect_status(200).json()).await;
        // Proving the email as a pro proves nothing for clients, and the other way round.
        let person = client(&app, PRO).await;
        assert_ne!(pro.id, person.id);
        app.get("/api/clients/me").bearer(&pro.token).send().await.problem(401, "unauthorised");
        app.get("/api/masters/me").bearer(&person.token).send().await.problem(401, "unauthorised");
        let _ = register(&app, "other@example.com", "").await.expect_status(201);
        master_by_code(&app, "other@example.com", "").await;
        let _ = login(&app, "other@example.com", PASSWORD, "").await.expect_status(200);
        assert_eq!(app.count("select count(*) from identifiers where value = 'other@example.com' and verified_at is null").await, 1);
    }

    async fn known_and_unknown_are_answered_alike(app: TestApp) {
        master_by_code(&app, "proved@example.com", "").await;
        master(&app, "claimed@example.com").await;
        let mut answers = Vec::new();
        for email in ["proved@example.com", "claimed@example.com", "unknown@example.com"] {
            refused(&app, email, "123456").await;
            let code = master_code(&app, email).await;
            let refusal = master_verify(&app, email, &wrong(&code), "").await.expect_status(401).text();
            let signed_in = master_verify(&app, email, &code, "").await.expect_status(200).json();
            let fields: Vec<String> = signed_in.as_object().unwrap().keys().cloned().collect();
            let asked = app.post(REQUEST).ip(app.fresh_ip()).json(&json!({ "email": email })).send().await.expect_status(202).text();
            answers.push((asked, refusal, fields));
        }
        assert!(answers[0] == answers[1] && answers[1] == answers[2], "{answers:?}");
    }

    async fn the_first_proof_voids_an_unproved_password(app: TestApp) {
        let registered = master(&app, PRO).await;
        let _ = pros::put(&app, &registered, "profile/rates", &pros::rates()).await.expect_status(200);
        let proved = master_by_code(&app, PRO, "").await;
        // It is the same account with what was told of it, but only the email opens it now.
        assert_eq!(proved.id, registered.id);
        assert_eq!(pros::me(&app, &proved).await["rates"], pros::rates());
        assert_eq!((master_status(&app, &registered.token).await, master_status(&app, &proved.token).await), (401, 200));
        master_login(&app, PRO, PASSWORD).await.problem(401, "invalid_credentials");
        assert_eq!(app.count("select count(*) from passwords").await, 0);
        assert_eq!(app.count("select count(*) from sessions where ended_at is null").await, 1);
        // Further codes end nothing.
        master_by_code(&app, PRO, "").await;
        assert_eq!(master_status(&app, &proved.token).await, 200);
    }

    async fn with_the_accounts_own_token_it_only_proves_the_email(app: TestApp) {
        let registered = master(&app, PRO).await;
        let proved = master_by_code(&app, PRO, &registered.token).await;
        assert_eq!(proved.id, registered.id);
        assert_eq!((master_status(&app, &registered.token).await, master_status(&app, &proved.token).await), (200, 200));
        let _ = master_login(&app, PRO, PASSWORD).await.expect_status(200);
        assert_eq!(pros::me(&app, &registered).await["emailProved"], true);
        // The password is proved with the email: a code without a token leaves it.
        master_by_code(&app, PRO, "").await;
        let _ = master_login(&app, PRO, PASSWORD).await.expect_status(200);
        assert_eq!(master_status(&app, &registered.token).await, 200);
    }

    async fn anybody_elses_token_counts_as_none(app: TestApp) {
        let (stranger, person) = (master(&app, "stranger@example.com").await, client(&app, PRO).await);
        for (number, token) in [stranger.token.as_str(), &person.token, "rubbish"].into_iter().enumerate() {
            let email = format!("pro{number}@example.com");
            let registered = master(&app, &email).await;
            let proved = master_by_code(&app, &email, token).await;
            assert_eq!((proved.id, master_status(&app, &registered.token).await), (registered.id, 401), "{token}");
            master_login(&app, &email, PASSWORD).await.problem(401, "invalid_credentials");
        }
        assert_eq!(master_status(&app, &stranger.token).await, 200);
        let _ = master_login(&app, "stranger@example.com", PASSWORD).await.expect_status(200);
    }

    async fn a_concurrent_sign_in_does_not_survive_the_proof(app: TestApp) {
        master(&app, PRO).await;
        let right = master_code(&app, PRO).await;
        let (proved, first, second) = futures_util::join!(
            Box::pin(master_verify(&app, PRO, &right, "")),
            Box::pin(master_login(&app, PRO, PASSWORD)),
            Box::pin(master_login(&app, PRO, PASSWORD)),
        );
        let proved = proved.expect_status(200).json();
        for answer in [first, second] {
            if answer.status == 200 {
                assert_eq!(master_status(&app, text(&answer.json(), "token")).await, 401);
            }
        }
        let live = app.count("select count(*) from sessions where ended_at is null").await;
        assert_eq!((live, master_status(&app, text(&proved, "token")).await), (1, 200));
    }

    async fn whoever_reads_the_pros_who_changed_sees_the_proof(app: TestApp) {
        let pro = master(&app, PRO).await;
        let changed = "select changed_at from masters";
        assert_eq!(app.count(changed).await, app.clock.now());
        app.clock.advance(MINUTE);
        master_by_code(&app, PRO, &pro.token).await;
        let proved_at = app.clock.now();
        assert_eq!(app.count(changed).await, proved_at);
        // Signing in alone changes nothing.
        app.clock.advance(MINUTE);
        master_by_code(&app, PRO, "").await;
        assert_eq!(app.count(changed).await, proved_at);
    }

    async fn five_tries_ten_minutes_one_code(app: TestApp) {
        let code = master_code(&app, PRO).await;
        for tries in 1..=5 {
            refused(&app, PRO, &wrong(&code)).await;
            assert_eq!(app.count("select tries from login_codes").await, tries);
        }
        refused(&app, PRO, &code).await;
        let second = master_code(&app, PRO).await;
        app.clock.advance(10 * MINUTE);
        refused(&app, PRO, &second).await;
        let third = master_code(&app, PRO).await;
        app.clock.advance(10 * MINUTE - 1);
        let _ = master_verify(&app, PRO, &third, "").await.expect_status(200);
    }

    async fn requests_for_codes_are_limited(app: TestApp) {
        let ask = |email: String, ip| app.post(REQUEST).ip(ip).json(&json!({ "email": email })).send();
        // 5 for the pair of email and address.
        let ip = app.fresh_ip();
        for _ in 0..5 {
            let _ = ask(PRO.to_owned(), ip).await.expect_status(202);
        }
        let full = ask(PRO.to_owned(), ip).await;
        assert_eq!(full.header("retry-after"), Some("3601"));
        full.problem(429, "too_many_requests");
        // 10 for the email, from any address; the client of the same email is not held up.
        for _ in 0..5 {
            let _ = ask(PRO.to_owned(), app.fresh_ip()).await.expect_status(202);
        }
        ask(PRO.to_owned(), app.fresh_ip()).await.problem(429, "too_many_requests");
        while outbox(&app, PRO).len() < 10 {
            tokio::task::yield_now().await;
        }
        client(&app, PRO).await;
        // 20 for the address, clients' codes included.
        let ip = app.fresh_ip();
        for number in 0..19 {
            let _ = ask(format!("b{number}@example.com"), ip).await.expect_status(202);
        }
        let for_client = || app.post("/api/clients/login/otp-request").ip(ip).json(&json!({ "email": "c@example.com" })).send();
        let _ = for_client().await.expect_status(202);
        ask("d@example.com".to_owned(), ip).await.problem(429, "too_many_requests");
        for_client().await.problem(429, "too_many_requests");
        app.clock.advance(HOUR);
        let _ = ask(PRO.to_owned(), ip).await.expect_status(202);
    }

    async fn beyond_the_ceiling_only_proved_pros_get_a_code(app: TestApp) {
        let proved = master_by_code(&app, "proved@example.com", "").await;
        client(&app, "client@example.com").await;
        master(&app, "claimed@example.com").await;
        let app = app.restarted(|config| config.limits.codes_total = 1).await;
        master_by_code(&app, "first@example.com", "").await;
        let before = outbox(&app, "client@example.com").len();
        for email in ["client@example.com", "claimed@example.com", "unknown@example.com"] {
            let asked = app.post(REQUEST).ip(app.fresh_ip()).json(&json!({ "email": email })).send().await;
            assert_eq!(asked.expect_status(202).json(), json!({ "ok": true }));
        }
        assert_eq!(master_by_code(&app, "proved@example.com", "").await.id, proved.id);
        assert_eq!(outbox(&app, "client@example.com").len(), before);
        assert!(outbox(&app, "claimed@example.com").is_empty() && outbox(&app, "unknown@example.com").is_empty());
        app.state.db.close().await;
    }

    async fn wrong_codes_within_an_hour_are_limited_for_each_kind_of_account(app: TestApp) {
        let app = app.restarted(|config| config.limits.codes_wrong = 5).await;
        let first = master_code(&app, PRO).await;
        for _ in 0..5 {
            refused(&app, PRO, &wrong(&first)).await;
        }
        let right = master_code(&app, PRO).await;
        let full = master_verify(&app, PRO, &right, "").await;
        assert_eq!(full.header("retry-after"), Some("3601"));
        full.problem(429, "too_many_requests");
        client(&app, PRO).await;
        app.clock.advance(HOUR);
        master_by_code(&app, PRO, "").await;
        app.state.db.close().await;
    }

    async fn bad_bodies_are_refused(app: TestApp) {
        let ask = |body: Value| app.post(REQUEST).ip(app.fresh_ip()).json(&body).send();
        ask(json!({})).await.invalid_field("email");
        // A phone opens no pro's account.
        ask(json!({ "phone": "07700 900123" })).await.invalid_field("email");
        assert_eq!(ask(json!({ "email": "pro" })).await.invalid_field("email"), "Please enter a valid email.");
        master_verify(&app, "pro", "123456", "").await.invalid_field("email");
        app.post("/api/masters/login/otp-verify").json(&who()).send().await.invalid_field("code");
        for no_code in ["", "12345", &"1".repeat(10_000)] {
            master_verify(&app, PRO, no_code, "").await.invalid_field("code");
        }
        assert_eq!(app.count("select count(*) from login_codes").await, 0);
        assert_eq!(app.count("select count(*) from masters").await, 0);
    }
}
