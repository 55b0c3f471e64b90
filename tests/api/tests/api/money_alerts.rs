//! Money that needs a person: payments that are not what was asked for, and what moves at the provider without us.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, HOUR};
use callout_domain::ledger::Account;
use callout_domain::payout::Verdict;
use callout_domain::work::Work;
use callout_front::jobs;
use callout_store as store;
use callout_store::StoreError;
use serde_json::{Value, json};

use crate::debts::{GOOD, confirm, is_paid, open};
use crate::earnings::{balances_agree, done_in_cash, payouts, statement, sweep};
use crate::journey::text;
use crate::matching::{ready, step};
use crate::matching_jobs::taken;
use crate::payouts::{decide_payout, earn, pro, well_known, withdraw};
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::{Scene, created, settled, status};
use crate::settle::balance;
use crate::stripe::{event, with_stripe};
use crate::stripe_account::Stripe;

const OPERATOR: &str = "money@callout.example";

/// What a cash job of £117.00 leaves to pay: 15%, less a coupon of £10.00.
const OWED: i64 = 755;

async fn with_operator(app: &TestApp) -> TestApp {
    app.restarted(|config| config.support_email = Some(OPERATOR.into()))
        .await
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

fn subjects(app: &TestApp) -> Vec<String> {
    let told = outbox(app, OPERATOR);
    told.iter()
        .map(|email| text(email, "subject").to_owned())
        .collect()
}

/// An unpaid booking of £117.00 at the stand-in for Stripe.
async fn at_stripe(app: &TestApp) -> (TestApp, Stripe, Scene) {
    let (app, stripe) = with_stripe(app).await;
    let app = with_operator(&app).await;
    let scene = created(&app).await;
    (app, stripe, scene)
}

/// The same, held and charged.
async fn charged(app: &TestApp) -> (TestApp, Stripe, Scene) {
    let (app, stripe, scene) = at_stripe(app).await;
    stripe.lock().unwrap().set_status("pi_1", "requires_capture");
    app.state.payments.settle("pi_1").await.unwrap();
    app.state.payments.capture("pi_1", 11_700).await.unwrap();
    (app, stripe, scene)
}

/// Somebody gives back a part of the payment on Stripe's own page.
async fn refund_there(app: &TestApp, stripe: &Stripe, number: u32, intent: &str, pence: i64) {
    let refund = json!({ "id": format!("re_{number}"), "status": "succeeded", "amount": pence, "payment_intent": intent, "metadata": {} });
    stripe.lock().unwrap().refunds.push(refund);
    let id = format!("re_{number}");
    for (again, kind) in ["refund.created", "refund.updated"].into_iter().enumerate() {
        let event_number = 10 * number + u32::try_from(again).unwrap();
        let _ = event(app, event_number, kind, &id).await.expect_status(200);
    }
    run(app).await;
}

/// The bank of a pro's own card acts.
async fn bank(app: &TestApp, opened: &Value, act: &str) {
    let path = format!(
        "/api/sandbox/payments/{}/chargeback",
        text(opened, "paymentIntentId")
    );
    let body = json!({ "clientSecret": opened["clientSecret"], "act": act });
    let _ = app.post(&path).json(&body).send().await.expect_status(204);
    run(app).await;
}

/// A pro who has paid the fee of a cash job by card.
async fn paid_debt(app: &TestApp) -> (TestApp, Person, Value) {
    let app = with_operator(app).await;
    let pro = ready(&app, "pro", 1).await;
    let _ = done_in_cash(&app, &pro).await;
    let opened = open(&app, &pro).await;
    confirm(&app, &opened, GOOD).await;
    run(&app).await;
    assert_eq!(payouts(&app, &pro).await["debtPence"], 0);
    (app, pro, opened)
}

both_databases! {
    async fn what_was_charged_but_not_asked_for_waits_for_a_person(app: TestApp) {
        let (app, stripe, scene) = at_stripe(&app).await;
        {
            let mut account = stripe.lock().unwrap();
            let intent = account.intents.get_mut("pi_1").unwrap();
            intent["amount"] = 20_000.into();
            intent["amount_received"] = 20_000.into();
            intent["status"] = "succeeded".into();
        }
        for number in 1..=3 {
            let _ = event(&app, number, "payment_intent.succeeded", "pi_1").await.expect_status(200);
            run(&app).await;
        }
        assert_eq!(subjects(&app), ["Payment to look at: pi_1"]);
        let told = outbox(&app, OPERATOR);
        assert!(text(&told[0], "text").contains("was charged £200.00"), "{told:?}");
        assert_eq!((status(&app, &scene).await.as_str(), stripe.lock().unwrap().refunded()), ("created", 0));
        // When the time to pay is over, the booking ends, and the money stays where it is.
        app.clock.advance(HOUR);
        jobs::housekeeping::sweep(&app.state.jobs).await.unwrap();
        run(&app).await;
        assert_eq!((status(&app, &scene).await.as_str(), stripe.lock().unwrap().refunded()), ("cancelled", 0));
        assert_eq!(app.count("select count(*) from ledger_entries").await, 0);
        assert_eq!(subjects(&app).len(), 1);
    }

    async fn a_charge_that_stopped_matching_is_not_given_back(app: TestApp) {
        let (app, stripe, scene) = charged(&app).await;
        let before = balance(&app, Account::ProviderCash).await;
        stripe.lock().unwrap().intents.get_mut("pi_1").unwrap()["metadata"]["reference"] = "another".into();
        app.state.payments.settle("pi_1").await.unwrap();
        run(&app).await;
        assert_eq!(subjects(&app), ["Payment to look at: pi_1"]);
        assert_eq!(stripe.lock().unwrap().refunded(), 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, before);
        assert_eq!(app.count("select count(*) from refunds").await, 0);
        assert_eq!(app.count("select count(*) from payments where closing_at is not null").await, 0);
        assert_eq!(status(&app, &scene).await, "pending");
    }

    async fn a_debts_hold_that_does_not_match_is_let_go_and_a_charge_is_not(app: TestApp) {
        let app = with_operator(&app).await;
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let status_of = async |opened: &Value| {
            let id = text(opened, "paymentIntentId");
            app.text(&format!("select status from sandbox_intents where id = '{id}'")).await.unwrap()
        };
        let held = open(&app, &pro).await;
        app.execute("update sandbox_intents set amount_pence = 5 where booking_id = ''").await;
        confirm(&app, &held, GOOD).await;
        run(&app).await;
        assert_eq!((status_of(&held).await.as_str(), subjects(&app).len()), ("canceled", 0));

        let charged = open(&app, &pro).await;
        let id = text(&charged, "paymentIntentId").to_owned();
        app.execute(&format!("update sandbox_intents set status = 'succeeded', amount_pence = 5, captured_pence = 5 where id = '{id}'")).await;
        for _ in 0..2 {
            assert_eq!(is_paid(&app, &pro, &charged).await.expect_status(200).json()["isPaid"], false);
            run(&app).await;
        }
        assert_eq!((status_of(&charged).await.as_str(), subjects(&app)), ("succeeded", vec![format!("Payment to look at: {id}")]));
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
    }

    async fn a_refund_made_at_the_provider_is_taken_into_our_books_once(app: TestApp) {
        let (app, stripe, scene) = charged(&app).await;
        refund_there(&app, &stripe, 1, "pi_1", 700).await;
        let client = Account::Client(scene.booking.made_by.clone());
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_000);
        assert_eq!(balance(&app, client.clone()).await, -11_000);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 0);
        assert_eq!(app.count("select refunded_pence from payments").await, 700);
        assert_eq!(subjects(&app), [format!("Refund made at the provider: {}", scene.booking.id)]);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'refund'").await, 1);

        // Its bank returns it: then it can be tried again like one of ours.
        stripe.lock().unwrap().refunds[0]["status"] = "failed".into();
        let _ = event(&app, 30, "refund.failed", "re_1").await.expect_status(200);
        run(&app).await;
        assert_eq!((balance(&app, Account::ProviderCash).await, balance(&app, client).await), (11_700, -11_700));
        assert_eq!(app.count("select refunded_pence from payments").await, 0);
        assert_eq!(subjects(&app).last().unwrap(), "Refund refused: re_1");
    }

    async fn one_made_there_takes_the_place_of_one_that_was_refused(app: TestApp) {
        let (app, stripe, scene) = charged(&app).await;
        app.execute("insert into refunds (reference, payment_id, amount_pence, status, created_at, updated_at) values ('goodwill:1', 'pi_1', 1000, 'refused', 1, 1)").await;
        app.execute("update payments set refused_pence = 1000").await;
        refund_there(&app, &stripe, 1, "pi_1", 700).await;
        let all = "select string_agg(told, ', ') from (select reference || ' ' || status || ' ' || amount_pence as told from refunds order by amount_pence desc) as all_of_them";
        assert_eq!(app.text(all).await.unwrap(), "goodwill:1 superseded 1000, re_1 done 700, goodwill:1:rest done 300");
        assert_eq!(app.text("select refunded_pence || ' ' || refused_pence from payments").await.unwrap(), "1000 0");
        assert_eq!((balance(&app, Account::ProviderCash).await, balance(&app, Account::Client(scene.booking.made_by.clone())).await), (10_700, -10_700));
    }

    async fn what_was_earned_already_is_the_platforms_gift(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        app.execute("update payments set provider = 'stripe'").await;
        let (app, stripe) = with_stripe(&app).await;
        let app = with_operator(&app).await;
        let intent = json!({
            "id": scene.id(), "client_secret": "s", "status": "succeeded", "amount": 11_700, "amount_received": 11_700, "currency": "gbp",
            "metadata": { "reference": scene.booking.quote_id },
        });
        stripe.lock().unwrap().intents.insert(scene.id().to_owned(), intent);
        let before = payouts(&app, &pro).await;
        refund_there(&app, &stripe, 1, scene.id(), 2_000).await;
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 2_000);
        assert_eq!(balance(&app, Account::ProviderCash).await, 9_700);
        assert_eq!(balance(&app, Account::Client(scene.booking.made_by.clone())).await, 0);
        assert_eq!(payouts(&app, &pro).await, before, "the pro keeps their share");
        let told = outbox(&app, OPERATOR);
        assert!(text(told.last().unwrap(), "text").contains("£20.00 of it had already been earned"), "{told:?}");
    }

    async fn what_is_earned_after_it_was_given_back_is_the_platforms_gift(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        run(&app).await;
        app.state.sandbox.refund_by_hand(scene.id(), 2_000).await.unwrap();
        run(&app).await;
        let client = Account::Client(scene.booking.made_by.clone());
        assert_eq!(balance(&app, client.clone()).await, -9_700, "nobody has earned it yet");
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, &scene.booking.id, to).await.expect_status(200);
        }
        run(&app).await;
        assert_eq!(balance(&app, client).await, 0);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 2_000);
        assert_eq!(balance(&app, Account::ProviderCash).await, 9_700);
        assert_eq!(payouts(&app, &pro).await["clearingPence"], 9_945, "the pro keeps their share");
    }

    async fn a_refund_of_a_payment_that_is_not_ours_is_ignored(app: TestApp) {
        let (app, stripe, _) = charged(&app).await;
        let others = json!({ "id": "re_9", "status": "succeeded", "amount": 5, "payment_intent": "pi_9", "metadata": {} });
        stripe.lock().unwrap().refunds.push(others);
        let _ = event(&app, 9, "refund.created", "re_9").await.expect_status(200);
        run(&app).await;
        assert_eq!(app.count("select count(*) from refunds").await, 0);
        assert!(subjects(&app).is_empty());
    }

    async fn a_chargeback_without_a_pro_is_told_to_an_operator(app: TestApp) {
        let app = with_operator(&app).await;
        let scene = settled(&app).await;
        app.state.payments.capture(scene.id(), 11_700).await.unwrap();
        let opened = json!({ "paymentIntentId": scene.id(), "clientSecret": scene.intent.client_secret });
        for act in ["open", "open", "lost", "lost"] {
            bank(&app, &opened, act).await;
        }
        let subject = format!("Chargeback: {}", scene.booking.id);
        assert_eq!(subjects(&app), [subject.clone(), subject]);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
    }

    async fn a_debt_whose_payment_the_bank_takes_back_is_owed_again(app: TestApp) {
        let (app, pro, opened) = paid_debt(&app).await;
        let before = balance(&app, Account::ProviderCash).await;
        for act in ["open", "open"] {
            bank(&app, &opened, act).await;
        }
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
        let charged_for_it = 2_000;
        assert_eq!(balance(&app, Account::ProviderCash).await, before - OWED - charged_for_it);
        assert_eq!(balance(&app, Account::PlatformCosts).await, charged_for_it);
        assert_eq!(subjects(&app), [format!("Payment given back to a pro's card: {}", pro.id)]);
        let file = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(file.contains("Debt payment given back to your card"), "{file}");

        bank(&app, &opened, "won").await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, before - charged_for_it);
        assert_eq!(subjects(&app).last().unwrap(), &format!("Fees of a pro came back: {}", pro.id));
    }

    async fn what_the_provider_charges_is_posted_once(app: TestApp) {
        let (app, stripe, _) = at_stripe(&app).await;
        let charge = |fee: i64| json!({ "id": "ch_1", "balance_transaction": { "id": "txn_1", "fee": fee } });
        {
            let mut account = stripe.lock().unwrap();
            account.set_status("pi_1", "requires_capture");
            account.intents.get_mut("pi_1").unwrap()["latest_charge"] = json!({ "id": "ch_1", "balance_transaction": null });
        }
        app.state.payments.settle("pi_1").await.unwrap();
        assert_eq!(balance(&app, Account::PlatformCosts).await, 0);
        stripe.lock().unwrap().intents.get_mut("pi_1").unwrap()["latest_charge"] = charge(196);
        app.state.payments.capture("pi_1", 11_700).await.unwrap();
        for number in 1..3 {
            let _ = event(&app, number, "payment_intent.succeeded", "pi_1").await.expect_status(200);
        }
        assert_eq!(balance(&app, Account::PlatformCosts).await, 196);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 196);
        refund_there(&app, &stripe, 1, "pi_1", 700).await;
        stripe.lock().unwrap().refunds[0]["balance_transaction"] = json!({ "id": "txn_2", "fee": 10 });
        for number in 21..23 {
            let _ = event(&app, number, "refund.updated", "re_1").await.expect_status(200);
            run(&app).await;
        }
        assert_eq!(balance(&app, Account::PlatformCosts).await, 206);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_000 - 206);
    }

    async fn a_payout_to_our_own_bank_that_failed_is_told(app: TestApp) {
        let (app, _, _) = at_stripe(&app).await;
        for (number, kind) in [(1, "payout.paid"), (2, "payout.failed"), (2, "payout.failed")] {
            let _ = event(&app, number, kind, "po_1").await.expect_status(200);
        }
        run(&app).await;
        assert_eq!(subjects(&app), ["Payout to Callout's bank failed: po_1"]);
    }

    async fn a_job_that_moves_money_and_was_given_up_is_told(app: TestApp) {
        let app = with_operator(&app).await;
        let now = app.clock.now();
        let added = app.state.db.write(move |connection| Box::pin(async move {
            let works = [
                Work::ReleasePayment { payment_id: "pi_none".into(), fee_pence: 0 },
                Work::ConfirmationEmail { booking_id: "C-none".into() },
            ];
            for work in works {
                store::jobs::enqueue(connection, &work, None, now, now).await?;
            }
            Ok::<_, StoreError>(())
        }));
        added.await.unwrap();
        app.execute(&format!("update jobs set attempts = {}", jobs::MOST_ATTEMPTS)).await;
        run(&app).await;
        assert_eq!(app.count("select count(*) from jobs where dead_at is not null").await, 2);
        assert_eq!(subjects(&app), ["A job that moves money was given up: release_payment"]);
        // Begun again, it fails again.
        app.execute("update jobs set dead_at = null where work like '%release_payment%'").await;
        app.clock.advance(DAY);
        run(&app).await;
        assert_eq!(subjects(&app).len(), 2);
    }

    async fn a_payout_that_was_not_sent_for_a_day_is_told_once(app: TestApp) {
        let app = with_operator(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        app.execute("delete from jobs where work like '%send_payout%'").await;
        app.clock.advance(DAY);
        sweep(&app).await;
        run(&app).await;
        assert!(subjects(&app).is_empty());
        for _ in 0..2 {
            app.clock.advance(HOUR);
            sweep(&app).await;
            run(&app).await;
        }
        assert_eq!(subjects(&app), [format!("Payout late: {}", text(&asked, "id"))]);
    }

    async fn what_may_be_on_its_way_is_not_returned(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        let id = asked["id"].as_str().unwrap();
        // The provider was asked, its answer was lost, and the payout is to be looked at again.
        app.execute(&format!("update payout_transfers set begun_at = {}", app.clock.now())).await;
        app.execute(&format!("update payouts set status = 'review' where id = '{id}'")).await;
        let refused = decide_payout(&app, id, Verdict::Return).await.unwrap_err();
        assert_eq!(refused.code, "payout_may_be_sent");
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "review");
        app.clock.advance(HOUR);
        let _ = decide_payout(&app, id, Verdict::Send).await.unwrap();
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, 9_945);
    }

    async fn a_debt_whose_payment_is_refunded_is_owed_again(app: TestApp) {
        let (app, pro, opened) = paid_debt(&app).await;
        app.execute("update debt_payments set provider = 'stripe'").await;
        let (app, stripe) = with_stripe(&app).await;
        let app = with_operator(&app).await;
        let before = balance(&app, Account::ProviderCash).await;
        refund_there(&app, &stripe, 1, text(&opened, "paymentIntentId"), 500).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], 500);
        assert_eq!(balance(&app, Account::ProviderCash).await, before - 500);
        stripe.lock().unwrap().refunds[0]["status"] = "failed".into();
        for number in 31..33 {
            let _ = event(&app, number, "refund.failed", "re_1").await.expect_status(200);
            run(&app).await;
        }
        assert_eq!(payouts(&app, &pro).await["debtPence"], 0);
        assert_eq!(subjects(&app).len(), 2);
    }
}
