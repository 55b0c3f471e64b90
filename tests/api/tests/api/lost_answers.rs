//! The payment provider does what it is asked, and its answers are lost, or the server dies before it has written them down: nothing is lost
//! with them, and nothing happens twice. 20 rounds of each; `CALLOUT_LOST_ANSWERS=200` and `CALLOUT_KILLS=1000` make more.

use std::time::Duration;

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::ledger::{Account, Credit, Debit, Kind, Transaction};
use callout_domain::payout::Verdict;
use callout_front::jobs;
use callout_money::payments::refund;
use callout_store::ledger;
use pricing_core::Pence;
use serde_json::{Value, json};

use crate::earnings::balances_agree;
use crate::payouts::decide_payout;
use crate::payouts_by_stripe::{CONNECT_SECRET, details, event};
use crate::people::Person;
use crate::scene;
use crate::stripe::with_stripe;
use crate::stripe_account::Stripe;

/// Whether an answer is lost: about two in five are, at other places in each round.
fn loses(round: usize, call: usize) -> bool {
    (round * 7 + call * 13 + round * call) % 5 < 2
}

fn rounds(name: &str) -> usize {
    std::env::var(name).map_or(20, |rounds| rounds.parse().unwrap())
}

/// The platform owes a pro £40 that no job has earned.
async fn owe(app: &TestApp, pro: &Person, round: usize) {
    let (pro, now) = (pro.id.clone(), app.clock.now());
    let posted = app.state.db.write(move |connection| {
        Box::pin(async move {
            let posting = Transaction::new(Kind::MadeGood, &format!("round-{round}"), "GBP");
            let to = Credit(Account::Pro(pro));
            let posting = posting
                .transfer(Pence(4_000), Debit(Account::PlatformGoodwill), to)
                .unwrap();
            ledger::post(connection, &posting, now).await
        })
    });
    assert!(posted.await.unwrap());
}

/// A pro who can be paid through Stripe, and is signed in for as long as a thousand rounds take.
async fn ready(app: &TestApp) -> (TestApp, Stripe, Person) {
    let app = app
        .restarted(|config| config.token_ttl = Some(60 * 24 * 60 * 60))
        .await;
    let pro = crate::payouts::pro(&app, "pro").await;
    let (app, stripe) = with_stripe(&app).await;
    let app = app
        .restarted(|config| config.stripe_connect_webhook_secret = Some(CONNECT_SECRET.to_owned().into()))
        .await;
    let _ = details(&app, &pro).await;
    stripe.lock().unwrap().make_ready("acct_1", "ba_1");
    let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
    (app, stripe, pro)
}

/// A card payment is opened, held and charged, and a part of it promised back; and a pro withdraws what they are owed. While that happens
/// answers may be lost; the refund and the payout wait for the worker.
async fn begin(app: &TestApp, stripe: &Stripe, pro: &Person, round: usize, lost: [bool; 4]) {
    app.execute("delete from slot_places").await;
    stripe.lock().unwrap().loses = lost[..2].to_vec();
    let scene = scene::retried(app).await;
    let intent = scene.id().to_owned();
    stripe.lock().unwrap().loses.clear();
    stripe.lock().unwrap().set_status(&intent, "requires_capture");
    app.state.payments.settle(&intent).await.unwrap();
    stripe.lock().unwrap().loses = lost[2..].to_vec();
    while app.state.payments.capture(&intent, 11_700).await.is_err() {}
    stripe.lock().unwrap().loses.clear();
    let (reference, now) = (format!("goodwill:{round}"), app.clock.now());
    let promised = app.state.db.write(move |connection| {
        Box::pin(async move { refund::promise(connection, &intent, &reference, 700, now).await })
    });
    promised.await.unwrap();
    owe(app, pro, round).await;
    let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
    let call = call.header("idempotency-key", &format!("k{round}"));
    let asked = call.json(&json!({})).send().await.expect_status(201).json();
    if asked["status"] == "review" {
        let _ = decide_payout(app, asked["id"].as_str().unwrap(), Verdict::Send)
            .await
            .unwrap();
    }
    // Nobody looks for pros here, and no booking ends for the want of one.
    app.execute("delete from jobs where pool = 'matching'").await;
}

/// Each payment was opened and charged once, each refund made and each pro paid once, and the books say so.
async fn agree(app: &TestApp, stripe: &Stripe, rounds: usize) {
    let times = i64::try_from(rounds).unwrap();
    {
        let account = stripe.lock().unwrap();
        let sum = |list: Vec<&Value>, field: &str| {
            list.into_iter()
                .filter_map(|one| one[field].as_i64())
                .sum::<i64>()
        };
        let sent = sum(account.transfers.iter().collect(), "amount");
        assert_eq!(
            (account.refunded(), sent),
            (700 * times, 4_000 * times),
            "given back, and sent to the pro"
        );
        let charged = sum(account.intents.values().collect(), "amount_received");
        assert_eq!(
            (account.intents.len(), charged),
            (rounds, 11_700 * times),
            "opened and charged"
        );
    }
    assert_eq!(
        app.count("select count(*) from refunds where status <> 'done'")
            .await,
        0
    );
    assert_eq!(
        app.count("select count(*) from payouts where status <> 'sent'")
            .await,
        0
    );
    let posted = "select count(*) from ledger_transactions where kind in ('authorise', 'capture', 'refund', 'payout_sent')";
    assert_eq!(app.count(posted).await, 4 * times);
    assert_eq!(
        app.count("select available_pence + in_transit_pence from pro_balances")
            .await,
        0
    );
    balances_agree(app).await;
}

/// Runs what is due until nothing is left to do.
async fn finish(app: &TestApp) {
    for _ in 0..4 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        app.clock.advance(5 * MINUTE);
    }
}

both_databases! {
    async fn answers_that_are_lost_lose_nothing(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        let rounds = rounds("CALLOUT_LOST_ANSWERS");
        for round in 0..rounds {
            begin(&app, &stripe, &pro, round, std::array::from_fn(|call| loses(round, call))).await;
            for pass in 0..6 {
                {
                    let mut account = stripe.lock().unwrap();
                    account.loses = (0..64).map(|call| loses(round, pass * 64 + call)).collect();
                    if round % 3 == 0 {
                        // As Stripe does after a day.
                        account.answers.clear();
                    }
                }
                let _ = jobs::run_due(&app.state.jobs).await.unwrap();
                app.clock.advance(5 * MINUTE);
            }
            stripe.lock().unwrap().loses.clear();
            finish(&app).await;
        }
        agree(&app, &stripe, rounds).await;
        println!("{rounds} rounds, {} answers lost: nothing is lost or was done twice", stripe.lock().unwrap().lost);
    }

    async fn a_server_that_dies_loses_nothing(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        let rounds = rounds("CALLOUT_KILLS");
        for round in 0..rounds {
            begin(&app, &stripe, &pro, round, [false; 4]).await;
            // It dies when the provider has done the first call, or one of the next, whose answer nobody reads.
            let (before, calls) = (stripe.lock().unwrap().asked.len(), 1 + round % 7);
            let worker = app.state.jobs.clone();
            let task = tokio::spawn(async move { jobs::run_due(&worker).await });
            while !task.is_finished() && stripe.lock().unwrap().asked.len() < before + calls {
                tokio::time::sleep(Duration::from_micros(200)).await;
            }
            task.abort();
            let _ = task.await;
            // The next one takes its work over.
            app.execute("update jobs set leased_until = null").await;
            if round % 3 == 0 {
                stripe.lock().unwrap().answers.clear();
            }
            finish(&app).await;
        }
        agree(&app, &stripe, rounds).await;
    }
}
