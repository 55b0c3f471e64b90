//! What Stripe says of money that goes and comes back without us: the changes of a chargeback, each booked once, and refunds by whichever
//! event tells of them.

use api_tests::{TestApp, both_databases};
use callout_domain::ledger::Account;
use callout_money::payments::refund;
use callout_outside::providers::signature;
use serde_json::{Value, json};

use crate::earnings::balances_agree;
use crate::payouts_by_stripe::{earned, run};
use crate::people::outbox;
use crate::settle::balance;
use crate::stripe::{WEBHOOK_SECRET, event};
use crate::stripe_account::Stripe;

const SUPPORT: &str = "money@callout.example";

/// A job of £117 that is paid by Stripe and done, and its payment.
async fn paid(app: &TestApp) -> (TestApp, Stripe, String) {
    let app = app
        .restarted(|config| config.support_email = Some(SUPPORT.into()))
        .await;
    let (app, stripe, _pro) = earned(&app).await;
    let payment = app.text("select id from payments").await.unwrap();
    (app, stripe, payment)
}

/// The bank's dispute stands like this, with the changes of our balance so far, each with its charge, and an event tells of it.
async fn bank(app: &TestApp, stripe: &Stripe, number: u32, status: &str, changes: &[(&str, i64, i64)]) {
    let payment = app.text("select id from payments").await.unwrap();
    let changes: Vec<Value> = changes
        .iter()
        .zip(1..)
        .map(|((id, amount, fee), created)| json!({ "id": id, "amount": amount, "fee": fee, "created": created }))
        .collect();
    let dispute = json!({ "id": "dp_1", "payment_intent": payment, "amount": 11_700, "status": status, "balance_transactions": changes });
    stripe.lock().unwrap().disputes.insert("dp_1".to_owned(), dispute);
    let _ = event(app, number, "charge.dispute.updated", "dp_1")
        .await
        .expect_status(200);
    for _ in 0..2 {
        run(app).await;
    }
    app.state.disputes.follow_chargeback("dp_1").await.unwrap();
    balances_agree(app).await;
}

fn told(app: &TestApp, subject: &str) -> usize {
    let lines = outbox(app, SUPPORT);
    lines
        .iter()
        .filter(|line| line["subject"].as_str().unwrap().starts_with(subject))
        .count()
}

const OUT: (&str, i64, i64) = ("txn_out", -11_700, 2_000);

