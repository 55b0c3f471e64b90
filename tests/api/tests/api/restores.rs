//! A backup was restored: the payment provider (the stand-in of `stripe_account`) knows more than the database.

use api_tests::{TestApp, both_databases};
use callout_domain::operator::By;
use callout_domain::payout::Verdict;
use callout_front::jobs::housekeeping;
use callout_money::payments::refund;
use serde_json::json;

use crate::earnings::{balances_agree, payouts};
use crate::payouts::decide_payout;
use crate::payouts_by_stripe::{CONNECT_SECRET, details, earned, event, run};
use crate::people::{Person, outbox};
use crate::stripe_account::Stripe;

const SUPPORT: &str = "money@callout.example";

/// What a payout changes, parents first.
const TABLES: [&str; 8] = [
    "payout_accounts",
    "payouts",
    "payout_transfers",
    "clearing",
    "pro_balances",
    "ledger_transactions",
    "ledger_entries",
    "jobs",
];

/// A pro with £99.45 available, who can be paid.
async fn ready(app: &TestApp) -> (TestApp, Stripe, Person) {
    let app = app
        .restarted(|config| config.support_email = Some(SUPPORT.into()))
        .await;
    let (app, stripe, pro) = earned(&app).await;
    let _ = details(&app, &pro).await;
    stripe.lock().unwrap().make_ready("acct_1", "ba_1");
    let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
    run(&app).await;
    (app, stripe, pro)
}

async fn back_up(app: &TestApp) {
    for table in TABLES {
        app.execute(&format!("create table backup_{table} as select * from {table}"))
            .await;
    }
}

/// The database is as it was, and the server starts.
async fn restore(app: &TestApp) -> TestApp {
    app.execute("update clearing set used_pence = 0").await;
    for table in TABLES.iter().rev().filter(|table| **table != "clearing") {
        app.execute(&format!("delete from {table}")).await;
    }
    for table in TABLES.iter().filter(|table| **table != "clearing") {
        app.execute(&format!("insert into {table} select * from backup_{table}"))
            .await;
    }
    balances_agree(app).await;
    app.restarted(|_| ()).await
}

/// The pro asks for a payout, and an operator sends it.
async fn withdraw(app: &TestApp, pro: &Person, key: &str, pence: Option<i64>) -> String {
    let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
    let body = pence.map_or_else(|| json!({}), |pence| json!({ "amountPence": pence }));
    let asked = call.header("idempotency-key", key).json(&body).send().await;
    let id = asked.expect_status(201).json()["id"].as_str().unwrap().to_owned();
    if app
        .text(&format!("select status from payouts where id = '{id}'"))
        .await
        .as_deref()
        == Some("review")
    {
        let _ = decide_payout(app, &id, Verdict::Send).await.unwrap();
    }
    id
}

/// Amounts of what Stripe has sent, pence, in order.
fn sent(stripe: &Stripe) -> Vec<i64> {
    let account = stripe.lock().unwrap();
    let amounts = account.transfers.iter().map(|one| one["amount"].as_i64());
    amounts.map(Option::unwrap).collect()
}

async fn let_go(app: &TestApp) {
    let _ = app.state.restore.check(None).await.unwrap();
    app.state
        .restore
        .let_go("Compared with Stripe.", By::command_line(&app.state.keys))
        .await
        .unwrap();
    run(app).await;
}

fn told(app: &TestApp, subject: &str) -> usize {
    let lines = outbox(app, SUPPORT);
    lines
        .iter()
        .filter(|line| line["subject"].as_str().unwrap().starts_with(subject))
        .count()
}

async fn status(app: &TestApp, payout: &str) -> String {
    app.text(&format!("select status from payouts where id = '{payout}'"))
        .await
        .unwrap()
}

