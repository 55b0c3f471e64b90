//! Whoever knows an email does not lock its owner out; and the owner throws a thief out.

use std::net::IpAddr;

use api_tests::{Answer, Call, TestApp, both_databases};
use callout_domain::audit::Subject;
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::operator::By;
use futures_util::future::{Either, join_all, select};
use http::Method;
use serde_json::{Value, json};

use crate::journey::text;
use crate::people::{
    PASSWORD, Person, code, login, master, master_code, master_login, master_status, master_verify,
    me_status, outbox, register, signed_in_master, verify,
};

pub(crate) const ADA: &str = "ada@example.com";
const NEW: &str = "drain&tap";

/// The device cookie of a sign-in's answer, as the browser sends it.
pub(crate) fn device(answer: &Answer) -> String {
    let cookie = answer.header("set-cookie").unwrap_or_default();
    assert!(
        cookie.starts_with("device=") && cookie.contains("; HttpOnly; SameSite=Strict;"),
        "{cookie}"
    );
    cookie.split(';').next().unwrap().to_owned()
}

pub(crate) fn ada() -> Value {
    json!({ "email": ADA })
}

pub(crate) fn try_password(app: &TestApp, ip: IpAddr, password: &str) -> Call {
    let body = json!({ "email": ADA, "password": password });
    app.post("/api/clients/password/login").ip(ip).json(&body)
}

/// Asks for a code, and waits for its message, so that no later one is taken for it.
pub(crate) async fn ask(app: &TestApp, cookie: &str) -> Answer {
    let before = outbox(app, ADA).len();
    let call = app.post("/api/clients/login/otp-request").ip(app.fresh_ip());
    let answer = call.header("cookie", cookie).json(&ada()).send().await;
    while answer.status == 202 && outbox(app, ADA).len() == before {
        tokio::task::yield_now().await;
    }
    answer
}

pub(crate) async fn set_password(app: &TestApp, who: &str, token: &str, code: &str) -> Answer {
    let body = json!({ "code": code, "password": NEW });
    app.call(Method::PUT, &format!("/api/{who}/me/password"))
        .bearer(token)
        .json(&body)
        .send()
        .await
}

fn sign_out_others(app: &TestApp, who: &str, token: &str) -> Call {
    app.call(Method::DELETE, &format!("/api/{who}/me/sessions"))
        .bearer(token)
}

fn erase(app: &TestApp, token: &str) -> Call {
    app.call(Method::DELETE, "/api/clients/me").bearer(token)
}

