//! Pros' passkeys: /api/masters/me/passkeys and /api/masters/login/passkey-request and -verify

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::config::PaymentsMode;
use callout_front::jobs::housekeeping;
use http::Method;
use serde_json::{Value, json};

use crate::authenticator::{Authenticator, open_ceremonies};
use crate::journey::text;
use crate::people::{Person, master_by_code, master_status};

const OWN: &str = "/api/masters/me/passkeys";

/// What an authenticator is asked to add a passkey for a pro.
pub(crate) async fn adding(app: &TestApp, pro: &Person) -> Answer {
    app.post(&format!("{OWN}/start")).bearer(&pro.token).send().await
}

async fn add(app: &TestApp, pro: &Person, body: &Value) -> Answer {
    app.post(OWN).bearer(&pro.token).json(body).send().await
}

/// A passkey that a pro has added.
pub(crate) async fn added(app: &TestApp, pro: &Person, name: &str) -> Authenticator {
    let mut authenticator = Authenticator::new(&format!("{} {name}", pro.id));
    let asked = adding(app, pro).await.expect_status(200).json();
    let _ = add(app, pro, &authenticator.made(&asked, name))
        .await
        .expect_status(201);
    authenticator
}

pub(crate) async fn list(app: &TestApp, pro: &Person) -> Vec<Value> {
    let answer = app
        .get(OWN)
        .bearer(&pro.token)
        .send()
        .await
        .expect_status(200)
        .json();
    answer["items"].as_array().expect("a list").clone()
}

async fn remove(app: &TestApp, pro: &Person, id: &str) -> Answer {
    app.call(Method::DELETE, &format!("{OWN}/{id}"))
        .bearer(&pro.token)
        .send()
        .await
}

/// What an authenticator is asked at a sign-in.
async fn asked(app: &TestApp) -> Value {
    let path = "/api/masters/login/passkey-request";
    app.post(path)
        .ip(app.fresh_ip())
        .send()
        .await
        .expect_status(200)
        .json()
}

async fn verify(app: &TestApp, body: &Value) -> Answer {
    app.post("/api/masters/login/passkey-verify")
        .ip(app.fresh_ip())
        .json(body)
        .send()
        .await
}

/// Signs in with a passkey.
pub(crate) async fn sign_in(app: &TestApp, authenticator: &mut Authenticator) -> Answer {
    let asked = asked(app).await;
    verify(app, &authenticator.shown(&asked)).await
}