both_databases! {
    async fn without_a_restore_nothing_is_held(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        let _ = withdraw(&app, &pro, "k1", None).await;
        run(&app).await;
        assert_eq!(sent(&stripe), [9_945]);
        let app = app.restarted(|_| ()).await;
        assert!(app.state.restore.lets_pay().await.unwrap());
        assert_eq!(app.state.restore.check(Some(0)).await.unwrap(), []);
        assert_eq!(app.state.restore.let_go("Nothing.", By::command_line(&app.state.keys)).await.unwrap_err().code, "nothing_held");
    }

    async fn a_pro_is_not_paid_twice(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        back_up(&app).await;
        let _ = withdraw(&app, &pro, "k1", None).await;
        run(&app).await;
        assert_eq!(sent(&stripe), [9_945]);
        let app = restore(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        run(&app).await;
        assert_eq!(told(&app, "Payouts are held"), 1);
        let payout = withdraw(&app, &pro, "k2", None).await;
        run(&app).await;
        assert_eq!(status(&app, &payout).await, "pending", "it waits");
        // A person compares both, and lets it go.
        let refused = app.state.restore.let_go("Not yet compared.", By::command_line(&app.state.keys)).await;
        assert_eq!(refused.unwrap_err().code, "not_compared");
        let found = app.state.restore.check(None).await.unwrap();
        let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(lines.len() == 1 && lines[0].starts_with("unknown  transfer  tr_1  £99.45  sent"), "{lines:?}");
        let_go(&app).await;
        assert_eq!((status(&app, &payout).await, sent(&stripe)), ("sent".to_owned(), vec![9_945]), "not made again");
        assert_eq!(app.text("select outcome from payout_transfers").await.as_deref(), Some("tr_1"));
        balances_agree(&app).await;
        // What was let go is not held again.
        let app = app.restarted(|_| ()).await;
        assert!(app.state.restore.lets_pay().await.unwrap());
        assert_eq!(app.state.restore.check(Some(0)).await.unwrap(), []);
        assert_eq!(app.count("select count(*) from audit_log where act = 'payouts_let_go'").await, 1);
    }

    async fn of_what_was_sent_in_part_the_rest_is_sent(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        back_up(&app).await;
        let _ = withdraw(&app, &pro, "k1", Some(5_000)).await;
        run(&app).await;
        let app = restore(&app).await;
        let payout = withdraw(&app, &pro, "k2", None).await;
        run(&app).await;
        let_go(&app).await;
        assert_eq!((status(&app, &payout).await, sent(&stripe)), ("sent".to_owned(), vec![5_000, 4_945]));
        assert_eq!(told(&app, "Transfer to look at"), 1);
        assert_eq!(payouts(&app, &pro).await["availablePence"], 0);
        balances_agree(&app).await;
    }

    async fn where_more_was_sent_a_person_decides(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        back_up(&app).await;
        let _ = withdraw(&app, &pro, "k1", None).await;
        run(&app).await;
        let app = restore(&app).await;
        let payout = withdraw(&app, &pro, "k2", Some(5_000)).await;
        run(&app).await;
        let_go(&app).await;
        assert_eq!((status(&app, &payout).await, sent(&stripe)), ("failed".to_owned(), vec![9_945]));
        assert_eq!(told(&app, "Transfer to look at"), 1);
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945);
        let payout = withdraw(&app, &pro, "k3", None).await;
        run(&app).await;
        assert_eq!((status(&app, &payout).await, sent(&stripe)), ("sent".to_owned(), vec![9_945]));
        balances_agree(&app).await;
    }

    async fn until_the_provider_has_answered_payouts_wait(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        let app = app.restarted(|_| ()).await;
        let payout = withdraw(&app, &pro, "k1", None).await;
        stripe.lock().unwrap().refused.insert("/v1/transfers".into(), (503, "down"));
        run(&app).await;
        assert_eq!(status(&app, &payout).await, "pending");
        assert_eq!(app.state.restore.lets_pay().await.unwrap_err().code, "payment_unavailable");
        stripe.lock().unwrap().refused.clear();
        app.clock.advance(callout_domain::clock::DAY);
        run(&app).await;
        assert_eq!((status(&app, &payout).await, sent(&stripe)), ("sent".to_owned(), vec![9_945]));
    }

    async fn everything_that_is_unknown_is_listed_and_taken_in(app: TestApp) {
        let (app, stripe, _pro) = ready(&app).await;
        let app = app.restarted(|_| ()).await;
        let payment = app.text("select id from payments").await.unwrap();
        let (now, installation) = (app.clock.now() / 1_000, app.state.keys.provider.text(b"installation"));
        let ours = |reference: &str| json!({ "reference": reference, "installation": installation, "attempt": "0" });
        {
            let mut account = stripe.lock().unwrap();
            for (id, metadata) in [("pi_lost", ours("Q-lost")), ("pi_foreign", json!({ "reference": "Q-other" }))] {
                let intent = json!({ "id": id, "amount": 5_000, "status": "requires_capture", "created": now, "metadata": metadata });
                account.intents.insert(id.to_owned(), intent);
            }
            for (id, intent, pence, metadata) in [
                ("re_ours", payment.as_str(), 700, ours("goodwill:lost")),
                ("re_hand", payment.as_str(), 300, json!({})),
                ("re_lost", "pi_lost", 200, ours("goodwill:other")),
                ("re_foreign", "pi_foreign", 100, json!({})),
            ] {
                let refund = json!({ "id": id, "payment_intent": intent, "amount": pence, "status": "succeeded", "created": now, "metadata": metadata });
                account.refunds.push(refund);
            }
            for (id, intent) in [("dp_lost", payment.as_str()), ("dp_foreign", "pi_foreign")] {
                let dispute = json!({ "id": id, "payment_intent": intent, "amount": 2_000, "status": "needs_response", "created": now });
                account.disputes.insert(id.to_owned(), dispute);
            }
        }
        let found = app.state.restore.check(None).await.unwrap();
        let mut ids: Vec<&str> = found.iter().filter(|one| one.here.is_none()).map(|one| one.record.id.as_str()).collect();
        ids.sort_unstable();
        assert_eq!(ids, ["dp_lost", "pi_lost", "re_hand", "re_lost", "re_ours"]);
        assert!(!app.state.restore.lets_pay().await.unwrap());
        for _ in 0..3 {
            run(&app).await;
        }
        assert_eq!(app.count("select count(*) from refunds").await, 2);
        let taken = "select count(*) from refunds where reference in ('goodwill:lost', 're_hand')";
        assert_eq!(app.count(taken).await, 2, "ours keeps its reference, so that it is not made again");
        assert_eq!(app.text("select id from chargebacks").await.as_deref(), Some("dp_lost"));
        assert_eq!(told(&app, "Refund of an unknown payment: re_lost"), 1);
        let left: Vec<String> = app.state.restore.check(None).await.unwrap().into_iter().map(|one| one.record.id).collect();
        assert_eq!(left, ["pi_lost", "re_lost"]);
        balances_agree(&app).await;
    }

    async fn refunds_are_never_held(app: TestApp) {
        let (app, stripe, pro) = ready(&app).await;
        back_up(&app).await;
        let _ = withdraw(&app, &pro, "k1", None).await;
        run(&app).await;
        let app = restore(&app).await;
        assert!(!app.state.restore.lets_pay().await.unwrap());
        let (payment, now) = (app.text("select id from payments").await.unwrap(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, &payment, "goodwill:1", 700, now).await })
        });
        promised.await.unwrap();
        run(&app).await;
        assert_eq!(stripe.lock().unwrap().refunded(), 700);
    }
}
