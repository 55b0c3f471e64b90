//! The console's doors: signing in, both factors, forms that act once, sessions that end, and the audit log.

use std::sync::Arc;

use api_tests::{TestApp, both_databases};
use callout_base::audit::{self, note};
use callout_console::{Door, doors};
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::clock::{HOUR, MINUTE};
use callout_domain::keys::{Keys, sha256_text};
use callout_domain::operator::{By, OperatorRole};
use callout_domain::sealed;
use callout_front::jobs::housekeeping;
use http::Method;
use pricing_core::Pence;
use serde_json::json;

use crate::operator::{
    FIRST_PASSWORD, OWN_PASSWORD, Operator, Shown, acts, admin, filled, post, sign_in, super_admin,
};
use crate::people::{client, master};

both_databases! {
    async fn a_new_secret_needs_second_factors_sealed_anew(app: TestApp) {
        let chief = super_admin(&app).await;
        let sealed = "select factor_secret from operators where factor_secret is not null";
        let open = async |app: &TestApp| sealed::open(&app.state.keys.console, &chief.id, &app.text(sealed).await.unwrap());
        let (before, old) = (open(&app).await.unwrap(), Arc::clone(&app.state.keys));
        let app = app.restarted(|config| config.jwt_secret = Some("another-secret-of-the-tests-0123456789".to_owned().into())).await;
        assert_eq!(open(&app).await.unwrap_err().code, "internal");
        let stranger = Arc::new(Keys::derive(&"a third one".to_owned().into()));
        assert!(app.state.operators.reseal(stranger).await.is_err());
        for resealed in [1, 0] {
            assert_eq!(app.state.operators.reseal(Arc::clone(&old)).await.unwrap(), resealed);
        }
        assert_eq!(open(&app).await.unwrap(), before);
    }

    async fn the_first_sign_in_sets_up_the_second_factor(app: TestApp) {
        let operator = admin(&app).await;
        operator.page("/admin/account").await.says("admin@callout.example").says("Recovery codes left 10").lacks("Audit log");
        assert_eq!(app.count("select count(*) from operators where factor_secret is not null").await, 1);
        assert_eq!(acts(&app).await.len(), 2);
        // The first password no longer works, the operator's own does.
        let refused = sign_in(&app, "admin@callout.example", FIRST_PASSWORD).await.expect_status(303);
        assert!(refused.header("set-cookie").is_none());
        let welcome = sign_in(&app, "admin@callout.example", OWN_PASSWORD).await.expect_status(303);
        let cookie = welcome.header("set-cookie").unwrap().to_owned();
        assert!(cookie.contains("; HttpOnly; SameSite=Strict; Max-Age=57600"), "{cookie}");
        assert!(welcome.header("location").unwrap().starts_with("/admin/second-factor"));
    }

    async fn a_code_is_good_once_and_a_recovery_code_too(app: TestApp) {
        let mut operator = admin(&app).await;
        let codes = app.count("select count(*) from operator_recovery_codes").await;
        assert_eq!(codes, 10);
        operator.give_password(OWN_PASSWORD).await;
        let code = operator.code();
        let proved = operator.send("/admin/second-factor", "/admin/do/second-factor/prove", &[("factor_code", &code)]).await;
        assert!(proved.to.starts_with("/admin?draft="), "the other session is named");
        operator.give_password(OWN_PASSWORD).await;
        let again = operator.send("/admin/second-factor", "/admin/do/second-factor/prove", &[("factor_code", &code)]).await;
        again.page.says("This code is not right.");
        for _ in 0..4 {
            let _ = operator.send("/admin/second-factor", "/admin/do/second-factor/prove", &[("factor_code", "000000")]).await;
        }
        let sixth = operator.code();
        let stopped = operator.send("/admin/second-factor", "/admin/do/second-factor/prove", &[("factor_code", &sixth)]).await;
        stopped.page.says("Too many requests.");
        app.clock.advance(15 * MINUTE);
        let later = operator.code();
        let proved = operator.send("/admin/second-factor", "/admin/do/second-factor/prove", &[("factor_code", &later)]).await;
        assert!(proved.to.starts_with("/admin?draft="), "the other session is named");
    }

    async fn every_door_lets_in_whom_it_should(app: TestApp) {
        let (client, pro) = (client(&app, "c@example.com").await, master(&app, "p@example.com").await);
        let guest = app.guest().await;
        let (admin, chief) = (admin(&app).await, super_admin(&app).await);
        for (method, path, door) in doors() {
            let address = path.replace("{id}", "none").replace("{number}", "1");
            for (who, token) in [("none", ""), ("client", &client.token), ("master", &pro.token), ("guest", &guest.token)] {
                let status = knock(&app, &method, &address, "", token).await;
                assert!(turned_away(door, &method, path, status), "{who}: {method} {path} {status}");
            }
            if path.ends_with("sign-out") {
                continue;
            }
            let as_admin = knock(&app, &method, &address, &admin.cookie(), "").await;
            let as_chief = knock(&app, &method, &address, &chief.cookie(), "").await;
            assert_eq!(as_admin == 403, door == Door::SuperAdmin, "admin: {method} {path} {as_admin}");
            assert!(![401, 403, 405, 500].contains(&as_chief), "super admin: {method} {path} {as_chief}");
        }
    }

    async fn a_password_alone_opens_nothing_but_the_second_factor(app: TestApp) {
        let made = app.state.operators.create("new@callout.example", OperatorRole::SuperAdmin, FIRST_PASSWORD.into(), "Our first.", By::command_line(&app.state.keys));
        let _ = Box::pin(made).await.unwrap();
        let first = sign_in(&app, "new@callout.example", FIRST_PASSWORD).await.expect_status(303);
        let not_set_up = first.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
        let mut chief = super_admin(&app).await;
        chief.give_password(OWN_PASSWORD).await;
        let before = acts(&app).await;
        for (who, cookie) in [("not set up", &not_set_up), ("not shown", &chief.cookie())] {
            for (method, path, door) in doors().into_iter().filter(|(_, path, _)| !path.ends_with("sign-out")) {
                let address = path.replace("{id}", "none").replace("{number}", "1");
                let status = knock(&app, &method, &address, cookie, "").await;
                if matches!(door, Door::Anyone | Door::Password) {
                    assert_eq!(status == 200, is_answered(&method, path), "{who}: {method} {path} {status}");
                    continue;
                }
                assert_eq!(status, 303, "{who}: {method} {path}");
                let to = sent_to(&app, &method, &address, cookie).await;
                assert!(to.starts_with("/admin/second-factor?to="), "{who}: {method} {path} {to}");
            }
        }
        assert_eq!(acts(&app).await, before);
    }

    async fn a_form_of_another_site_does_nothing(app: TestApp) {
        let operator = super_admin(&app).await;
        let page = operator.page("/admin/operators").await;
        let fields = page.form("/admin/do/operators/add", &[]);
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        let send = |name: &str, value: &str| {
            app.post("/admin/do/operators/add")
                .header("cookie", &operator.cookie())
                .header(name, value)
                .body("application/x-www-form-urlencoded", body.clone())
                .send()
        };
        for (name, value) in [("sec-fetch-site", "cross-site"), ("sec-fetch-site", "same-site"), ("origin", "null"), ("origin", "https://evil.example"), ("x-nothing", "1")] {
            assert_eq!(send(name, value).await.status, 403, "{name}: {value}");
        }
        assert_eq!(send("origin", "http://127.0.0.1:8080").await.status, 303);
    }

    async fn what_is_typed_comes_back_with_its_errors_but_never_in_the_address(app: TestApp) {
        let operator = super_admin(&app).await;
        let code = operator.code();
        let typed = [("email", "not an email"), ("role", "admin"), ("password", "long enough words"), ("factor_code", code.as_str())];
        let led = operator.send("/admin/operators", "/admin/do/operators/add", &typed).await;
        assert!(led.to.starts_with("/admin/operators?draft=") && !led.to.contains("email"), "{}", led.to);
        led.page.says("Nothing was done.");
        assert!(led.page.html.contains("<title>Error: Operators"), "{}", led.page.html);
        let fields = led.page.form("/admin/do/operators/add", &[("email", "not an email")]);
        assert!(fields.iter().any(|(name, value)| name == "password" && value.is_empty()));
        // Nobody else can read it.
        let other = Operator::new(&app, "other@callout.example", OperatorRole::SuperAdmin).await;
        let page = other.page(&led.to).await;
        assert!(page.form("/admin/do/operators/add", &[]).iter().any(|(name, value)| name == "email" && value.is_empty()));
    }

    async fn a_super_admin_adds_an_operator(app: TestApp) {
        let chief = super_admin(&app).await;
        let code = chief.code();
        let typed = [
            ("email", "new@callout.example"),
            ("role", "admin"),
            ("password", FIRST_PASSWORD),
            ("reason", "They answer for the south."),
            ("factor_code", code.as_str()),
        ];
        let led = chief.send("/admin/operators", "/admin/do/operators/add", &typed).await;
        led.page.says("Added.").says("new@callout.example");
        let welcome = sign_in(&app, "new@callout.example", FIRST_PASSWORD).await.expect_status(303);
        assert!(welcome.header("location").unwrap().starts_with("/admin/second-factor"));
    }

    async fn a_form_acts_once(app: TestApp) {
        let operator = super_admin(&app).await;
        let other = Operator::new(&app, "other@callout.example", OperatorRole::Admin).await;
        let path = format!("/admin/operators/{}", other.id);
        let page = operator.page(&path).await;
        let mut fields = page.form("/admin/do/operators/role", &[]);
        for (name, value) in [("role", "super_admin".to_owned()), ("reason", "They run it now.".to_owned()), ("factor_code", operator.code())] {
            fields.retain(|(known, _)| known != name);
            fields.push((name.to_owned(), value));
        }
        let _ = operator.post("/admin/do/operators/role", &fields).await.expect_status(303);
        fields.retain(|(name, _)| name != "factor_code");
        fields.push(("factor_code".to_owned(), operator.code()));
        let again = operator.post("/admin/do/operators/role", &fields).await.expect_status(303);
        operator.page(again.header("location").unwrap()).await.says("This was done already.");
        let changes = app.count("select count(*) from audit_log where act = 'operator_role_changed'").await;
        assert_eq!(changes, 1);
    }

    async fn the_second_of_two_operators_sees_what_the_first_did(app: TestApp) {
        let (first, second) = (super_admin(&app).await, Operator::new(&app, "two@callout.example", OperatorRole::SuperAdmin).await);
        let third = Operator::new(&app, "three@callout.example", OperatorRole::Admin).await;
        let path = format!("/admin/operators/{}", third.id);
        let page = second.page(&path).await;
        let code = first.code();
        let done = first.send(&path, "/admin/do/operators/role", &[("role", "super_admin"), ("reason", "They run it now."), ("factor_code", &code)]).await;
        done.page.says("The role is changed.");
        let code = second.code();
        let late = second.fill(page, "/admin/do/operators/end", &[], &[("reason", "Has left us."), ("factor_code", &code)]).await;
        late.page.says("Meanwhile super@callout.example changed the role");
        assert!(late.page.form("/admin/do/operators/end", &[]).iter().any(|(name, value)| name == "reason" && value == "Has left us."));
        assert_eq!(app.count("select count(*) from operators where ended_at is not null").await, 0);
    }

    async fn nobody_acts_on_themselves_and_the_last_super_admin_stays(app: TestApp) {
        let chief = super_admin(&app).await;
        let by = By { id: chief.id.clone(), ..By::command_line(&app.state.keys) };
        let own = app.state.operators.end(&chief.id, "I leave.", by).await.unwrap_err();
        assert_eq!(own.code, "own_case");
        let last = app.state.operators.set_role(&chief.id, OperatorRole::Admin, "As agreed.", By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(last.code, "last_super_admin");
        let second = Operator::new(&app, "two@callout.example", OperatorRole::SuperAdmin).await;
        // Both at once: one of them stays.
        let both = futures_util::future::join(
            app.state.operators.end(&chief.id, "left", By::command_line(&app.state.keys)),
            app.state.operators.end(&second.id, "left", By::command_line(&app.state.keys)),
        )
        .await;
        assert!(both.0.is_ok() != both.1.is_ok(), "{both:?}");
        assert_eq!(app.count("select count(*) from operators where ended_at is null").await, 1);
    }

    async fn an_ended_access_ends_its_sessions(app: TestApp) {
        let (chief, other) = (super_admin(&app).await, admin(&app).await);
        app.state.operators.end(&other.id, "left", By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(other.open("/admin/account").await.status, 303);
        let refused = sign_in(&app, &other.email, OWN_PASSWORD).await.expect_status(303);
        assert!(refused.header("set-cookie").is_none());
        let _ = chief.page("/admin/account").await;
    }

    async fn a_session_that_ends_in_the_middle_of_a_form_loses_nothing(app: TestApp) {
        let mut operator = super_admin(&app).await;
        let page = operator.page("/admin/operators").await;
        app.clock.advance(8 * HOUR + MINUTE);
        let late = operator.fill(page, "/admin/do/operators/add", &[], &[("email", "new@callout.example")]).await;
        assert!(late.to.starts_with("/admin/sign-in?to="), "{}", late.to);
        assert_eq!(app.count("select count(*) from operators").await, 1);
        let to = late.page.form("/admin/do/sign-in", &[]);
        let to = to.iter().find(|(name, _)| name == "to").unwrap().1.clone();
        operator.give_password(OWN_PASSWORD).await;
        let code = operator.code();
        let back = operator
            .send(&format!("/admin/second-factor?to={}", to.replace('?', "%3F")), "/admin/do/second-factor/prove", &[("factor_code", &code)])
            .await;
        back.page.says("Your session had ended.");
        let _ = back.page.form("/admin/do/operators/add", &[("email", "new@callout.example")]);
    }

    async fn a_form_sent_between_password_and_second_factor_is_kept(app: TestApp) {
        let mut operator = super_admin(&app).await;
        let page = operator.page("/admin/operators").await;
        app.clock.advance(9 * HOUR);
        operator.give_password(OWN_PASSWORD).await;
        let late = operator.fill(page, "/admin/do/operators/add", &[], &[("email", "new@callout.example")]).await;
        assert!(late.to.starts_with("/admin/second-factor?to="), "{}", late.to);
        let code = operator.code();
        let proved = operator.fill(late.page, "/admin/do/second-factor/prove", &[], &[("factor_code", &code)]).await;
        proved.page.says("Your session had ended.");
        let _ = proved.page.form("/admin/do/operators/add", &[("email", "new@callout.example")]);
        // A password alone is not enough to fill the database.
        let page = operator.page("/admin/operators").await;
        let fields = page.form("/admin/do/operators/add", &[]);
        operator.give_password(OWN_PASSWORD).await;
        let before = app.count("select count(*) from console_drafts").await;
        for _ in 0..25 {
            let _ = operator.post("/admin/do/operators/add", &fields).await.expect_status(303);
        }
        assert_eq!(app.count("select count(*) from console_drafts").await, before + 19);
    }

    async fn a_strangers_tries_beyond_the_limit_leave_nothing(app: TestApp) {
        let operator = admin(&app).await;
        let page = app.get("/admin/sign-in").send().await.text();
        let shown = Shown { status: 200, html: page };
        let typed = [("email", operator.email.as_str()), ("password", "wrong words of many")];
        let mut fields = shown.form("/admin/do/sign-in", &[]);
        fields.retain(|(name, _)| typed.iter().all(|(known, _)| known != name));
        fields.extend(typed.map(|(name, value)| (name.to_owned(), value.to_owned())));
        let kept = async || app.count("select count(*) from console_drafts where operator_id = 'nobody'").await;
        let mut last = String::new();
        for _ in 0..25 {
            let answer = post(&app, "/admin/do/sign-in", "", &fields).await.expect_status(303);
            last = answer.header("location").unwrap().to_owned();
        }
        assert!(last.contains("wait=1") && !last.contains("draft="), "{last}");
        let before = kept().await;
        assert!((1..25).contains(&before), "{before}");
        let _ = post(&app, "/admin/do/sign-in", "", &fields).await.expect_status(303);
        assert_eq!(kept().await, before);
        assert!(app.get(&last).send().await.text().contains("Too many tries."));
    }

    async fn what_was_typed_and_searched_for_goes_when_its_time_is_over(app: TestApp) {
        let operator = super_admin(&app).await;
        let _ = operator.send("/admin/operators", "/admin/do/operators/add", &[("email", "new@callout.example")]).await;
        let _ = operator.send("/admin/people", "/admin/do/people/search", &[("sought", "ada@example.com")]).await;
        let left = async || {
            housekeeping::tidy(&app.state.jobs).await.unwrap();
            (app.count("select count(*) from console_drafts").await, app.count("select count(*) from operator_sessions").await)
        };
        let (drafts, sessions) = left().await;
        assert!(drafts >= 2 && sessions == 1, "{drafts} {sessions}");
        app.clock.advance(HOUR);
        assert_eq!(left().await, (1, 1));
        app.clock.advance(7 * HOUR);
        assert_eq!(left().await, (0, 1));
        app.clock.advance(8 * HOUR);
        assert_eq!(left().await, (0, 0));
    }

    async fn addresses_that_resolve_elsewhere_are_nothing(app: TestApp) {
        let operator = admin(&app).await;
        for path in ["/admin/account/%2e%2e/audit", "/admin/x/../audit", "/admin/x%5C..%5Caudit", "/admin/no-such-page"] {
            assert_eq!(operator.open(path).await.status, 404, "{path}");
        }
        assert_eq!(app.get("/admin/no-such-page").send().await.status, 303);
    }

    async fn pages_carry_their_policy(app: TestApp) {
        let operator = admin(&app).await;
        let answer = app.get("/admin/account").header("cookie", &operator.cookie()).send().await.expect_status(200);
        let policy = answer.header("content-security-policy").unwrap().to_owned();
        assert!(policy.starts_with("default-src 'none'; script-src 'nonce-"), "{policy}");
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let elsewhere = app.get("/admin/account").header("sec-fetch-site", "cross-site").send().await.expect_status(200);
        assert_eq!(elsewhere.header("refresh"), Some("0"));
    }

    async fn the_audit_log_is_append_only_and_verifies(app: TestApp) {
        let chief = super_admin(&app).await;
        chief.page("/admin/audit").await.says("set up the second factor");
        let keys = [&app.state.keys.audit];
        let verify = async |expect: Option<&audit::Head>| audit::verify(&app.state.db, &keys, expect).await;
        let head = verify(None).await.unwrap();
        assert_eq!(head.seq, 2);
        verify(Some(&head)).await.unwrap();
        let other = audit::Head { hash: "k.other".to_owned(), ..head.clone() };
        assert_eq!(verify(Some(&other)).await, Err("row 2 is not the one that was expected".to_owned()));
        let later = audit::Head { seq: 3, ..head };
        assert_eq!(verify(Some(&later)).await, Err("the log ends with row 2, but row 3 was expected".to_owned()));
        let mut statements = vec!["update audit_log set reason = 'x'", "delete from audit_log"];
        if app.state.db.is_postgres() {
            statements.push("truncate audit_log");
        }
        for statement in statements {
            let refused = app.refused(statement).await;
            assert!(refused.contains("append-only"), "{refused}");
        }
        app.execute("update audit_head set seq = 3").await;
        assert_eq!(verify(None).await, Err("the log ends with row 2, but 3 were written".to_owned()));
    }

    async fn a_log_from_before_it_was_keyed_goes_on(app: TestApp) {
        let fields = ["1", "1000", "operator-1", "old@callout.example", "booking_noted", "booking", "C-1", "{}", "{}", "They rang.", "", ""];
        let hash = sha256_text(json!(fields).to_string().as_bytes());
        app.execute(&format!(
            "insert into audit_log (seq, at, operator_id, operator_email, act, subject_kind, subject_id, before, after, reason, previous_hash, hash)
             values (1, 1000, 'operator-1', 'old@callout.example', 'booking_noted', 'booking', 'C-1', '{{}}', '{{}}', 'They rang.', '', '{hash}')"
        )).await;
        app.execute(&format!("insert into audit_head (id, seq, hash) values (1, 1, '{hash}')")).await;
        // The next version opens the database.
        callout_store::open(&app.state.config.database()).await.unwrap().close().await;
        assert_eq!(app.text("select reason from audit_log").await.as_deref(), Some(""));
        assert_eq!(app.text("select words from audit_words").await.as_deref(), Some("They rang."));
        let keys = [&app.state.keys.audit];
        let open = audit::verify(&app.state.db, &keys, None).await.unwrap_err();
        assert_eq!(open, "row 1, the last one, is not sealed: start the server once");
        let (seal_with, now) = (Arc::clone(&app.state.keys), app.clock.now());
        let sealed = app.state.db.write(move |connection| Box::pin(async move { audit::seal(connection, &seal_with, now).await }));
        sealed.await.unwrap();
        assert_eq!(audit::verify(&app.state.db, &keys, None).await.unwrap().seq, 2);
        let refused = app.refused("update audit_log set reason = 'x'").await;
        assert!(refused.contains("append-only"), "{refused}");
    }

    async fn the_log_shows_what_was_before_and_after(app: TestApp) {
        let chief = super_admin(&app).await;
        let other = Operator::new(&app, "other@callout.example", OperatorRole::Admin).await;
        let path = format!("/admin/operators/{}", other.id);
        let code = chief.code();
        let typed = [("role", "super_admin"), ("factor_code", code.as_str())];
        chief.send(&path, "/admin/do/operators/role", &typed).await.page.says("Nothing was done.").says("Write a few words.");
        let code = chief.code();
        let typed = [("role", "super_admin"), ("reason", "They run it now."), ("factor_code", code.as_str())];
        let of_subject = chief.send(&path, "/admin/do/operators/role", &typed).await.page;
        of_subject.says("They run it now.");
        for page in [&of_subject, &chief.page("/admin/audit").await] {
            let changes = page.all(".changes li");
            for line in ["role: admin → super_admin", "email: other@callout.example", "role: admin"] {
                assert!(changes.contains(&line.to_owned()), "{line}: {changes:?}");
            }
        }
        // Nothing stands below an act that changed nothing, and what is kept is text, whatever it looks like.
        let by = By::command_line(&app.state.keys);
        let entry = Entry::new(Act::BookingRefunded, Subject::Booking("C-1".to_owned()))
            .was("to", "07••• •••123")
            .is("to", "<b>nobody</b>")
            .refunding(Pence(5_850));
        let now = app.clock.now();
        let noted = app.state.db.write(move |connection| Box::pin(async move { note(connection, &by, &entry, now).await }));
        noted.await.unwrap();
        let page = chief.page("/admin/audit").await;
        page.says("to: 07••• •••123 → <b>nobody</b>").says("refund: £58.50");
        assert!(!page.html.contains("<b>nobody"), "{}", page.html);
        let acts = page.all("td[data-label=\"Who did what\"]");
        assert!(acts.contains(&"other@callout.example set up the second factor".to_owned()), "{acts:?}");
    }

    async fn the_log_is_exported_on_record(app: TestApp) {
        let chief = super_admin(&app).await;
        let page = chief.page("/admin/audit").await;
        let mut fields = page.form("/admin/audit/export", &[]);
        let refused = chief.post("/admin/audit/export", &fields).await.expect_status(303);
        chief.page(refused.header("location").unwrap()).await.says("This code is not right.");
        fields.retain(|(name, _)| name != "factor_code");
        fields.push(("factor_code".to_owned(), chief.code()));
        let file = chief.post("/admin/audit/export", &fields).await.expect_status(200);
        assert_eq!(file.header("content-type"), Some("text/csv; charset=utf-8"));
        let text = file.text();
        assert!(text.lines().count() == 4 && text.contains("audit_exported"), "{text}");
    }
}

/// The status that a visitor gets.
async fn knock(app: &TestApp, method: &Method, path: &str, cookie: &str, token: &str) -> u16 {
    if method == Method::GET {
        let call = app.get(path).header("cookie", cookie);
        let call = if token.is_empty() {
            call
        } else {
            call.bearer(token)
        };
        // The desk's stream would never end.
        return call.status().await.as_u16();
    }
    let call = filled(app, path, cookie, &empty_form());
    let call = if token.is_empty() {
        call
    } else {
        call.bearer(token)
    };
    call.send().await.status.as_u16()
}

/// Where a visitor is sent.
async fn sent_to(app: &TestApp, method: &Method, path: &str, cookie: &str) -> String {
    let answer = if method == Method::GET {
        app.get(path).header("cookie", cookie).send().await
    } else {
        post(app, path, cookie, &empty_form()).await
    };
    answer.header("location").unwrap_or_default().to_owned()
}

/// What every form sends, and nothing else.
fn empty_form() -> [(String, String); 3] {
    let fields = [("form", "form-none"), ("seen", "0"), ("back", "/admin/account")];
    fields.map(|(name, value)| (name.to_owned(), value.to_owned()))
}

/// True when somebody who is no operator was sent to the sign-in page, or stands at a door for anyone.
fn turned_away(door: Door, method: &Method, path: &str, status: u16) -> bool {
    match door {
        Door::Anyone if is_answered(method, path) => status == 200,
        _ => status == 303,
    }
}

/// True for what answers by itself: forms lead on, but a script asks what an authenticator is to be asked.
fn is_answered(method: &Method, path: &str) -> bool {
    method == Method::GET || path == "/admin/passkeys/sign-in"
}