both_databases! {
    async fn a_charge_that_comes_late_is_booked_once(app: TestApp) {
        let (app, stripe, _) = paid(&app).await;
        bank(&app, &stripe, 1, "needs_response", &[]).await;
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 11_700);
        assert_eq!(balance(&app, Account::PlatformCosts).await, 0);
        bank(&app, &stripe, 2, "needs_response", &[OUT]).await;
        bank(&app, &stripe, 3, "under_review", &[OUT]).await;
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000);
        // The bank is wrong, and Stripe gives its charge back.
        bank(&app, &stripe, 4, "won", &[OUT, ("txn_in", 11_700, -2_000)]).await;
        assert_eq!(balance(&app, Account::PlatformCosts).await, 0);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
        assert_eq!(told(&app, "Money of a decided chargeback"), 0);
    }

    async fn what_comes_back_after_a_loss_is_booked_and_told(app: TestApp) {
        let (app, stripe, _) = paid(&app).await;
        bank(&app, &stripe, 1, "needs_response", &[OUT]).await;
        bank(&app, &stripe, 2, "lost", &[OUT]).await;
        let cash = balance(&app, Account::ProviderCash).await;
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000);
        let back = ("txn_back", 11_700, 0);
        for (number, status) in [(3, "lost"), (4, "won")] {
            bank(&app, &stripe, number, status, &[OUT, back]).await;
            assert_eq!(balance(&app, Account::ProviderCash).await, cash + 11_700);
            assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000 - 11_700);
        }
        assert_eq!(told(&app, "Money of a decided chargeback"), 1);
        // And once more the bank takes it.
        bank(&app, &stripe, 5, "lost", &[OUT, back, ("txn_again", -11_700, 0)]).await;
        assert_eq!(balance(&app, Account::ProviderCash).await, cash);
        assert_eq!(told(&app, "Money of a decided chargeback"), 2);
    }

    async fn a_charge_that_was_booked_with_its_chargeback_is_not_booked_again(app: TestApp) {
        let (app, stripe, _) = paid(&app).await;
        bank(&app, &stripe, 1, "needs_response", &[OUT]).await;
        // As before changes were told apart.
        app.execute("update ledger_entries set reference = 'chargeback:dp_1', line = line + 10 where reference = 'provider_charge:txn_out'").await;
        app.execute("delete from ledger_transactions where reference = 'provider_charge:txn_out'").await;
        bank(&app, &stripe, 2, "under_review", &[OUT]).await;
        assert_eq!(balance(&app, Account::PlatformCosts).await, 2_000);
    }

    async fn a_refund_by_hand_is_heard_of_by_whichever_event(app: TestApp) {
        let (app, stripe, payment) = paid(&app).await;
        let refund = |id: &str| json!({ "id": id, "payment_intent": payment, "amount": 300, "status": "succeeded", "metadata": {} });
        // The newer name, of the refund itself.
        stripe.lock().unwrap().refunds.push(refund("re_1"));
        let _ = event(&app, 1, "refund.created", "re_1").await.expect_status(200);
        run(&app).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 300);
        // The older ones: of the charge, and of its refund.
        stripe.lock().unwrap().refunds.push(refund("re_2"));
        for (number, intent) in [(2, payment.as_str()), (3, "pi_foreign")] {
            let charge = json!({ "id": "ch_1", "object": "charge", "payment_intent": intent });
            let body = json!({ "id": format!("evt_{number}"), "type": "charge.refunded", "data": { "object": charge } }).to_string();
            let header = signature::sign(WEBHOOK_SECRET.as_bytes(), body.as_bytes(), app.clock.now());
            let call = app.post("/api/payments/webhook/stripe").body("application/json", body);
            let _ = call.header("stripe-signature", &header).send().await.expect_status(200);
            run(&app).await;
        }
        let _ = event(&app, 4, "charge.refund.updated", "re_2").await.expect_status(200);
        run(&app).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 600);
        assert_eq!(app.count("select count(*) from refunds").await, 2);
        balances_agree(&app).await;
    }

    async fn a_promised_refund_that_somebody_made_by_hand_is_not_made_again(app: TestApp) {
        let (app, stripe, payment) = paid(&app).await;
        let now = app.clock.now() / 1_000;
        let by_hand = |id: &str, made_at: i64| json!({ "id": id, "payment_intent": payment, "amount": 700, "status": "succeeded", "created": made_at, "metadata": {} });
        // Before ours was promised somebody gave as much back for another reason.
        stripe.lock().unwrap().refunds.push(by_hand("re_before", now - 60));
        for (reference, status, in_all) in [("goodwill:1", "done", 1_400), ("goodwill:2", "superseded", 2_100)] {
            let (id, at) = (payment.clone(), app.clock.now());
            let promised = app.state.db.write(move |connection| {
                Box::pin(async move { refund::promise(connection, &id, reference, 700, at).await })
            });
            promised.await.unwrap();
            if status == "superseded" {
                stripe.lock().unwrap().refunds.push(by_hand("re_same", now));
                // Of the one that stands for ours an event tells, too.
                let _ = event(&app, 1, "refund.created", "re_same").await.expect_status(200);
            }
            for _ in 0..2 {
                run(&app).await;
            }
            let standing = format!("select status from refunds where reference = '{reference}'");
            assert_eq!(app.text(&standing).await.as_deref(), Some(status), "{reference}");
            assert_eq!(stripe.lock().unwrap().refunded(), in_all, "{reference}");
        }
        // The third is a second one of ours: the same refund by hand stands for one alone.
        let (id, at) = (payment.clone(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, &id, "goodwill:3", 700, at).await })
        });
        promised.await.unwrap();
        run(&app).await;
        assert_eq!(stripe.lock().unwrap().refunded(), 2_800);
        assert_eq!(app.count("select refunded_pence from payments").await, 2_100, "of the one before no event has come");
        balances_agree(&app).await;
    }
}
