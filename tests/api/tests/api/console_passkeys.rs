//! Operators' passkeys in the console: both factors at a sign-in, and in place of a code before a grave act.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::config::PaymentsMode;
use callout_domain::operator::{By, OperatorRole};
use serde_json::{Value, json};

use crate::authenticator::{Authenticator, open_ceremonies};
use crate::operator::{Led, Operator, Shown, acts, admin, post, super_admin};
use crate::people::master_by_code;

const ACCOUNT: &str = "/admin/account";
const ADD: &str = "/admin/do/account/add-passkey";
const REMOVE: &str = "/admin/do/account/remove-passkey";
const PASSWORD: &str = "/admin/do/account/password";
const SIGN_IN: &str = "/admin/do/passkey-sign-in";

/// What the authenticator is asked to add a passkey, with this code or passkey shown.
async fn adding(operator: &Operator, proof: &[(&str, &str)]) -> Answer {
    let mut fields = operator.page(ACCOUNT).await.form(ADD, &[]);
    fields.retain(|(name, _)| name != "name" && !proof.iter().any(|(known, _)| known == name));
    fields.extend(pairs(proof));
    if !proof.iter().any(|(name, _)| *name == "name") {
        fields.extend(pairs(&[("name", "My own")]));
    }
    operator.post("/admin/passkeys/add", &fields).await
}

