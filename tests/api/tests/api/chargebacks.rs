//! Chargebacks in the sandbox: the client's bank takes a payment back, and decides.

use api_tests::{TestApp, both_databases};
use callout::domain::ledger::Account;
use callout::jobs;
use callout::payments::refund;
use callout::providers::sandbox::chargebacks::BankAct;
use futures_util::future::join_all;
use serde_json::json;

use crate::disputes::{complaint, dispute, money};
use crate::earnings::balances_agree;
use crate::matching::seen;
use crate::payouts::pro;
use crate::people::outbox;
use crate::reviews::done;
use crate::scene::{Scene, settled};
use crate::settle::balance;

const EARNED: i64 = 9_945;

/// The bank acts, and our worker hears of it.
pub(crate) async fn bank(app: &TestApp, scene: &Scene, act: &str) {
    let call = app.post(&format!("/api/sandbox/payments/{}/chargeback", scene.id()));
    let body = json!({ "clientSecret": scene.intent.client_secret, "act": act });
    let _ = call.json(&body).send().await.expect_status(204);
    run(app).await;
}

pub(crate) async fn run(app: &TestApp) {
    // The webhook, what follows from it, and the messages.
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

both_databases! {
    async fn what_the_job_earned_is_frozen_until_the_bank_decides(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        bank(&app, &scene, "open").await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 11_700);
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000);
        assert_eq!(balance(&app, Account::ProviderCash).await, -2_000);
        assert!(outbox(&app, "pro@example.com").iter().any(|line| line["subject"] == "A client's bank has taken a payment back"));
        let shown = seen(&app, &scene).await["disputes"][0].clone();
        assert_eq!((&shown["origin"], &shown["reason"], shown.get("answer_by")), (&json!("bank"), &json!("chargeback"), None));
        dispute(&app, &scene, &complaint()).await.problem(409, "already_disputed");

        bank(&app, &scene, "won").await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 2_000);
        assert_eq!(seen(&app, &scene).await["disputes"][0]["verdict"], "The bank has decided that the payment stands.");
    }

    async fn a_lost_one_is_borne_like_a_refund(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        bank(&app, &scene, "open").await;
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        for account in [Account::ProviderDisputed, Account::PlatformFees] {
            assert_eq!(balance(&app, account).await, 0);
        }
        // Sent again in any order, nothing more happens.
        for act in ["lost", "open", "won"] {
            bank(&app, &scene, act).await;
        }
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind like 'chargeback%'").await, 2);
    }

    async fn nothing_else_is_given_back_of_that_payment(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        bank(&app, &scene, "open").await;
        let (id, now) = (scene.id().to_owned(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, &id, "by-hand", 1, now).await })
        });
        assert_eq!(promised.await.unwrap_err().code, "refund_too_large");
    }

    async fn the_bank_takes_the_place_of_the_clients_own_dispute(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        bank(&app, &scene, "open").await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        let disputes = seen(&app, &scene).await["disputes"].as_array().unwrap().clone();
        let standing: Vec<_> = disputes.iter().map(|dispute| (dispute["origin"].as_str(), dispute["status"].as_str())).collect();
        assert!(standing.contains(&(Some("bank"), Some("open"))) && standing.contains(&(Some("client"), Some("decided"))), "{standing:?}");
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
    }

    async fn before_a_job_is_done_it_is_the_clients_money(app: TestApp) {
        let scene = settled(&app).await;
        app.state.payments.capture(scene.id(), 11_700).await.unwrap();
        bank(&app, &scene, "open").await;
        bank(&app, &scene, "lost").await;
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
        assert_eq!(app.count("select count(*) from disputes").await, 0, "there is no pro yet");
    }

    async fn one_that_froze_nothing_is_the_platforms_cost(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let before = money(&app, &pro).await;
        // As if it had been opened while the job had no pro.
        app.execute("update bookings set assigned_master_id = null").await;
        bank(&app, &scene, "open").await;
        app.execute(&format!("update bookings set assigned_master_id = '{}'", pro.id)).await;
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, before);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
        assert_eq!(balance(&app, Account::PlatformCosts).await, 11_700 + 2_000);
    }

    async fn what_was_only_promised_is_refused_once_the_bank_has_it(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let (id, now) = (scene.id().to_owned(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, &id, "goodwill:1", 700, now).await })
        });
        promised.await.unwrap();
        // The refund's job has not run when the bank acts.
        app.state.sandbox.act_as_bank(scene.id(), &scene.intent.client_secret, BankAct::Open).await.unwrap();
        run(&app).await;
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("refused"));
        assert_eq!(app.count("select count(*) from sandbox_refunds").await, 0);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 11_700);
        assert_eq!(balance(&app, Account::ProviderCash).await, -2_000);
    }

    async fn many_at_once_are_one(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let call = || bank(&app, &scene, "open");
        let _ = join_all((0..10).map(|_| call())).await;
        assert_eq!(app.count("select count(*) from chargebacks").await, 1);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 11_700);
    }

    async fn nothing_is_taken_back_that_was_not_charged(app: TestApp) {
        let scene = settled(&app).await;
        let path = format!("/api/sandbox/payments/{}/chargeback", scene.id());
        let post = async |secret: &str| app.post(&path).json(&json!({ "clientSecret": secret, "act": "open" })).send().await;
        post(&scene.intent.client_secret).await.problem(409, "unexpected_state");
        post("wrong").await.problem(404, "not_found");
    }
}