both_databases! {
    async fn a_pro_adds_a_passkey_and_signs_in_with_it(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        assert_eq!(list(&app, &pro).await, Vec::<Value>::new());
        let mut phone = added(&app, &pro, " My  phone ").await;
        let listed = list(&app, &pro).await;
        assert_eq!((listed.len(), text(&listed[0], "name"), text(&listed[0], "createdAt")), (1, "My phone", "2026-11-23T10:05:00+00:00"));
        assert!(listed[0].get("usedAt").is_none());
        app.clock.advance(MINUTE);
        let signed_in = sign_in(&app, &mut phone).await.expect_status(200).json();
        assert_eq!((text(&signed_in, "email"), text(&signed_in, "role")), ("pro@example.com", "master"));
        let me = app.get("/api/masters/me").bearer(text(&signed_in, "token")).send().await.expect_status(200).json();
        assert_eq!(text(&me, "masterId"), pro.id);
        assert_eq!(text(&list(&app, &pro).await[0], "usedAt"), "2026-11-23T10:06:00+00:00");
        assert_eq!((app.count("select count(*) from sessions").await, open_ceremonies(&app).await), (2, 0));
        // A second sign-in, and one with another passkey of the same account.
        let _ = sign_in(&app, &mut phone).await.expect_status(200);
        let mut laptop = added(&app, &pro, "My laptop").await;
        let _ = sign_in(&app, &mut laptop).await.expect_status(200);
        let export = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        let names: Vec<&str> = export["passkeys"].as_array().unwrap().iter().map(|passkey| text(passkey, "name")).collect();
        assert_eq!(names, ["My phone", "My laptop"]);
    }

    async fn a_removed_passkey_opens_nothing(app: TestApp) {
        let (pro, other) = (master_by_code(&app, "pro@example.com", "").await, master_by_code(&app, "other@example.com", "").await);
        let mut phone = added(&app, &pro, "My phone").await;
        let id = text(&list(&app, &pro).await[0], "id").to_owned();
        remove(&app, &other, &id).await.problem(404, "not_found");
        assert_eq!(list(&app, &pro).await.len(), 1);
        let _ = remove(&app, &pro, &id).await.expect_status(204);
        remove(&app, &pro, &id).await.problem(404, "not_found");
        assert_eq!(list(&app, &pro).await, Vec::<Value>::new());
        sign_in(&app, &mut phone).await.problem(401, "passkey_unknown");
        // Sessions that were opened before stay.
        assert_eq!(master_status(&app, &pro.token).await, 200);
    }

    async fn an_answer_is_good_once_and_in_time(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let mut phone = Authenticator::new("phone");
        let first = adding(&app, &pro).await.expect_status(200).json();
        let body = phone.made(&first, "My phone");
        let _ = add(&app, &pro, &body).await.expect_status(201);
        add(&app, &pro, &body).await.problem(409, "passkey_over");
        let ask = asked(&app).await;
        let shown = phone.shown(&ask);
        let _ = verify(&app, &shown).await.expect_status(200);
        verify(&app, &shown).await.problem(409, "passkey_over");
        // Wrong answers use it up as well.
        let ask = asked(&app).await;
        let mut stranger = Authenticator::new("stranger");
        verify(&app, &stranger.shown(&ask)).await.problem(401, "passkey_unknown");
        verify(&app, &phone.shown(&ask)).await.problem(409, "passkey_over");
        let late = asked(&app).await;
        app.clock.advance(5 * MINUTE);
        verify(&app, &phone.shown(&late)).await.problem(409, "passkey_over");
        let made_up = json!({ "ceremony": "A".repeat(43), "credential": phone.get(&late["options"]) });
        verify(&app, &made_up).await.problem(409, "passkey_over");
        assert_eq!(app.count("select count(*) from sessions").await, 2);
    }

    async fn what_was_asked_of_one_is_not_answered_by_another(app: TestApp) {
        let (pro, other) = (master_by_code(&app, "pro@example.com", "").await, master_by_code(&app, "other@example.com", "").await);
        let theirs = adding(&app, &pro).await.expect_status(200).json();
        add(&app, &other, &Authenticator::new("a").made(&theirs, "Mine")).await.problem(409, "passkey_over");
        assert_eq!(app.count("select count(*) from passkeys").await, 0);
        // Another challenge than the one that the ceremony has.
        let (one, two) = (adding(&app, &pro).await.json(), adding(&app, &pro).await.json());
        let mut body = Authenticator::new("b").made(&one, "Mine");
        body["ceremony"] = two["ceremony"].clone();
        add(&app, &pro, &body).await.problem(422, "passkey_refused");
        // One that was asked for another purpose.
        let mut phone = added(&app, &pro, "My phone").await;
        let to_add = adding(&app, &pro).await.json();
        let body = json!({ "ceremony": to_add["ceremony"], "credential": phone.get(&asked(&app).await["options"]) });
        verify(&app, &body).await.problem(409, "passkey_over");
        // An operator's sign-in.
        let ip = app.fresh_ip();
        let console = app.post("/admin/passkeys/sign-in").ip(ip).header("sec-fetch-site", "same-origin");
        let console = console.body("application/x-www-form-urlencoded", "").send().await.expect_status(200).json();
        verify(&app, &phone.shown(&console)).await.problem(409, "passkey_over");
    }

    async fn what_no_good_authenticator_says_is_refused(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let changes: [fn(&mut Authenticator); 2] = [|bad| bad.origin = "https://evil.example".to_owned(), |bad| bad.is_unlocked = false];
        for change in changes {
            let mut bad = Authenticator::new("phone");
            change(&mut bad);
            let asked = adding(&app, &pro).await.json();
            add(&app, &pro, &bad.made(&asked, "Mine")).await.problem(422, "passkey_refused");
        }
        let mut phone = added(&app, &pro, "My phone").await;
        let changes: [fn(&mut Authenticator); 3] = [
            |bad| bad.origin = "https://evil.example".to_owned(),
            |bad| bad.origin = "http://localhost.evil.example:8080".to_owned(),
            |bad| bad.is_unlocked = false,
        ];
        for change in changes {
            let mut bad = phone.clone();
            change(&mut bad);
            sign_in(&app, &mut bad).await.problem(401, "passkey_refused");
        }
        // A signature over something else.
        let ask = asked(&app).await;
        let mut body = phone.clone().shown(&ask);
        let mut other = Authenticator::new("other");
        body["credential"]["response"]["signature"] = other.get(&ask["options"])["response"]["signature"].clone();
        verify(&app, &body).await.problem(401, "passkey_refused");
        // It says that it is of another account.
        let ask = asked(&app).await;
        let mut body = phone.clone().shown(&ask);
        body["credential"]["response"]["userHandle"] = json!("AAAAAAAAAAAAAAAAAAAAAA");
        verify(&app, &body).await.problem(401, "passkey_unknown");
        body["credential"]["response"]["userHandle"] = Value::Null;
        body["ceremony"] = asked(&app).await["ceremony"].clone();
        verify(&app, &body).await.problem(401, "passkey_unknown");
        assert_eq!((app.count("select count(*) from sessions").await, open_ceremonies(&app).await), (1, 0));
        let _ = sign_in(&app, &mut phone).await.expect_status(200);
    }

    async fn a_counter_that_goes_back_shows_a_copy(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let mut phone = added(&app, &pro, "My phone").await;
        let mut copy = phone.clone();
        for _ in 0..2 {
            let _ = sign_in(&app, &mut phone).await.expect_status(200);
        }
        sign_in(&app, &mut copy).await.problem(401, "passkey_copied");
        assert_eq!(copy.counter, 1);
        // The same number once more.
        sign_in(&app, &mut copy).await.problem(401, "passkey_copied");
        let _ = sign_in(&app, &mut phone).await.expect_status(200);
    }

    async fn ten_are_the_most(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let mut first = added(&app, &pro, "First").await;
        let before = adding(&app, &pro).await.expect_status(200).json();
        for number in 2..=10 {
            added(&app, &pro, &format!("Number {number}")).await;
        }
        adding(&app, &pro).await.problem(409, "too_many_passkeys");
        let mut eleventh = Authenticator::new("eleventh");
        add(&app, &pro, &eleventh.made(&before, "Eleventh")).await.problem(409, "too_many_passkeys");
        assert_eq!(list(&app, &pro).await.len(), 10);
        let _ = sign_in(&app, &mut first).await.expect_status(200);
        // Another pro has ten of their own.
        let other = master_by_code(&app, "other@example.com", "").await;
        added(&app, &other, "First").await;
        let id = text(&list(&app, &pro).await[3], "id").to_owned();
        let _ = remove(&app, &pro, &id).await.expect_status(204);
        added(&app, &pro, "Number 11").await;
    }

    async fn one_passkey_opens_one_account(app: TestApp) {
        let (pro, other) = (master_by_code(&app, "pro@example.com", "").await, master_by_code(&app, "other@example.com", "").await);
        let mut phone = added(&app, &pro, "My phone").await;
        let asked = adding(&app, &other).await.json();
        let mut same = phone.clone();
        add(&app, &other, &same.made(&asked, "My phone")).await.problem(409, "passkey_known");
        let signed_in = sign_in(&app, &mut phone).await.expect_status(200).json();
        assert_eq!(text(&signed_in, "email"), "pro@example.com");
    }

    async fn what_an_account_asks_for_is_limited(app: TestApp) {
        let app = app.restarted(|config| config.limits.passkeys = 2).await;
        let (pro, other) = (master_by_code(&app, "pro@example.com", "").await, master_by_code(&app, "other@example.com", "").await);
        for _ in 0..2 {
            let _ = adding(&app, &pro).await.expect_status(200);
        }
        adding(&app, &pro).await.problem(429, "too_many_requests");
        let _ = adding(&app, &other).await.expect_status(200);
        app.state.db.close().await;
    }

    async fn a_session_that_has_ended_adds_none(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let asked = adding(&app, &pro).await.expect_status(200).json();
        // On another server: this one has not heard of it.
        app.execute("update sessions set ended_at = 1").await;
        let body = Authenticator::new("phone").made(&asked, "My phone");
        add(&app, &pro, &body).await.problem(401, "unauthorised");
        let link = app.post("/api/masters/me/calendar").bearer(&pro.token).json(&json!({ "showsClients": false }));
        link.send().await.problem(401, "unauthorised");
        let rows = "select (select count(*) from passkeys) + (select count(*) from calendar_links)";
        assert_eq!(app.count(rows).await, 0);
    }

    async fn fields_are_checked(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let asked_of = adding(&app, &pro).await.json();
        let mut phone = Authenticator::new("phone");
        for name in ["", " \u{200b} ", &"a".repeat(61)] {
            add(&app, &pro, &phone.made(&asked_of, name)).await.invalid_field("name");
        }
        for credential in [json!({}), json!("text"), json!(null), json!({ "id": "a", "rawId": "?" })] {
            let body = json!({ "name": "Mine", "ceremony": asked_of["ceremony"], "credential": credential });
            add(&app, &pro, &body).await.invalid_field("credential");
            verify(&app, &body).await.invalid_field("credential");
        }
        // None of it has used up what was asked.
        let _ = add(&app, &pro, &phone.made(&asked_of, &"ä".repeat(60))).await.expect_status(201);
    }

    async fn they_are_off_without_a_name(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let app = app.restarted(|config| {
            config.public_url = "https://192.0.2.7/".parse().ok();
            config.payments = Some(PaymentsMode::Sandbox);
        }).await;
        adding(&app, &pro).await.problem(409, "passkeys_off");
        app.post("/api/masters/login/passkey-request").send().await.problem(409, "passkeys_off");
        assert_eq!(list(&app, &pro).await, Vec::<Value>::new());
    }

    async fn they_go_with_the_account_and_with_an_unproved_claim(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let mut phone = added(&app, &pro, "My phone").await;
        // As of a claim from before passkeys wanted a proved email.
        app.execute("update identifiers set verified_at = null").await;
        // Whoever reads the email takes the account over.
        let proved = master_by_code(&app, "pro@example.com", "").await;
        assert_eq!((proved.id.as_str(), list(&app, &proved).await.len()), (pro.id.as_str(), 0));
        sign_in(&app, &mut phone).await.problem(401, "passkey_unknown");
        let mut own = added(&app, &proved, "My own phone").await;
        // Later codes leave it.
        master_by_code(&app, "pro@example.com", "").await;
        let _ = sign_in(&app, &mut own).await.expect_status(200);
        let _ = app.call(Method::DELETE, "/api/masters/me").bearer(&proved.token).send().await.expect_status(204);
        assert_eq!(app.count("select count(*) from passkeys").await, 0);
        sign_in(&app, &mut own).await.problem(401, "passkey_unknown");
    }

    async fn sign_ins_are_limited_by_address_and_count_for_nothing_else(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let mut phone = added(&app, &pro, "My phone").await;
        let ip = app.fresh_ip();
        for _ in 0..100 {
            let _ = app.post("/api/masters/login/passkey-request").ip(ip).send().await.expect_status(200);
        }
        app.post("/api/masters/login/passkey-request").ip(ip).send().await.problem(429, "too_many_requests");
        let shown = phone.shown(&asked(&app).await);
        app.post("/api/masters/login/passkey-verify").ip(ip).json(&shown).send().await.problem(429, "too_many_requests");
        // A password may still be tried from there, and the passkey be used from elsewhere.
        let password = json!({ "email": "pro@example.com", "password": "wrong words" });
        app.post("/api/masters/login").ip(ip).json(&password).send().await.problem(401, "invalid_credentials");
        let _ = verify(&app, &shown).await.expect_status(200);
        // What nobody answers goes when its time is over.
        app.clock.advance(5 * MINUTE);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert_eq!(open_ceremonies(&app).await, 0);
    }
}
