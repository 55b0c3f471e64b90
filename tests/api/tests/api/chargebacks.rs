//! Chargebacks in the sandbox: the client's bank takes a payment back, and decides.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::dispute::BorneBy;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_front::jobs;
use callout_money::payments::refund;
use callout_money::refunds::Refund;
use callout_outside::providers::sandbox::chargebacks::BankAct;
use futures_util::future::join_all;
use pricing_core::Pence;
use serde_json::json;

use crate::disputes::{complaint, decide, dispute, money};
use crate::earnings::balances_agree;
use crate::matching::{seen, step};
use crate::matching_jobs::taken;
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

/// An operator gives a part of what was paid back, which the pro and the platform bear.
pub(crate) async fn promised(app: &TestApp, scene: &Scene, pence: i64) {
    let refund = Refund {
        amount: Pence(pence),
        borne_by: BorneBy::Pro,
        words: "It leaks.".to_owned(),
    };
    let made = app.state.refunds.make(
        scene.booking.id.clone(),
        refund,
        By::command_line(&app.state.keys),
    );
    Box::pin(made).await.unwrap();
}

/// The same, and the client's bank returns it.
pub(crate) async fn refused(app: &TestApp, scene: &Scene, pence: i64) {
    app.execute("update sandbox_intents set returns_refunds = 1")
        .await;
    promised(app, scene, pence).await;
    run(app).await;
    app.execute("update sandbox_intents set returns_refunds = 0")
        .await;
    assert_eq!(standing(app).await, "refused");
}

/// The bank takes a part of the payment back.
pub(crate) async fn take_back(app: &TestApp, scene: &Scene, pence: i64) {
    let (sandbox, secret) = (&app.state.sandbox, &scene.intent.client_secret);
    sandbox
        .act_as_bank(scene.id(), secret, BankAct::Open)
        .await
        .unwrap();
    app.execute(&format!("update sandbox_chargebacks set amount_pence = {pence}"))
        .await;
    run(app).await;
    assert_eq!(balance(app, Account::ProviderDisputed).await, pence);
}

/// Refused refunds are tried again: how many, and how many could not be.
async fn retried(app: &TestApp) -> (u64, u64) {
    let retried = app
        .state
        .payments
        .retry_refused_refunds(By::command_line(&app.state.keys))
        .await
        .unwrap();
    run(app).await;
    (retried.begun, retried.left)
}

/// Where the refund that was decided first stands.
async fn standing(app: &TestApp) -> String {
    app.text("select status from refunds order by created_at, reference limit 1")
        .await
        .unwrap()
}

