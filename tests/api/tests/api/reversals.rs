//! Jobs that were paid out and are refunded by their pros: what was sent is taken back, and only the rest is owed.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR, SECOND};
use callout_domain::dispute::BorneBy;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_domain::work::Work;
use callout_front::jobs;
use callout_money::disputes::{AppealDecision, Decision, Outcome};
use callout_outside::providers::sandbox::chargebacks::BankAct;
use pricing_core::Pence;
use serde_json::json;

use crate::chargebacks::bank;
use crate::disputes::{complaint, dispute, id_of, money};
use crate::earnings::{balances_agree, statement};
use crate::operator::admin;
use crate::payouts::{earn, pro, well_known, withdraw};
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::Scene;
use crate::settle::balance;

/// What a job of £117.00 earns, less 15%, and half of it.
const EARNED: i64 = 9_945;
const HALF: i64 = 4_972;

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

/// Jobs that are done and paid out, all of what they earned or so much of it.
async fn paid_out(app: &TestApp, pro: &Person, jobs: usize, amount: Option<i64>) -> Vec<Scene> {
    well_known(app, pro).await;
    let mut scenes = Vec::new();
    for _ in 0..jobs {
        scenes.push(Box::pin(done(app, pro)).await);
        app.execute("delete from slot_places").await;
        // Those that cleared first are paid out first.
        app.clock.advance(SECOND);
        clear(app).await;
    }
    let wish = amount.map_or_else(|| json!({}), |amount| json!({ "amountPence": amount }));
    let _ = withdraw(app, pro, "k1", &wish).await.expect_status(201);
    run(app).await;
    scenes
}

async fn clear(app: &TestApp) {
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
}

/// An operator decides a new dispute of a job; what follows waits.
async fn lose(app: &TestApp, scene: &Scene, refund: Option<i64>) {
    let _ = dispute(app, scene, &complaint()).await.expect_status(201);
    let decision = Decision {
        refund: refund.map(Pence),
        borne_by: BorneBy::Pro,
        words: "The photos show it.".to_owned(),
    };
    let id = id_of(app, scene).await;
    let _ = app
        .state
        .disputes
        .decide(&id, decision, By::command_line(&app.state.keys))
        .await
        .unwrap();
    balances_agree(app).await;
}

/// Each reversal as `status amount`, in the order of their amounts.
async fn reversals(app: &TestApp) -> String {
    let all = "select string_agg(told, ', ') from (select status || ' ' || amount_pence as told from transfer_reversals
        order by amount_pence, status) as all_of_them";
    app.text(all).await.unwrap_or_default()
}

async fn taken_back(app: &TestApp) -> i64 {
    app.count("select cast(coalesce(sum(amount_pence), 0) as bigint) from sandbox_reversals")
        .await
}

/// The reversals that wait are done no earlier than in two days.
async fn put_off(app: &TestApp) {
    let later = app.clock.now() + 2 * DAY;
    app.execute(&format!(
        "update jobs set run_at = {later} where done_at is null and work like '%reverse_transfer%'"
    ))
    .await;
}

/// Nobody reaches what the sandbox keeps of pros, or everybody does again.
async fn away(app: &TestApp, is_away: bool) {
    let (from, to) = if is_away { ("", "_away") } else { ("_away", "") };
    app.execute(&format!(
        "alter table sandbox_accounts{from} rename to sandbox_accounts{to}"
    ))
    .await;
}

