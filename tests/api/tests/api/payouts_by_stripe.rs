//! Payouts through Stripe Connect, against the stand-in of `stripe_account`.

use api_tests::{TestApp, both_databases};
use callout::domain::payout::Verdict;
use callout::jobs;
use callout::providers::signature;
use serde_json::json;

use crate::change_orders_paid::paid;
use crate::earnings::{balances_agree, payouts};
use crate::matching::step;
use crate::payouts::{add_tax_details, decide_payout, earn, pro};
use crate::people::Person;
use crate::stripe::with_stripe;
use crate::stripe_account::Stripe;

const CONNECT_SECRET: &str = "whsec_connect";

/// A pro with £99.45 available, all of it paid through Stripe by charge `ch_1`.
async fn earned(app: &TestApp) -> (TestApp, Stripe, Person) {
    let pro = pro(app, "pro").await;
    earn(app, &pro).await;
    let (app, stripe) = through_stripe(app, &[("booking", "ch_1")]).await;
    (app, stripe, pro)
}

/// The same server with its payments at Stripe: for each purpose, the charge.
async fn through_stripe(app: &TestApp, charges: &[(&str, &str)]) -> (TestApp, Stripe) {
    app.execute("update payments set provider = 'stripe'").await;
    let (app, stripe) = with_stripe(app).await;
    for (purpose, charge) in charges {
        let intent = app
            .text(&format!("select id from payments where purpose = '{purpose}'"))
            .await
            .unwrap();
        let known = json!({ "latest_charge": charge });
        stripe.lock().unwrap().intents.insert(intent, known);
    }
    let app = app
        .restarted(|config| config.stripe_connect_webhook_secret = Some(CONNECT_SECRET.to_owned().into()))
        .await;
    (app, stripe)
}

async fn details(app: &TestApp, pro: &Person) -> serde_json::Value {
    add_tax_details(app, pro).await;
    let call = app.post("/api/masters/payouts/details").bearer(&pro.token);
    call.send().await.expect_status(200).json()
}

/// Stripe's event about an account, signed with `secret`.
async fn event(app: &TestApp, account: &str, secret: &str) -> api_tests::Answer {
    let body = json!({ "id": "evt_1", "type": "account.updated", "account": account, "data": { "object": { "id": account } } }).to_string();
    let header = signature::sign(secret.as_bytes(), body.as_bytes(), app.clock.now());
    let call = app
        .post("/api/payments/webhook/stripe-connect")
        .body("application/json", body);
    call.header("stripe-signature", &header).send().await
}

/// Asks for everything, and has an operator send it.
async fn withdraw(app: &TestApp, pro: &Person) {
    let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
    let asked = call
        .header("idempotency-key", "k1")
        .json(&json!({}))
        .send()
        .await
        .expect_status(201)
        .json();
    let _ = decide_payout(app, asked["id"].as_str().unwrap(), Verdict::Send)
        .await
        .unwrap();
}

async fn run(app: &TestApp) {
    let _ = jobs::run_due(&app.state.jobs).await.unwrap();
}

