//! The payment provider does what it is asked, and its answers are lost: nothing is lost with them, and nothing happens twice. 20 rounds;
//! `CALLOUT_LOST_ANSWERS=200` makes more.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::ledger::{Account, Credit, Debit, Kind, Transaction};
use callout_domain::payout::Verdict;
use callout_front::jobs;
use callout_money::payments::refund;
use callout_store::ledger;
use pricing_core::Pence;
use serde_json::json;

use crate::earnings::balances_agree;
use crate::payouts::decide_payout;
use crate::payouts_by_stripe::{CONNECT_SECRET, details, event};
use crate::people::Person;
use crate::scene;
use crate::stripe::with_stripe;
use crate::stripe_account::Stripe;

/// Whether an answer is lost: about half of them are, at other places in each round.
fn loses(round: usize, call: usize) -> bool {
    (round * 7 + call * 13 + round * call) % 5 < 2
}

fn rounds() -> usize {
    std::env::var("CALLOUT_LOST_ANSWERS").map_or(20, |rounds| rounds.parse().unwrap())
}

/// Runs what is due until nothing waits, while answers are lost; in some rounds Stripe has forgotten every key, as it does after a day.
async fn run(app: &TestApp, stripe: &Stripe, round: usize) {
    // Nobody looks for pros here, and no booking ends for the want of one.
    app.execute("delete from jobs where pool = 'matching'").await;
    for pass in 0..8 {
        {
            let mut account = stripe.lock().unwrap();
            account.loses = (0..64).map(|call| pass < 6 && loses(round, pass * 64 + call)).collect();
            if round % 3 == 0 {
                account.answers.clear();
            }
        }
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        app.clock.advance(5 * MINUTE);
    }
    stripe.lock().unwrap().loses.clear();
}

/// The platform owes a pro £40 that no job has earned.
async fn owe(app: &TestApp, pro: &Person, round: usize) {
    let (pro, now) = (pro.id.clone(), app.clock.now());
    let posted = app.state.db.write(move |connection| {
        Box::pin(async move {
            let posting = Transaction::new(Kind::MadeGood, &format!("round-{round}"), "GBP");
            let to = Credit(Account::Pro(pro));
            let posting = posting.transfer(Pence(4_000), Debit(Account::PlatformGoodwill), to).unwrap();
            ledger::post(connection, &posting, now).await
        })
    });
    assert!(posted.await.unwrap());
}

both_databases! {
    async fn nothing_is_lost_or_done_twice(app: TestApp) {
        let pro = crate::payouts::pro(&app, "pro").await;
        let (app, stripe) = with_stripe(&app).await;
        let app = app.restarted(|config| config.stripe_connect_webhook_secret = Some(CONNECT_SECRET.to_owned().into())).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        for round in 0..rounds() {
            // A card payment: opened, held, charged, and a part of it given back.
            app.execute("delete from slot_places").await;
            stripe.lock().unwrap().loses = vec![loses(round, 0), loses(round, 1)];
            let scene = scene::retried(&app).await;
            let intent = scene.id().to_owned();
            stripe.lock().unwrap().set_status(&intent, "requires_capture");
            stripe.lock().unwrap().loses.clear();
            app.state.payments.settle(&intent).await.unwrap();
            stripe.lock().unwrap().loses = vec![loses(round, 2), loses(round, 3)];
            while app.state.payments.capture(&intent, 11_700).await.is_err() {}
            let (reference, now) = (format!("goodwill:{round}"), app.clock.now());
            let promised = app.state.db.write(move |connection| {
                Box::pin(async move { refund::promise(connection, &intent, &reference, 700, now).await })
            });
            promised.await.unwrap();
            // A payout of what the platform owes.
            owe(&app, &pro, round).await;
            let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
            let asked = call.header("idempotency-key", &format!("k{round}")).json(&json!({})).send().await.expect_status(201).json();
            if asked["status"] == "review" {
                let _ = decide_payout(&app, asked["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
            }
            run(&app, &stripe, round).await;
            balances_agree(&app).await;
        }
        let times = i64::try_from(rounds()).unwrap();
        let (refunded, sent, opened, charged) = {
            let account = stripe.lock().unwrap();
            let sum = |list: &mut dyn Iterator<Item = &serde_json::Value>, field: &str| list.filter_map(|one| one[field].as_i64()).sum::<i64>();
            (account.refunded(), sum(&mut account.transfers.iter(), "amount"), account.intents.len(), sum(&mut account.intents.values(), "amount_received"))
        };
        assert_eq!((refunded, sent), (700 * times, 4_000 * times), "given back, and sent to the pro");
        assert_eq!((opened, charged), (rounds(), 11_700 * times), "opened and charged");
        assert_eq!(app.count("select count(*) from refunds where status <> 'done'").await, 0);
        assert_eq!(app.count("select count(*) from payouts where status <> 'sent'").await, 0);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind in ('authorise', 'capture', 'refund', 'payout_sent')").await, 4 * times);
        assert_eq!(app.count("select available_pence + in_transit_pence from pro_balances").await, 0);
        println!("{} rounds, {} answers lost: nothing is lost or was done twice", rounds(), stripe.lock().unwrap().lost);
    }
}