/// What clients have from the provider, apart from their banks, pence.
pub(crate) async fn given_back(app: &TestApp) -> i64 {
    app.count(
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from sandbox_refunds where is_returned = 0",
    )
    .await
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

    async fn a_lost_one_takes_the_place_of_a_refund_that_was_refused(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 5_850).await;
        bank(&app, &scene, "open").await;
        assert_eq!(retried(&app).await, (0, 1), "it waits for the bank");
        bank(&app, &scene, "lost").await;
        assert_eq!(standing(&app).await, "superseded");
        // The bank has taken what was the client's already, and the rest from what the job had earned.
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        for account in [Account::Client(scene.booking.made_by.clone()), Account::PlatformFees, Account::ProviderDisputed] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000, "what the bank asks for it");
        assert_eq!(retried(&app).await, (0, 0), "nothing is left to be tried");
        assert_eq!(given_back(&app).await, 0);
    }

    async fn what_a_bank_keeps_is_not_given_back_once_more(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 3_000).await;
        take_back(&app, &scene, 5_000).await;
        assert_eq!(retried(&app).await, (0, 1), "it waits for the bank, though enough is left of the payment");
        bank(&app, &scene, "lost").await;
        assert_eq!(retried(&app).await, (0, 0));
        assert_eq!((standing(&app).await.as_str(), given_back(&app).await), ("superseded", 0), "the bank gave all of it");
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
        assert_eq!(app.state.earnings.of_booking(&scene.booking.id).await.unwrap().paid().0, 11_700 - 5_000);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 5_000 - 2_000);
        for act in ["lost", "open", "won"] {
            bank(&app, &scene, act).await;
        }
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 5_000 - 2_000, "once");
    }

    async fn of_a_larger_refund_the_client_still_gets_the_rest(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 8_000).await;
        take_back(&app, &scene, 5_000).await;
        bank(&app, &scene, "lost").await;
        run(&app).await;
        assert_eq!(given_back(&app).await, 3_000);
        assert_eq!(app.count("select count(*) from refunds where status = 'superseded' and amount_pence = 8000").await, 1);
        assert_eq!(app.count("select count(*) from refunds where status = 'done' and amount_pence = 3000").await, 1);
        assert_eq!(app.count("select refunded_pence from payments").await, 3_000);
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
        assert_eq!(app.state.earnings.of_booking(&scene.booking.id).await.unwrap().paid().0, 11_700 - 8_000);
    }

    async fn what_was_refused_is_not_promised_twice(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 3_000).await;
        let whole = Refund { amount: Pence(11_700), borne_by: BorneBy::Callout, words: "Our slip.".to_owned() };
        let made = app.state.refunds.make(scene.booking.id.clone(), whole, By::command_line(&app.state.keys));
        assert_eq!(Box::pin(made).await.unwrap_err().errors["amount"], "Enter £0.01 to £87.");
        let part = Refund { amount: Pence(1_700), borne_by: BorneBy::Callout, words: "Our slip.".to_owned() };
        Box::pin(app.state.refunds.make(scene.booking.id.clone(), part, By::command_line(&app.state.keys))).await.unwrap();
        run(&app).await;
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 1_700, "it is not what was refused");
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        decide(&app, &scene, None, BorneBy::Pro).await;
        run(&app).await;
        assert_eq!(app.count("select refund_pence from disputes").await, 7_000);
        let _ = retried(&app).await;
        assert_eq!((given_back(&app).await, balance(&app, Account::Client(scene.booking.made_by.clone())).await), (11_700, 0));
        balances_agree(&app).await;
    }

    async fn somebody_is_told_of_a_rest_that_is_not_there(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("money@callout.example".into())).await;
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 8_000).await;
        take_back(&app, &scene, 5_000).await;
        // As if a second bank had the rest of it.
        app.execute("update payments set disputed_pence = captured_pence").await;
        bank(&app, &scene, "lost").await;
        run(&app).await;
        assert_eq!((standing(&app).await.as_str(), given_back(&app).await), ("superseded", 0));
        let told = outbox(&app, "money@callout.example");
        let told = told.iter().find(|told| told["subject"].as_str().unwrap().starts_with("Refund left over: ")).unwrap();
        assert!(told["text"].as_str().unwrap().contains("£30"), "{told}");
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, -3_000, "still the client's");
    }

    async fn of_a_cancellation_the_fee_is_earned_and_the_rest_the_clients(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = taken(&app, &pro).await;
        app.clock.advance(6 * MINUTE);
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(MINUTE);
        app.execute("update sandbox_intents set returns_refunds = 1").await;
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = cancel.bearer(&scene.guest.token).send().await.expect_status(200);
        run(&app).await;
        app.execute("update sandbox_intents set returns_refunds = 0").await;
        // 35% of £117.00 is £40.95; the rest did not reach the client.
        assert_eq!((standing(&app).await.as_str(), money(&app, &pro).await), ("refused", [0, 3_481, 0, 0]));
        bank(&app, &scene, "open").await;
        bank(&app, &scene, "lost").await;
        assert_eq!((standing(&app).await.as_str(), money(&app, &pro).await), ("superseded", [0, 0, 0, 0]));
        for account in [Account::Client(scene.booking.made_by.clone()), Account::PlatformFees, Account::ProviderDisputed] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000);
        assert_eq!(retried(&app).await, (0, 0));
    }

    async fn once_the_payment_stands_its_refunds_go_on(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        promised(&app, &scene, 5_850).await;
        app.state.sandbox.act_as_bank(scene.id(), &scene.intent.client_secret, BankAct::Open).await.unwrap();
        run(&app).await;
        assert_eq!((standing(&app).await.as_str(), given_back(&app).await), ("refused", 0));
        bank(&app, &scene, "won").await;
        assert_eq!((standing(&app).await.as_str(), given_back(&app).await), ("done", 5_850));
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
    }

    async fn a_refund_that_is_made_before_we_hear_that_the_payment_stands_is_made_once(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        promised(&app, &scene, 5_850).await;
        let (sandbox, secret) = (&app.state.sandbox, &scene.intent.client_secret);
        sandbox.act_as_bank(scene.id(), secret, BankAct::Open).await.unwrap();
        let id = app.text("select id from sandbox_chargebacks").await.unwrap();
        app.state.disputes.follow_chargeback(&id).await.unwrap();
        sandbox.act_as_bank(scene.id(), secret, BankAct::Won).await.unwrap();
        let reference = app.text("select reference from refunds").await.unwrap();
        app.state.payments.make_refund(&reference).await.unwrap();
        assert_eq!((standing(&app).await.as_str(), balance(&app, Account::ProviderDisputed).await), ("done", 11_700));
        run(&app).await;
        assert_eq!((standing(&app).await.as_str(), given_back(&app).await), ("done", 5_850));
        assert_eq!(app.count("select disputed_pence from payments").await, 0);
        for account in [Account::Client(scene.booking.made_by.clone()), Account::ProviderDisputed] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 5_850 - 2_000);
    }

    async fn a_refund_that_is_being_made_is_waited_for(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        refused(&app, &scene, 3_000).await;
        bank(&app, &scene, "open").await;
        app.execute("update refunds set status = 'pending'").await;
        app.execute("update payments set refunded_pence = 3000").await;
        app.state.sandbox.act_as_bank(scene.id(), &scene.intent.client_secret, BankAct::Lost).await.unwrap();
        let id = app.text("select id from chargebacks").await.unwrap();
        let waits = app.state.disputes.follow_chargeback(&id).await.unwrap_err();
        assert_eq!((waits.code, app.text("select status from chargebacks").await.as_deref()), ("refund_pending", Some("open")));
        app.execute("update refunds set status = 'refused'").await;
        app.execute("update payments set refunded_pence = 0").await;
        app.state.disputes.follow_chargeback(&id).await.unwrap();
        assert_eq!((standing(&app).await.as_str(), app.text("select status from chargebacks").await.as_deref()), ("superseded", Some("lost")));
        balances_agree(&app).await;
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