both_databases! {
    async fn from_bank_details_to_a_transfer_from_the_charge(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        assert_eq!(details(&app, &pro).await["url"], "https://connect.stripe.test/setup/acct_1");
        let _ = details(&app, &pro).await;
        {
            let account = stripe.lock().unwrap();
            let opened: Vec<_> = account.asked.iter().filter(|asked| asked.line == "POST /v1/accounts").collect();
            assert_eq!(opened.len(), 1, "one account a pro");
            for (name, value) in [("type", "express"), ("country", "GB"), ("email", "pro@example.com"),
                ("capabilities[transfers][requested]", "true"), ("metadata[master_id]", &pro.id)] {
                assert_eq!(opened[0].form.get(name).map(String::as_str), Some(value), "{name}");
            }
            let link = account.asked.iter().find(|asked| asked.line == "POST /v1/account_links").unwrap();
            assert_eq!(link.form["return_url"], "http://127.0.0.1:8080/master/payouts?details=returned");
        }
        assert_eq!(payouts(&app, &pro).await["details"], "incomplete");
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        // Stripe tells us; forged and foreign events change nothing.
        event(&app, "acct_1", "whsec_test").await.problem(400, "bad_signature");
        assert_eq!(payouts(&app, &pro).await["details"], "incomplete");
        let _ = event(&app, "acct_9", CONNECT_SECRET).await.expect_status(200);
        for _ in 0..3 {
            let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        }
        assert_eq!(payouts(&app, &pro).await["details"], "ready");
        withdraw(&app, &pro).await;
        run(&app).await;
        let transfers = stripe.lock().unwrap().transfers.clone();
        assert_eq!(transfers.len(), 1);
        let transfer = &transfers[0];
        assert_eq!((&transfer["amount"], &transfer["destination"], &transfer["source_transaction"]), (&json!(9_945), &json!("acct_1"), &json!("ch_1")));
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        assert_eq!(app.text("select outcome from payout_transfers").await.unwrap(), "tr_1");
        balances_agree(&app).await;
    }

    async fn a_job_with_extra_work_is_paid_out_from_both_charges(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = paid(&app, &pro).await;
        let _ = step(&app, &pro, &scene.booking.id, "completed").await.expect_status(200);
        app.execute(&format!("update clearing set clears_at = {}", app.clock.now())).await;
        app.state.earnings.clear_due().await.unwrap();
        let (app, stripe) = through_stripe(&app, &[("booking", "ch_job"), ("change_order", "ch_extra")]).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        withdraw(&app, &pro).await;
        run(&app).await;
        let transfers = stripe.lock().unwrap().transfers.clone();
        let mut sent: Vec<_> = transfers.iter().map(|one| (one["source_transaction"].as_str().unwrap(), one["amount"].as_i64().unwrap())).collect();
        sent.sort_unstable();
        // £197 less 15%: all of the first charge, and the rest from that of the extra work.
        assert_eq!(sent, [("ch_extra", 5_045), ("ch_job", 11_700)]);
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        balances_agree(&app).await;
    }

    async fn an_answer_that_was_lost_is_found_again(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        withdraw(&app, &pro).await;
        stripe.lock().unwrap().is_down = true;
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "pending");
        // The transfer was made all the same, a day ago: Stripe has forgotten the key.
        {
            let reference = app.text("select reference from payout_transfers").await.unwrap();
            let mut account = stripe.lock().unwrap();
            account.is_down = false;
            for (id, reference) in [("tr_other", "another"), ("tr_lost", reference.as_str())] {
                let made = json!({ "id": id, "destination": "acct_1", "metadata": { "reference": reference } });
                account.transfers.push(made);
            }
        }
        app.clock.advance(callout::clock::DAY);
        run(&app).await;
        assert_eq!(stripe.lock().unwrap().transfers.len(), 2, "not made again");
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        assert_eq!(app.text("select outcome from payout_transfers").await.unwrap(), "tr_lost");
        balances_agree(&app).await;
    }

    async fn what_was_sent_unheard_is_not_returned_when_the_bank_changes(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        withdraw(&app, &pro).await;
        // The provider is asked and makes the transfer, but its answer is lost; then the pro gives another bank account.
        app.execute(&format!("update payout_transfers set begun_at = {}", app.clock.now())).await;
        let reference = app.text("select reference from payout_transfers").await.unwrap();
        {
            let mut account = stripe.lock().unwrap();
            account.transfers.push(json!({ "id": "tr_lost", "destination": "acct_1", "metadata": { "reference": reference } }));
            account.make_ready("acct_1", "ba_2");
        }
        app.clock.advance(callout::clock::DAY);
        let call = app.post("/api/masters/payouts/details/refresh").bearer(&pro.token);
        let _ = call.send().await.expect_status(200);
        run(&app).await;
        let history = payouts(&app, &pro).await["history"].clone();
        assert_eq!((&history[0]["status"], &history[0]["sentPence"]), (&json!("sent"), &json!(9_945)));
        let id = history[0]["id"].as_str().unwrap();
        assert_eq!(decide_payout(&app, id, Verdict::Return).await.unwrap_err().code, "payout_decided");
        assert_eq!(stripe.lock().unwrap().transfers.len(), 1, "not made again");
        balances_agree(&app).await;
    }

    async fn what_stripe_refuses_comes_back_and_a_stripe_that_is_away_is_said(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        stripe.lock().unwrap().is_down = true;
        let call = app.post("/api/masters/payouts/details").bearer(&pro.token);
        call.send().await.problem(502, "payment_unavailable");
        stripe.lock().unwrap().is_down = false;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let call = app.post("/api/masters/payouts/details/refresh").bearer(&pro.token);
        assert_eq!(call.send().await.expect_status(200).json()["details"], "ready");
        // There is no sandbox to choose test accounts in.
        let call = app.post("/api/sandbox/payout-details").bearer(&pro.token);
        call.json(&json!({ "account": "pays" })).send().await.problem(404, "not_found");
        withdraw(&app, &pro).await;
        stripe.lock().unwrap().refuses = Some("balance_insufficient");
        run(&app).await;
        let failed = payouts(&app, &pro).await;
        assert_eq!((&failed["history"][0]["status"], &failed["availablePence"]), (&json!("failed"), &json!(9_945)));
        balances_agree(&app).await;
    }

    async fn without_its_secret_no_event_about_an_account_is_believed(app: TestApp) {
        let (app, _stripe) = with_stripe(&app).await;
        event(&app, "acct_1", "").await.problem(400, "bad_signature");
        let sandbox = app.restarted(|config| config.payments = Some(callout::config::PaymentsMode::Sandbox)).await;
        event(&sandbox, "acct_1", CONNECT_SECRET).await.problem(404, "not_found");
    }
}