fn pairs(typed: &[(&str, &str)]) -> Vec<(String, String)> {
    typed
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// Sends the new passkey as the script does.
async fn keep(operator: &Operator, name: &str, ceremony: &str, credential: &Value) -> Led {
    let credential = credential.to_string();
    let typed = [
        ("name", name),
        ("ceremony", ceremony),
        ("credential", credential.as_str()),
    ];
    operator.send(ACCOUNT, ADD, &typed).await
}

/// A passkey that an operator has added.
async fn added(operator: &Operator, name: &str) -> Authenticator {
    let mut authenticator = Authenticator::new(&format!("{} {name}", operator.id));
    let asked = adding(operator, &[("factor_code", &operator.code())])
        .await
        .expect_status(200)
        .json();
    let credential = authenticator.create(&asked["options"]);
    let led = keep(operator, name, asked["ceremony"].as_str().unwrap(), &credential).await;
    led.page.says("The passkey is added.").says(name);
    authenticator
}

/// The sign-in page's form for passkeys, as the script sends it; with the first cookie that is set.
async fn sign_in(app: &TestApp, authenticator: &mut Authenticator) -> Answer {
    let html = app.get("/admin/sign-in").send().await.expect_status(200).text();
    let mut fields = Shown { status: 200, html }.form(SIGN_IN, &[]);
    let asked = post(app, "/admin/passkeys/sign-in", "", &fields)
        .await
        .expect_status(200)
        .json();
    let credential = authenticator.get(&asked["options"]).to_string();
    fields.retain(|(name, _)| !["ceremony", "credential"].contains(&name.as_str()));
    fields.extend(pairs(&[
        ("ceremony", asked["ceremony"].as_str().unwrap()),
        ("credential", &credential),
    ]));
    post(app, SIGN_IN, "", &fields).await.expect_status(303)
}

/// What a refused sign-in says.
async fn refusal(app: &TestApp, answer: &Answer) -> String {
    assert_eq!(answer.header("set-cookie"), None);
    let page = app
        .get(answer.header("location").unwrap())
        .send()
        .await
        .expect_status(200);
    Shown {
        status: 200,
        html: page.text(),
    }
    .all("[role=alert]")
    .concat()
}

/// A passkey shown in place of a code.
async fn proof(operator: &Operator, authenticator: &mut Authenticator) -> [String; 2] {
    let form = operator.page(ACCOUNT).await.form(PASSWORD, &[]);
    let asked = operator
        .post("/admin/passkeys/prove", &form)
        .await
        .expect_status(200)
        .json();
    let ids: Vec<&Value> = asked["options"]["allowCredentials"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["type"])
        .collect();
    assert!(ids.iter().all(|kind| **kind == json!("public-key")) && !ids.is_empty());
    [
        asked["ceremony"].as_str().unwrap().to_owned(),
        authenticator.get(&asked["options"]).to_string(),
    ]
}

/// Changes the operator's password, which is a grave act, with a passkey.
async fn change_password(operator: &Operator, password: &str, [ceremony, credential]: &[String; 2]) -> Led {
    let typed = [
        ("own_password", password),
        ("passkey_ceremony", ceremony),
        ("passkey_credential", credential),
    ];
    operator.send(ACCOUNT, PASSWORD, &typed).await
}

both_databases! {
    async fn an_operator_signs_in_with_a_passkey_alone(app: TestApp) {
        let mut operator = admin(&app).await;
        operator.page(ACCOUNT).await.says("You have none.");
        let mut laptop = added(&operator, "My laptop").await;
        let answer = sign_in(&app, &mut laptop).await;
        operator.keep_cookie(&answer);
        operator.page(answer.header("location").unwrap()).await.says("2 sessions of yours are open.");
        operator.page("/admin").await.says("Bookings today");
        operator.page(ACCOUNT).await.says("admin@callout.example").lacks("Never");
        let id = json!(operator.id);
        let noted: Vec<Value> = acts(&app).await.into_iter().filter(|act| act[1] == id).map(|act| act[0].clone()).collect();
        assert_eq!(noted, ["operator_added", "factor_set", "passkey_added", "signed_in"]);
        assert_eq!(app.count("select count(*) from audit_log where after = '{\"passkey\":\"My laptop\"}'").await, 2);
        // Password and code still do.
        operator.give_password(crate::operator::OWN_PASSWORD).await;
        let page = operator.page("/admin/second-factor").await;
        let led = operator.fill(page, "/admin/do/second-factor/prove", &[], &[("factor_code", &operator.code())]).await;
        assert!(led.to.starts_with("/admin?draft="), "it says how many sessions are open");
    }

    async fn a_passkey_stands_for_a_code_before_a_grave_act(app: TestApp) {
        let operator = admin(&app).await;
        let form = operator.page(ACCOUNT).await.form(PASSWORD, &[]);
        operator.post("/admin/passkeys/prove", &form).await.problem(409, "no_passkeys");
        let mut laptop = added(&operator, "My laptop").await;
        let shown = proof(&operator, &mut laptop).await;
        change_password(&operator, "a password of my own", &shown).await.page.says("Your password is changed.");
        // It is good once.
        let again = change_password(&operator, "one more of my own", &shown).await;
        again.page.says("That took too long, or was used already.");
        // What was asked at a sign-in is no proof, nor is somebody else's passkey.
        let other = super_admin(&app).await;
        let mut theirs = added(&other, "Their laptop").await;
        let shown = proof(&operator, &mut theirs).await;
        change_password(&operator, "one more of my own", &shown).await.page.says("This passkey opens no account here");
        let shown = proof(&other, &mut theirs).await;
        change_password(&operator, "one more of my own", &shown).await.page.says("That took too long");
        let mut locked = laptop.clone();
        locked.is_unlocked = false;
        let shown = proof(&operator, &mut locked).await;
        change_password(&operator, "one more of my own", &shown).await.page.says("This passkey was not accepted.");
        assert_eq!(app.count("select count(*) from audit_log where act = 'password_changed'").await, 1);
        // It also shows who adds another one; nothing else does.
        adding(&operator, &[]).await.invalid_field("factor_code");
        adding(&operator, &[("name", " ")]).await.invalid_field("name");
        let [ceremony, credential] = proof(&operator, &mut laptop).await;
        let asked = adding(&operator, &[("passkey_ceremony", &ceremony), ("passkey_credential", &credential)]).await.expect_status(200).json();
        let made = Authenticator::new("key").create(&asked["options"]);
        keep(&operator, "My key", asked["ceremony"].as_str().unwrap(), &made).await.page.says("The passkey is added.");
        // Nothing of what was shown is kept with what was typed.
        assert_eq!((open_ceremonies(&app).await, app.count("select count(*) from passkeys").await), (0, 3));
    }

    async fn what_is_wrong_with_a_passkey_is_said_at_the_sign_in(app: TestApp) {
        let operator = admin(&app).await;
        let mut laptop = added(&operator, "My laptop").await;
        let mut copy = laptop.clone();
        for _ in 0..2 {
            let led = sign_in(&app, &mut laptop).await;
            assert!(led.header("location").unwrap().starts_with("/admin?draft="));
        }
        let refused = sign_in(&app, &mut copy).await;
        assert!(refusal(&app, &refused).await.contains("may have been copied"));
        let refused = sign_in(&app, &mut Authenticator::new("stranger")).await;
        assert!(refusal(&app, &refused).await.contains("opens no account here"));
        // A pro's passkey opens no console.
        let pro = master_by_code(&app, "pro@example.com", "").await;
        let asked = app.post("/api/masters/me/passkeys/start").bearer(&pro.token).send().await.expect_status(200).json();
        let mut phone = Authenticator::new("phone");
        let body = phone.made(&asked, "My phone");
        let _ = app.post("/api/masters/me/passkeys").bearer(&pro.token).json(&body).send().await.expect_status(201);
        let refused = sign_in(&app, &mut phone).await;
        assert!(refusal(&app, &refused).await.contains("opens no account here"));
        // A page of another site sends nothing here.
        let elsewhere = app.post("/admin/passkeys/sign-in").header("sec-fetch-site", "cross-site");
        let elsewhere = elsewhere.body("application/x-www-form-urlencoded", "").send().await;
        assert_eq!(elsewhere.status, 403, "{}", elsewhere.text());
    }

    async fn removing_and_resetting_end_passkeys(app: TestApp) {
        let (chief, operator) = (super_admin(&app).await, admin(&app).await);
        let (mut laptop, mut key) = (added(&operator, "My laptop").await, added(&operator, "My key").await);
        let id = app.text("select id from passkeys where name = 'My key'").await.unwrap();
        let page = operator.page(ACCOUNT).await;
        operator.fill(page, REMOVE, &[("id", &id)], &[]).await.page.says("The passkey is removed.").lacks("My key");
        let refused = sign_in(&app, &mut key).await;
        assert!(refusal(&app, &refused).await.contains("opens no account here"));
        assert_eq!(acts(&app).await.last().unwrap()[0], "passkey_removed");
        // Nobody removes a colleague's.
        let left = app.text("select id from passkeys").await.unwrap();
        added(&chief, "Chief’s").await;
        let own = app.text("select id from passkeys where name = 'Chief’s'").await.unwrap();
        let page = chief.page(ACCOUNT).await;
        chief.fill(page, REMOVE, &[("id", &own)], &[("id", &left)]).await.page.says("There is no such passkey.");
        let by = By::command_line(&app.state.keys);
        app.state.operators.reset_factor(&operator.email, "They lost their phone.", by).await.unwrap();
        let refused = sign_in(&app, &mut laptop).await;
        assert!(refusal(&app, &refused).await.contains("opens no account here"));
        assert_eq!(app.text("select before from audit_log where act = 'factor_reset'").await.as_deref(), Some("{\"passkeys\":1}"));
        assert_eq!(app.text("select name from passkeys").await.as_deref(), Some("Chief’s"));
    }

    async fn whoever_has_left_signs_in_with_no_passkey(app: TestApp) {
        let (chief, operator) = (super_admin(&app).await, admin(&app).await);
        let mut laptop = added(&operator, "My laptop").await;
        let by = By { id: chief.id.clone(), email: chief.email.clone(), role: OperatorRole::SuperAdmin, ..By::command_line(&app.state.keys) };
        app.state.operators.end(&operator.id, "They have left us.", by).await.unwrap();
        let refused = sign_in(&app, &mut laptop).await;
        assert!(refusal(&app, &refused).await.contains("opens no account here"));
        assert_eq!(app.count("select count(*) from passkeys").await, 0);
    }

    async fn ten_are_the_most_and_none_without_a_name(app: TestApp) {
        let operator = admin(&app).await;
        for number in 1..=10 {
            added(&operator, &format!("Number {number}")).await;
        }
        operator.page(ACCOUNT).await.says("That is the most.");
        let form = operator.page(ACCOUNT).await.form(PASSWORD, &[]);
        let mut fields = form;
        fields.retain(|(name, _)| name != "factor_code");
        fields.extend(pairs(&[("name", "My own"), ("factor_code", &operator.code())]));
        operator.post("/admin/passkeys/add", &fields).await.problem(409, "too_many_passkeys");
        let app = app.restarted(|config| {
            config.public_url = "https://192.0.2.7/".parse().ok();
            config.payments = Some(PaymentsMode::Sandbox);
        }).await;
        let page = app.get("/admin/sign-in").send().await.expect_status(200).text();
        assert!(!page.contains("Sign in with a passkey"));
    }
}