both_databases! {
    async fn a_strangers_wrong_passwords_leave_the_owner_alone(app: TestApp) {
        let _ = register(&app, ADA, "").await.expect_status(201);
        let stranger = app.fresh_ip();
        for _ in 0..10 {
            let _ = try_password(&app, stranger, "wrong-one").send().await.expect_status(401);
        }
        let full = try_password(&app, stranger, PASSWORD).send().await;
        assert_eq!(full.header("retry-after"), Some("901"));
        full.problem(429, "too_many_requests");
        let _ = try_password(&app, app.fresh_ip(), PASSWORD).send().await.expect_status(200);
        app.clock.advance(15 * MINUTE);
        let _ = try_password(&app, stranger, PASSWORD).send().await.expect_status(200);
    }

    async fn right_passwords_are_not_counted(app: TestApp) {
        let _ = register(&app, ADA, "").await.expect_status(201);
        let home = app.fresh_ip();
        for _ in 0..12 {
            let _ = try_password(&app, home, PASSWORD).send().await.expect_status(200);
        }
    }

    async fn a_known_browser_does_not_wait_while_strangers_do(app: TestApp) {
        let _ = register(&app, ADA, "").await.expect_status(201);
        let known = device(&login(&app, ADA, PASSWORD, "").await.expect_status(200));
        for _ in 0..20 {
            let _ = try_password(&app, app.fresh_ip(), "wrong-one").send().await.expect_status(401);
        }
        // Five more strangers wait for 2 to 10 seconds, though one has the right password.
        let strange = Box::pin(join_all((0..5).map(|_| try_password(&app, app.fresh_ip(), PASSWORD).send())));
        let own = Box::pin(try_password(&app, app.fresh_ip(), PASSWORD).header("cookie", &known).send());
        let Either::Right((own, strange)) = select(strange, own).await else {
            panic!("the strangers were first");
        };
        let _ = own.expect_status(200);
        drop(strange);
        // Its own wrong tries count there alone.
        let cafe = app.fresh_ip();
        for _ in 0..10 {
            let _ = try_password(&app, cafe, "wrong-one").header("cookie", &known).send().await.expect_status(401);
        }
        try_password(&app, cafe, PASSWORD).header("cookie", &known).send().await.problem(429, "too_many_requests");
        try_password(&app, app.fresh_ip(), PASSWORD).header("cookie", &known).send().await.problem(429, "too_many_requests");
    }

    async fn a_device_cookie_opens_nothing_and_ends_with_a_new_password(app: TestApp) {
        let ada = client(&app, ADA).await;
        let _ = set_password(&app, "clients", &ada.token, &own_code(&app, &ada).await).await.expect_status(204);
        let known = device(&login(&app, ADA, NEW, "").await.expect_status(200));
        app.get("/api/clients/me").header("cookie", &known).send().await.problem(401, "unauthorised");
        try_password(&app, app.fresh_ip(), "wrong-one").header("cookie", &known).send().await.problem(401, "invalid_credentials");
        // Strangers use up what is theirs; the browser asks still.
        for _ in 0..9 {
            let _ = ask(&app, "").await.expect_status(202);
        }
        ask(&app, "").await.problem(429, "too_many_requests");
        ask(&app, "device=1:made-up").await.problem(429, "too_many_requests");
        let _ = ask(&app, &known).await.expect_status(202);
        let _ = sign_out_others(&app, "clients", &ada.token).send().await.expect_status(204);
        ask(&app, &known).await.problem(429, "too_many_requests");
        // A session of the account is as good as a cookie.
        let own = own_code(&app, &ada).await;
        let _ = set_password(&app, "clients", &ada.token, &own).await.expect_status(204);
    }

    async fn a_device_cookie_lasts_180_days(app: TestApp) {
        let _ = register(&app, ADA, "").await.expect_status(201);
        let known = device(&login(&app, ADA, PASSWORD, "").await.expect_status(200));
        let full = async |cookie: &str, ip| {
            for _ in 0..10 {
                let _ = try_password(&app, ip, "wrong-one").header("cookie", cookie).send().await;
            }
            try_password(&app, ip, PASSWORD).send().await.status.as_u16()
        };
        // While it is known, its tries do not count where it is.
        assert_eq!(full(&known, app.fresh_ip()).await, 200);
        app.clock.advance(180 * DAY);
        assert_eq!(full(&known, app.fresh_ip()).await, 429);
    }

    async fn strangers_neither_replace_nor_use_up_what_the_owners_browser_asked_for(app: TestApp) {
        let ada = client(&app, ADA).await;
        let own = own_code(&app, &ada).await;
        let wrong = json!({ "email": ADA, "code": if own == "123456" { "654321" } else { "123456" } });
        let guess = || app.post("/api/clients/login/otp-verify").ip(app.fresh_ip()).json(&wrong).send();
        for _ in 0..3 {
            let _ = ask(&app, "").await.expect_status(202);
            for _ in 0..25 {
                guess().await.problem(401, "invalid_code");
            }
        }
        let _ = ask(&app, "").await.expect_status(202);
        guess().await.problem(429, "too_many_requests");
        let _ = verify(&app, &self::ada(), &own, &ada.token).await.expect_status(200);
        assert_eq!(app.count("select count(*) from known_codes").await, 0);
        let next = own_code(&app, &ada).await;
        let _ = set_password(&app, "clients", &ada.token, &next).await.expect_status(204);
    }

    async fn one_address_does_not_use_up_a_code(app: TestApp) {
        let code = code(&app, &ada()).await;
        let wrong = if code == "123456" { "654321" } else { "123456" };
        for _ in 0..30 {
            verify(&app, &ada(), wrong, "").await.problem(401, "invalid_code");
        }
        let owner = app.post("/api/clients/login/otp-verify").ip(app.fresh_ip());
        let _ = owner.json(&json!({ "email": ADA, "code": code })).send().await.expect_status(200);
    }

    async fn a_thief_is_thrown_out_by_a_new_password(app: TestApp) {
        let ada = client(&app, ADA).await;
        let thief = client(&app, ADA).await;
        let right = own_code(&app, &ada).await;
        let wrong = if right == "123456" { "654321" } else { "123456" };
        set_password(&app, "clients", &ada.token, wrong).await.problem(401, "invalid_code");
        assert_eq!(me_status(&app, &thief.token).await, 200);
        let _ = set_password(&app, "clients", &ada.token, &right).await.expect_status(204);
        assert_eq!((me_status(&app, &ada.token).await, me_status(&app, &thief.token).await), (200, 401));
        let _ = login(&app, ADA, NEW, "").await.expect_status(200);
        // The code is used up, and the password itself is held against the rules.
        set_password(&app, "clients", &ada.token, &right).await.problem(401, "invalid_code");
        let short = app.call(Method::PUT, "/api/clients/me/password").bearer(&ada.token);
        short.json(&json!({ "code": "123456", "password": "12345" })).send().await.invalid_field("password");
    }

    async fn a_pro_changes_the_password_and_proves_the_email_by_it(app: TestApp) {
        let pro = master(&app, "pro@example.com").await;
        let thief = master_login(&app, "pro@example.com", PASSWORD).await.expect_status(200).json();
        let code = master_code(&app, "pro@example.com").await;
        let _ = set_password(&app, "masters", &pro.token, &code).await.expect_status(204);
        assert_eq!((master_status(&app, &pro.token).await, master_status(&app, text(&thief, "token")).await), (200, 401));
        master_login(&app, "pro@example.com", PASSWORD).await.problem(401, "invalid_credentials");
        let _ = master_login(&app, "pro@example.com", NEW).await.expect_status(200);
        assert_eq!(app.count("select count(*) from identifiers where verified_at is not null").await, 1);
    }

    async fn sign_out_everywhere_leaves_this_session(app: TestApp) {
        let (ada, other) = (client(&app, ADA).await, client(&app, ADA).await);
        let bob = client(&app, "bob@example.com").await;
        let _ = sign_out_others(&app, "clients", &ada.token).send().await.expect_status(204);
        let now = [&ada, &other, &bob].map(|person| person.token.clone());
        let mut statuses = Vec::new();
        for token in &now {
            statuses.push(me_status(&app, token).await);
        }
        assert_eq!(statuses, [200, 401, 200]);
        let (pro, elsewhere) = (master_by_code(&app, "pro@example.com").await, master_by_code(&app, "pro@example.com").await);
        let _ = sign_out_others(&app, "masters", &pro.token).send().await.expect_status(204);
        assert_eq!((master_status(&app, &pro.token).await, master_status(&app, &elsewhere.token).await), (200, 401));
    }

    async fn an_operator_signs_a_person_out(app: TestApp) {
        let code = code(&app, &ada()).await;
        let entered = verify(&app, &ada(), &code, "").await.expect_status(200);
        let (ada, known) = (Person::of(&entered.json()), device(&entered));
        let by = || By::command_line(&app.state.keys);
        let accounts = &app.state.accounts;
        let subject = || Subject::Client(ada.id.clone());
        assert!(accounts.sign_out_for(subject(), " ", by()).await.is_err());
        assert_eq!(accounts.sign_out_for(Subject::Client("client-none".to_owned()), "Asked.", by()).await.unwrap_err().code, "not_found");
        assert_eq!(me_status(&app, &ada.token).await, 200);
        accounts.sign_out_for(subject(), "She lost her phone.", by()).await.unwrap();
        assert_eq!(me_status(&app, &ada.token).await, 401);
        // Nor is the browser known any more.
        while ask(&app, "").await.status == 202 {}
        ask(&app, &known).await.problem(429, "too_many_requests");
        assert_eq!(app.count("select count(*) from audit_log where act = 'person_signed_out'").await, 1);
    }

    async fn erasure_wants_a_fresh_code(app: TestApp) {
        let ada = client(&app, ADA).await;
        app.clock.advance(10 * MINUTE);
        let refused = erase(&app, &ada.token).send().await.problem(409, "fresh_code_required");
        assert_eq!(refused["channel"], "email");
        // With the account's own token the session becomes fresh, for ten minutes; a code without it makes another one.
        let own = own_code(&app, &ada).await;
        let _ = verify(&app, &self::ada(), &own, "").await.expect_status(401);
        let _ = verify(&app, &self::ada(), &own, &ada.token).await.expect_status(200);
        app.clock.advance(10 * MINUTE - 1);
        assert_eq!(app.count("select count(*) from sessions where fresh_at is not null").await, 2);
        let thief = login_after_password(&app, &ada).await;
        erase(&app, &thief).send().await.problem(409, "fresh_code_required");
        let _ = erase(&app, &ada.token).send().await.expect_status(204);
    }

    async fn by_phone_where_nothing_else_is_proved_and_not_at_all_without(app: TestApp) {
        let phone = json!({ "phone": "07700 900123" });
        let sent = code(&app, &phone).await;
        let bob = Person::of(&verify(&app, &phone, &sent, "").await.expect_status(200).json());
        app.clock.advance(HOUR);
        assert_eq!(erase(&app, &bob.token).send().await.problem(409, "fresh_code_required")["channel"], "phone");
        let eve = Person::of(&register(&app, "eve@example.com", "").await.expect_status(201).json());
        let guest = app.guest().await;
        app.clock.advance(HOUR);
        for token in [&eve.token, &guest.token] {
            let _ = erase(&app, token).send().await.expect_status(204);
        }
    }

    async fn a_stolen_session_adds_no_way_in(app: TestApp) {
        let ada = client(&app, ADA).await;
        app.clock.advance(HOUR);
        let thiefs = json!({ "email": "thief@example.com", "attach": true });
        let sent = code(&app, &json!({ "email": "thief@example.com" })).await;
        verify(&app, &thiefs, &sent, &ada.token).await.problem(409, "fresh_code_required");
        let own = own_code(&app, &ada).await;
        let _ = verify(&app, &self::ada(), &own, &ada.token).await.expect_status(200);
        // The code was not used up by the refusal.
        let _ = verify(&app, &thiefs, &sent, &ada.token).await.expect_status(200);
    }

    async fn bank_details_want_a_fresh_code(app: TestApp) {
        let pro = master_by_code(&app, "pro@example.com").await;
        let open = || app.post("/api/masters/payouts/details").bearer(&pro.token).send();
        let _ = open().await.expect_status(200);
        app.clock.advance(10 * MINUTE);
        assert_eq!(open().await.problem(409, "fresh_code_required")["channel"], "email");
        let close = app.call(Method::DELETE, "/api/masters/me").bearer(&pro.token);
        close.send().await.problem(409, "fresh_code_required");
        let code = master_code(&app, "pro@example.com").await;
        let _ = master_verify(&app, "pro@example.com", &code, &pro.token).await.expect_status(200);
        let _ = open().await.expect_status(200);
    }
}