both_databases! {
    async fn what_was_paid_out_is_taken_back_and_nobody_owes_anything(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = paid_out(&app, &pro, 1, None).await.remove(0);
        lose(&app, &scene, None).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, EARNED], "until the provider has answered");
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], format!("done {EARNED}")));
        assert_eq!(taken_back(&app).await, EARNED);
        // The client has everything back, and nothing is left of it anywhere.
        for account in [Account::ProviderCash, Account::PlatformFees, Account::PlatformBadDebts] {
            assert_eq!(balance(&app, account).await, 0);
        }
        let posted = "select string_agg(account || ' ' || amount_pence, ', ') from (select account, amount_pence from ledger_entries
            join ledger_transactions happened on happened.reference = ledger_entries.reference
            where kind = 'reversed' and booking_id is null order by line) as lines";
        assert_eq!(app.text(posted).await.unwrap(), format!("provider:cash {EARNED}, pro:{} -{EARNED}", pro.id));
        let lines = String::from_utf8(statement(&app, &pro, "2026-11").await.expect_status(200).body.to_vec()).unwrap();
        assert!(lines.contains("Taken back from a payout,99.45"), "{lines}");
        let told = outbox(&app, "pro@example.com");
        assert_eq!(told.iter().filter(|line| line["subject"] == "£99.45 of a payout was taken back").count(), 1);
        let payout = app.text("select payout_id from payout_transfers").await.unwrap();
        operator.page(&format!("/admin/payouts/{payout}")).await.says("Sent; £99.45 of it taken back");

        // The job again, and again: nothing more happens.
        let reference = app.text("select reference from transfer_reversals").await.unwrap();
        let now = app.clock.now();
        let again = app.state.db.write(move |connection| Box::pin(async move {
            callout_store::jobs::enqueue(connection, &Work::ReverseTransfer { reference }, None, now, now).await
        }));
        again.await.unwrap();
        app.execute("update jobs set done_at = null where work like '%reverse_transfer%'").await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, taken_back(&app).await), ([0; 4], EARNED));
    }

    async fn what_the_account_has_not_got_stays_owed_and_is_asked_for_once(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some("money@callout.example".into())).await;
        let pro = pro(&app, "pro").await;
        let scene = paid_out(&app, &pro, 1, None).await.remove(0);
        app.execute("update sandbox_accounts set kind = 'refuses'").await;
        lose(&app, &scene, Some(5_850)).await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0, 0, 0, HALF], format!("refused {HALF}")));
        assert_eq!(app.text("select outcome from transfer_reversals").await.unwrap(), "balance_insufficient");
        assert!(outbox(&app, "pro@example.com").iter().all(|line| line["subject"] != "£49.72 of a payout was taken back"));
        let told = outbox(&app, "money@callout.example");
        let told: Vec<_> = told.iter().filter(|line| line["subject"] == format!("A payout could not be taken back: {}", pro.id).as_str()).collect();
        assert_eq!(told.len(), 1);
        assert!(told[0]["text"].as_str().unwrap().contains("refused to take £49.72 back from their account (balance_insufficient"));
        app.execute("update sandbox_accounts set kind = 'pays'").await;
        run(&app).await;
        assert_eq!(app.count("select count(*) from jobs where done_at is null and work like '%reverse_transfer%'").await, 0);
        assert_eq!((money(&app, &pro).await, taken_back(&app).await), ([0, 0, 0, HALF], 0), "not asked for again");
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [EARNED - HALF, 0, 0, 0], "the next job pays it off");
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        run(&app).await;
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, 2 * EARNED - HALF);
    }

    async fn what_the_pro_has_otherwise_goes_first(app: TestApp) {
        let pro = pro(&app, "pro").await;
        // The first job is paid out whole, the second in part: £48.90 are left.
        let first = paid_out(&app, &pro, 2, Some(15_000)).await.remove(0);
        assert_eq!(money(&app, &pro).await, [4_890, 0, 0, 0]);
        lose(&app, &first, None).await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], format!("done {}", EARNED - 4_890)));
        let theirs = "select count(*) from sandbox_reversals join payout_transfers on transfer = payout_transfers.named
            join clearing on clearing.reference = earning where booking_id";
        assert_eq!(app.count(&format!("{theirs} = '{}'", first.booking.id)).await, 1, "out of its own transfer");
    }

    async fn later_earnings_pay_first_and_nothing_is_taken_twice(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scenes = paid_out(&app, &pro, 2, None).await;
        for scene in &scenes {
            lose(&app, scene, None).await;
        }
        put_off(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 2 * EARNED]);
        earn(&app, &pro).await;
        let _ = app.state.debts.write_off(&pro.id, Pence(1_000), "They are ill.", By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(money(&app, &pro).await, [0, 0, 0, EARNED - 1_000]);
        app.clock.advance(2 * DAY);
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], format!("not_needed 0, done {}", EARNED - 1_000)));
        assert_eq!(taken_back(&app).await, EARNED - 1_000);
    }

    async fn what_is_asked_for_is_reserved_until_the_provider_answers(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scenes = paid_out(&app, &pro, 2, None).await;
        lose(&app, &scenes[0], None).await;
        away(&app, true).await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0, 0, 0, EARNED], format!("asked {EARNED}")));
        let all = app.state.debts.write_off(&pro.id, Pence(1), "They are ill.", By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(all.code, "invalid", "it is being taken back");
        // Later earnings pay the debt meanwhile, and another job's refund is taken from what they leave.
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [0; 4]);
        let closing = app.state.accounts.close_master(pro.id.clone()).await.unwrap_err();
        assert_eq!(closing.code, "balance_not_zero");
        away(&app, false).await;
        lose(&app, &scenes[1], Some(5_850)).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, HALF]);
        app.clock.advance(HOUR);
        run(&app).await;
        // What came back first covers it, so that the second transfer is left alone.
        assert_eq!((money(&app, &pro).await, taken_back(&app).await), ([EARNED - HALF, 0, 0, 0], EARNED));
        assert_eq!(reversals(&app).await, format!("not_needed 0, done {EARNED}"));
        // And it is paid out like everything else.
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        run(&app).await;
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, 3 * EARNED - HALF);
        assert_eq!(money(&app, &pro).await, [0; 4]);
    }

    async fn a_transfer_that_is_on_its_way_is_waited_for(app: TestApp) {
        let pro = pro(&app, "pro").await;
        well_known(&app, &pro).await;
        let scene = done(&app, &pro).await;
        clear(&app).await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        // The provider was asked, and nobody reaches it any more.
        app.execute("update payout_transfers set begun_at = 1").await;
        away(&app, true).await;
        lose(&app, &scene, None).await;
        run(&app).await;
        assert_eq!(reversals(&app).await, "waiting 0");
        away(&app, false).await;
        app.clock.advance(HOUR);
        run(&app).await;
        assert_eq!((reversals(&app).await, taken_back(&app).await), (format!("done {EARNED}"), EARNED));
        assert_eq!(money(&app, &pro).await, [0; 4]);
    }

    async fn one_that_comes_back_need_not_be_reversed(app: TestApp) {
        let pro = pro(&app, "pro").await;
        well_known(&app, &pro).await;
        let scene = done(&app, &pro).await;
        clear(&app).await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        app.execute("update payout_transfers set begun_at = 1").await;
        lose(&app, &scene, None).await;
        app.execute("update sandbox_accounts set kind = 'refuses'").await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], "not_needed 0".to_owned()));
        assert_eq!(balance(&app, Account::ProviderCash).await, 0);
    }

    async fn an_appeal_takes_the_rest_and_never_more_than_was_sent(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = paid_out(&app, &pro, 1, None).await.remove(0);
        lose(&app, &scene, Some(5_850)).await;
        run(&app).await;
        let text = "The other tap leaks, too.".to_owned();
        let _ = app.state.disputes.appeal(&scene.booking.id, None, text).await.unwrap();
        let outcome = Outcome::MoreBack { refund: None, borne_by: BorneBy::Pro };
        let decision = AppealDecision { outcome, words: "The second photo shows it.".to_owned() };
        let id = id_of(&app, &scene).await;
        let _ = app.state.disputes.decide_appeal(&id, decision, By::command_line(&app.state.keys)).await.unwrap();
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], format!("done {HALF}, done {}", EARNED - HALF)));
        assert_eq!((taken_back(&app).await, balance(&app, Account::ProviderCash).await), (EARNED, 0));
    }

    async fn a_lost_chargeback_takes_it_back_and_a_fee_that_is_owed_stays(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = paid_out(&app, &pro, 1, None).await.remove(0);
        let secret = scene.intent.client_secret.clone();
        app.state.sandbox.act_as_bank(scene.id(), &secret, BankAct::Open).await.unwrap();
        run(&app).await;
        let _ = crate::earnings::done_in_cash(&app, &pro).await;
        let [_, _, _, fee] = money(&app, &pro).await;
        assert!(fee > 0);
        app.state.sandbox.act_as_bank(scene.id(), &secret, BankAct::Lost).await.unwrap();
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0, 0, 0, fee], format!("done {EARNED}")));
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
    }

    async fn only_what_the_job_can_still_lose_is_frozen_of_later_jobs(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = paid_out(&app, &pro, 1, None).await.remove(0);
        lose(&app, &scene, Some(5_850)).await;
        run(&app).await;
        assert_eq!((money(&app, &pro).await, reversals(&app).await), ([0; 4], format!("done {HALF}")));
        bank(&app, &scene, "open").await;
        earn(&app, &pro).await;
        assert_eq!(money(&app, &pro).await, [HALF, 0, EARNED - HALF, 0]);
        bank(&app, &scene, "lost").await;
        assert_eq!(money(&app, &pro).await, [HALF, 0, 0, 0]);
    }
}
