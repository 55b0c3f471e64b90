//! Operators' sessions: each step of signing in has a token of its own, an unused one ends, another one ends on request alone; and what a
//! new operator may not do yet.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::operator::{By, OperatorRole};
use callout_front::jobs;
use futures_util::future::{Either, select};

use crate::console_payouts::asked;
use crate::operator::{FIRST_PASSWORD, OWN_PASSWORD, Operator, admin, sign_in, super_admin};
use crate::people::{client, me_status, outbox};

const PROVE: &str = "/admin/do/second-factor/prove";

/// The status of a page for whoever has this cookie.
async fn account(app: &TestApp, cookie: &str) -> u16 {
    app.get("/admin/account")
        .header("cookie", cookie)
        .send()
        .await
        .status
        .as_u16()
}

/// Signs in with both factors, as from another browser.
async fn again(operator: &mut Operator) -> String {
    operator.give_password(OWN_PASSWORD).await;
    let code = operator.code();
    let led = operator
        .send("/admin/second-factor", PROVE, &[("factor_code", &code)])
        .await;
    led.page.text()
}

both_databases! {
    async fn the_token_of_the_first_step_is_dead_after_the_second(app: TestApp) {
        let mut operator = admin(&app).await;
        let set_up = operator.cookie();
        operator.give_password(OWN_PASSWORD).await;
        let first = operator.cookie();
        let code = operator.code();
        let _ = operator.send("/admin/second-factor", PROVE, &[("factor_code", &code)]).await;
        let second = operator.cookie();
        assert!(first != second && set_up != second);
        assert_eq!((account(&app, &first).await, account(&app, &second).await), (303, 200));
        assert_eq!(app.get("/admin/second-factor").header("cookie", &first).send().await.status, 303);
    }

    async fn the_first_sign_in_renews_it_too(app: TestApp) {
        let made = admin(&app).await;
        assert_eq!((account(&app, &made.first_cookie).await, account(&app, &made.cookie()).await), (303, 200));
        assert_eq!(app.get("/admin/second-factor").header("cookie", &made.first_cookie).send().await.status, 303);
        assert_eq!(app.count("select count(*) from operator_sessions where proved_at is not null").await, 1);
    }

    async fn another_session_ends_on_request_alone(app: TestApp) {
        let mut operator = admin(&app).await;
        let first = operator.cookie();
        let said = again(&mut operator).await;
        assert!(said.contains("2 sessions of yours are open."), "{said}");
        assert_eq!(account(&app, &first).await, 200);
        operator.page("/admin/account").await.says("2 sessions");
        operator.send("/admin/account", "/admin/do/account/sessions", &[]).await.page.says("Your other sessions have ended.").says("This one only");
        assert_eq!((account(&app, &first).await, account(&app, &operator.cookie()).await), (303, 200));
    }

    async fn an_unused_session_ends_after_an_hour(app: TestApp) {
        let operator = admin(&app).await;
        let cookie = operator.cookie();
        app.clock.advance(HOUR - 1);
        assert_eq!(account(&app, &cookie).await, 200);
        app.clock.advance(HOUR - 1);
        // What the page does by itself is no use of it.
        for path in ["/admin?by-itself=1", "/admin/desk.js"] {
            assert_eq!(app.get(path).header("cookie", &cookie).send().await.status, 200, "{path}");
        }
        let fetched = app.get("/admin").header("cookie", &cookie).header("x-by-itself", "1");
        assert_eq!(fetched.send().await.status, 200);
        let mut stream = app.get("/admin/events").header("cookie", &cookie).open().await;
        assert!(stream.block().await.is_some());
        app.clock.advance(1);
        assert_eq!(account(&app, &cookie).await, 303);
        assert_eq!(app.get("/admin/events").header("cookie", &cookie).send().await.status, 303);
    }

    async fn the_banner_comes_with_every_page_of_an_operator(app: TestApp) {
        let operator = admin(&app).await;
        let page = operator.page("/admin/account").await;
        assert_eq!(page.all("#idle button"), ["Stay signed in"]);
        assert!(page.html.contains("src=\"/admin/idle.js\""));
        assert!(!app.get("/admin/sign-in").send().await.text().contains("idle.js"));
    }

    async fn a_first_password_is_for_three_days(app: TestApp) {
        let chief = super_admin(&app).await;
        let add = async |email: &str, role: &str, password: &str| {
            let code = chief.code();
            chief.send("/admin/operators", "/admin/do/operators/add",
                &[("email", email), ("role", role), ("password", password), ("reason", "They join us."), ("factor_code", &code)]).await
        };
        add("new@callout.example", "admin", FIRST_PASSWORD).await.page.lacks("There is an operator");
        app.clock.advance(72 * HOUR);
        let late = sign_in(&app, "new@callout.example", FIRST_PASSWORD).await;
        assert!(late.header("set-cookie").is_none());
        let said = app.get(late.header("location").unwrap()).send().await.text();
        assert!(said.contains("Ask a super admin for another one."), "{said}");
        let mut chief = chief;
        let _ = again(&mut chief).await;
        let chief = chief;
        let add = async |email: &str, role: &str, password: &str| {
            let code = chief.code();
            chief.send("/admin/operators", "/admin/do/operators/add",
                &[("email", email), ("role", role), ("password", password), ("reason", "They join us."), ("factor_code", &code)]).await
        };
        add("new@callout.example", "super_admin", "another first password").await.page.says("There is an operator with this email.");
        let _ = add("new@callout.example", "admin", "another first password").await;
        let welcome = sign_in(&app, "new@callout.example", "another first password").await;
        assert!(welcome.header("set-cookie").is_some());
        // Whoever has a password of their own is not given another.
        let own = admin(&app).await;
        add(&own.email, "admin", "another first password").await.page.says("There is an operator with this email.");
        assert!(sign_in(&app, &own.email, OWN_PASSWORD).await.header("set-cookie").is_some());
        assert_eq!(app.count("select count(*) from audit_log where act = 'first_password_given'").await, 1);
    }

    async fn a_first_password_from_before_they_ended_ends_too(app: TestApp) {
        let own = admin(&app).await;
        let by = || By::command_line(&app.state.keys);
        let create = async || app.state.operators.create("new@callout.example", OperatorRole::Admin, FIRST_PASSWORD.into(), "They join us.", by()).await;
        let _ = create().await.unwrap();
        app.execute("update operators set first_password_until = null").await;
        app.execute(include_str!("../../../../migrations/0085_first_passwords.sql")).await;
        assert!(sign_in(&app, "new@callout.example", FIRST_PASSWORD).await.header("set-cookie").is_none());
        assert!(sign_in(&app, &own.email, OWN_PASSWORD).await.header("set-cookie").is_some());
        let _ = create().await.unwrap();
        assert!(sign_in(&app, "new@callout.example", FIRST_PASSWORD).await.header("set-cookie").is_some());
    }

    async fn a_password_that_is_replaced_while_it_is_checked_opens_nothing(app: TestApp) {
        let app = app.restarted(|config| config.limits.logins_identifier = 0).await;
        let operator = admin(&app).await;
        // It waits for two seconds before it is checked, and has been read by then.
        let late = Box::pin(sign_in(&app, &operator.email, OWN_PASSWORD));
        let replaced = Box::pin(async {
            for _ in 0..5 {
                let _ = operator.page("/admin/account").await;
            }
            app.execute("update operators set password_hash = 'another'").await
        });
        let late = match select(late, replaced).await {
            Either::Left((late, _)) => late,
            Either::Right((_, late)) => late.await,
        };
        assert!(late.header("set-cookie").is_none());
        assert_eq!(app.count("select count(*) from operator_sessions").await, 1);
        app.state.db.close().await;
    }

    async fn a_sign_in_in_the_same_browser_ends_the_session_before(app: TestApp) {
        let operator = admin(&app).await;
        let first = operator.cookie();
        let typed = [("email", operator.email.as_str()), ("password", OWN_PASSWORD)];
        operator.send("/admin/sign-in", "/admin/do/sign-in", &typed).await.page.says("Second factor");
        assert_eq!((account(&app, &first).await, app.count("select count(*) from operator_sessions").await), (303, 1));
    }

    async fn what_was_typed_is_read_with_both_factors_alone(app: TestApp) {
        let mut chief = super_admin(&app).await;
        let typed = [("email", "new@callout.example"), ("role", "admin"), ("password", "short"), ("reason", "They join us."), ("factor_code", "000000")];
        let led = chief.send("/admin/operators", "/admin/do/operators/add", &typed).await;
        let (_, draft) = led.to.split_once('?').unwrap();
        let at = async |path: &str, cookie: &str| app.get(&format!("{path}?{draft}")).header("cookie", cookie).send().await.text();
        let first = chief.cookie();
        assert!(at("/admin/sign-in", &first).await.contains("They join us."));
        chief.give_password(OWN_PASSWORD).await;
        let half = at("/admin/second-factor", &chief.cookie()).await;
        assert!(half.contains("Sign in") && !half.contains("They join us."), "{half}");
        app.clock.advance(HOUR);
        let over = at("/admin/sign-in", &first).await;
        assert!(!over.contains("They join us.") && !over.contains(&chief.email), "{over}");
    }

    async fn all_super_admins_hear_of_a_new_operator_who_is_no_second_pair_of_eyes_for_a_week(app: TestApp) {
        let (_, payout) = asked(&app).await;
        app.execute("update payouts set amount_pence = 100001").await;
        let chief = super_admin(&app).await;
        let second = Operator::new(&app, "two@callout.example", OperatorRole::SuperAdmin).await;
        let by = By { id: chief.id.clone(), email: chief.email.clone(), ..By::command_line(&app.state.keys) };
        let added = app.state.operators.create("new@callout.example", OperatorRole::SuperAdmin, FIRST_PASSWORD.into(), "They join us.", by).await.unwrap();
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        for email in [&chief.email, &second.email] {
            let heard = outbox(&app, email);
            assert!(heard.iter().any(|message| message["subject"] == "A new operator: new@callout.example"), "{heard:?}");
        }
        let by = || By { id: added.id.clone(), email: added.email.clone(), ..By::command_line(&app.state.keys) };
        let decide = async || app.state.payouts.decide(&payout, callout_domain::payout::Verdict::Send, "It is right.", by()).await;
        assert_eq!(decide().await.unwrap_err().code, "operator_new");
        app.clock.advance(7 * DAY - MINUTE);
        assert_eq!(decide().await.unwrap_err().code, "operator_new");
        app.clock.advance(MINUTE);
        assert!(decide().await.unwrap().approved_by.is_some());
    }

    async fn an_operator_ends_a_persons_sessions(app: TestApp) {
        let ada = client(&app, "ada@example.com").await;
        let operator = admin(&app).await;
        let page = format!("/admin/clients/{}", ada.id);
        operator.send(&page, "/admin/do/people/sign-out", &[]).await.page.lacks("signed out everywhere.");
        assert_eq!(me_status(&app, &ada.token).await, 200);
        operator.send(&page, "/admin/do/people/sign-out", &[("reason", "She lost her phone.")]).await.page.says("They are signed out everywhere.").says("She lost her phone.");
        assert_eq!(me_status(&app, &ada.token).await, 401);
    }
}