/// Signs a client in by a code; the session is fresh for ten minutes.
pub(crate) async fn client(app: &TestApp, email: &str) -> Person {
    let who = json!({ "email": email });
    let code = code(app, &who).await;
    Person::of(&verify(app, &who, &code, "").await.expect_status(200).json())
}

/// The same for a pro.
async fn master_by_code(app: &TestApp, email: &str) -> Person {
    let code = master_code(app, email).await;
    let answer = master_verify(app, email, &code, "").await;
    signed_in_master(app, &answer.expect_status(200).json()).await
}

/// A code that the client's own session asks for.
pub(crate) async fn own_code(app: &TestApp, person: &Person) -> String {
    let before = outbox(app, ADA).len();
    let asked = app
        .post("/api/clients/login/otp-request")
        .ip(app.fresh_ip())
        .bearer(&person.token);
    let _ = asked.json(&ada()).send().await.expect_status(202);
    loop {
        if let Some(last) = outbox(app, ADA).get(before..).and_then(<[Value]>::last) {
            return crate::people::digits(last);
        }
        tokio::task::yield_now().await;
    }
}

/// A session of the account that was begun with its password alone.
async fn login_after_password(app: &TestApp, person: &Person) -> String {
    let hash = app.state.accounts.hasher.hash(PASSWORD.into()).await.unwrap();
    app.execute(&format!(
        "insert into passwords (account_id, hash, set_at) values ('{}', '{hash}', 1)",
        person.id
    ))
    .await;
    text(
        &login(app, ADA, PASSWORD, "").await.expect_status(200).json(),
        "token",
    )
    .to_owned()
}
