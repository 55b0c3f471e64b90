//! Payouts that are open while a job in them is disputed: nothing of that job is sent before it is decided.

use api_tests::{TestApp, both_databases};
use callout_domain::ledger::Account;
use callout_domain::payout::Verdict;
use callout_front::jobs;
use serde_json::{Value, json};

use crate::chargebacks::{bank, promised};
use crate::disputes::{complaint, decide, dispute, money};
use crate::earnings::balances_agree;
use crate::payouts::{add_bank, decide_payout, pro, well_known, withdraw};
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::Scene;
use crate::settle::balance;
use callout_domain::dispute::BorneBy;

/// What a job of £117.00 earns, less 15%.
const EARNED: i64 = 9_945;

/// A job by card is done, and what it earned has cleared.
async fn earned(app: &TestApp, pro: &Person) -> Scene {
    let scene = Box::pin(done(app, pro)).await;
    app.execute("delete from slot_places").await;
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
    scene
}

async fn asked(app: &TestApp, pro: &Person, key: &str) -> Value {
    withdraw(app, pro, key, &json!({}))
        .await
        .expect_status(201)
        .json()
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

/// A job by card is done, and what it earned was paid out.
async fn paid_out(app: &TestApp, pro: &Person) -> Scene {
    well_known(app, pro).await;
    let scene = earned(app, pro).await;
    let _ = asked(app, pro, "k1").await;
    run(app).await;
    assert_eq!(sent(app).await, EARNED);
    scene
}

async fn complain(app: &TestApp, scene: &Scene) {
    let _ = dispute(app, scene, &complaint()).await.expect_status(201);
    balances_agree(app).await;
}

async fn sent(app: &TestApp) -> i64 {
    app.count("select cast(coalesce(sum(amount_pence), 0) as bigint) from sandbox_transfers")
        .await
}

async fn standing(app: &TestApp, payout: &Value) -> String {
    let id = payout["id"].as_str().unwrap();
    app.text(&format!("select status from payouts where id = '{id}'"))
        .await
        .unwrap()
}

fn subjects(app: &TestApp) -> Vec<String> {
    outbox(app, "pro@example.com")
        .iter()
        .map(|email| email["subject"].as_str().unwrap_or_default().to_owned())
        .collect()
}

both_databases! {
    async fn a_payout_that_waits_lets_go_of_a_disputed_job(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = earned(&app, &pro).await;
        let _ = add_bank(&app, &pro, "pays").await;
        let payout = asked(&app, &pro, "k1").await;
        assert_eq!(standing(&app, &payout).await, "review");
        complain(&app, &scene).await;
        assert_eq!((money(&app, &pro).await, standing(&app, &payout).await.as_str()), ([0, 0, EARNED, 0], "failed"));
        let id = payout["id"].as_str().unwrap();
        assert_eq!(decide_payout(&app, id, Verdict::Send).await.unwrap_err().code, "payout_decided");
        run(&app).await;
        assert_eq!(sent(&app).await, 0);
        assert!(subjects(&app).contains(&"£99.45 of your payout is kept back".to_owned()), "{:?}", subjects(&app));

        decide(&app, &scene, Some(0), BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        let again = asked(&app, &pro, "k2").await;
        let _ = decide_payout(&app, again["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
        run(&app).await;
        assert_eq!((sent(&app).await, standing(&app, &again).await.as_str()), (EARNED, "sent"));
    }

    async fn the_other_jobs_of_a_payout_are_sent(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let disputed = earned(&app, &pro).await;
        let _ = earned(&app, &pro).await;
        let _ = add_bank(&app, &pro, "pays").await;
        let payout = asked(&app, &pro, "k1").await;
        let _ = decide_payout(&app, payout["id"].as_str().unwrap(), Verdict::Hold).await.unwrap();
        complain(&app, &disputed).await;
        assert_eq!((money(&app, &pro).await, standing(&app, &payout).await.as_str()), ([0, 0, EARNED, 0], "held"));
        let _ = decide_payout(&app, payout["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
        run(&app).await;
        assert_eq!((sent(&app).await, standing(&app, &payout).await.as_str()), (EARNED, "failed"));
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        decide(&app, &disputed, None, BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0], "the client has it back, and nobody owes anything");
    }

    async fn one_that_is_about_to_be_sent_is_not(app: TestApp) {
        let pro = pro(&app, "pro").await;
        well_known(&app, &pro).await;
        let scene = earned(&app, &pro).await;
        let payout = asked(&app, &pro, "k1").await;
        assert_eq!(standing(&app, &payout).await, "pending");
        complain(&app, &scene).await;
        run(&app).await;
        assert_eq!((sent(&app).await, standing(&app, &payout).await.as_str()), (0, "failed"));
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
    }

    async fn what_may_be_on_its_way_is_frozen_when_it_comes_back(app: TestApp) {
        let pro = pro(&app, "pro").await;
        well_known(&app, &pro).await;
        let scene = earned(&app, &pro).await;
        let part = json!({ "amountPence": 5_000 });
        let payout = withdraw(&app, &pro, "k1", &part).await.expect_status(201).json();
        // The provider was asked, and its answer was lost.
        app.execute("update payout_transfers set begun_at = 1").await;
        complain(&app, &scene).await;
        assert_eq!((money(&app, &pro).await, standing(&app, &payout).await.as_str()), ([0, 0, EARNED - 5_000, 0], "pending"));
        assert_eq!(app.count("select to_freeze_pence from disputes").await, 5_000);
        app.execute("update sandbox_accounts set kind = 'refuses'").await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, standing(&app, &payout).await.as_str()), ([0, 0, EARNED, 0], "failed"));
        assert_eq!(app.count("select to_freeze_pence from disputes").await, 0);
        decide(&app, &scene, Some(5_850), BorneBy::Pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED - 4_972, 0, 0, 0]);
    }

    async fn a_chargeback_stops_it_too(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = earned(&app, &pro).await;
        let _ = add_bank(&app, &pro, "pays").await;
        let payout = asked(&app, &pro, "k1").await;
        bank(&app, &scene, "open").await;
        assert_eq!((money(&app, &pro).await, standing(&app, &payout).await.as_str()), ([0, 0, EARNED, 0], "failed"));
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, [0; 4]);
        assert_eq!((balance(&app, Account::ProviderDisputed).await, sent(&app).await), (0, 0));
    }

    async fn a_payout_that_is_returned_pays_for_what_was_sent_before(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let first = paid_out(&app, &pro).await;
        let _ = earned(&app, &pro).await;
        // Looked at by an operator, since the bank details are new.
        app.execute(&format!("update payout_accounts set bank_changed_at = {}", app.clock.now())).await;
        let second = asked(&app, &pro, "k2").await;
        assert_eq!(standing(&app, &second).await, "review");
        complain(&app, &first).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0], "the other job is not disputed");
        let _ = decide_payout(&app, second["id"].as_str().unwrap(), Verdict::Return).await.unwrap();
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "later earnings answer for what was paid out");
    }

    async fn what_another_dispute_releases_waits_for_the_one_of_its_own_job(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let first = paid_out(&app, &pro).await;
        complain(&app, &first).await;
        let second = earned(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "it answers for the first job, which was paid out");
        bank(&app, &second, "open").await;
        decide(&app, &first, Some(0), BorneBy::Callout).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "a bank has what the second job earned");
        bank(&app, &second, "won").await;
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
    }

    async fn the_debt_of_a_refund_is_paid_by_what_another_dispute_releases(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let first = paid_out(&app, &pro).await;
        complain(&app, &first).await;
        let second = earned(&app, &pro).await;
        promised(&app, &second, 5_850).await;
        run(&app).await;
        let taken = 4_972;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, taken], "all of it is frozen for the first job");
        bank(&app, &second, "open").await;
        decide(&app, &first, Some(0), BorneBy::Callout).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED - taken, 0], "the bank can have no more than the rest");
        bank(&app, &second, "lost").await;
        assert_eq!((money(&app, &pro).await, balance(&app, Account::ProviderDisputed).await), ([0; 4], 0));
    }

    async fn what_a_bank_takes_over_stays_frozen_for_its_own_job(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let first = paid_out(&app, &pro).await;
        let second = earned(&app, &pro).await;
        complain(&app, &second).await;
        complain(&app, &first).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0]);
        bank(&app, &second, "open").await;
        decide(&app, &first, None, BorneBy::Pro).await;
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, EARNED, 0], "the first job is taken from its own payout");
        bank(&app, &second, "lost").await;
        assert_eq!((money(&app, &pro).await, balance(&app, Account::ProviderDisputed).await), ([0; 4], 0));
    }
}
