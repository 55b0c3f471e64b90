//! Payouts through Stripe Connect, against the stand-in of `stripe_account`.

use std::time::Duration;

use api_tests::{TestApp, both_databases};
use callout_domain::dispute::BorneBy;
use callout_domain::operator::By;
use callout_domain::payout::Verdict;
use callout_front::jobs;
use callout_money::disputes::Decision;
use callout_outside::providers::signature;
use serde_json::json;

use crate::change_orders_paid::paid;
use crate::disputes::{complaint, dispute, id_of};
use crate::earnings::{balances_agree, payouts};
use crate::matching::step;
use crate::payouts::{add_tax_details, decide_payout, earn, pro};
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::stripe::with_stripe;
use crate::stripe_account::Stripe;

pub(crate) const CONNECT_SECRET: &str = "whsec_connect";

/// A pro with £99.45 available, all of it paid through Stripe by charge `ch_1`.
pub(crate) async fn earned(app: &TestApp) -> (TestApp, Stripe, Person) {
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
        let of = |column: &str| format!("select {column} from payments where purpose = '{purpose}'");
        let intent = app.text(&of("id")).await.unwrap();
        let captured = app.count(&of("captured_pence")).await;
        let known = json!({ "id": intent, "client_secret": "secret", "latest_charge": charge, "status": "succeeded", "currency": "gbp",
            "amount": captured, "amount_received": captured, "created": app.clock.now() / 1_000,
            "metadata": { "reference": app.text(&of("quote_id")).await } });
        stripe.lock().unwrap().intents.insert(intent, known);
    }
    let app = app
        .restarted(|config| config.stripe_connect_webhook_secret = Some(CONNECT_SECRET.to_owned().into()))
        .await;
    (app, stripe)
}

pub(crate) async fn details(app: &TestApp, pro: &Person) -> serde_json::Value {
    add_tax_details(app, pro).await;
    let call = app.post("/api/masters/payouts/details").bearer(&pro.token);
    call.send().await.expect_status(200).json()
}

/// Stripe's event about an account, signed with `secret`.
pub(crate) async fn event(app: &TestApp, account: &str, secret: &str) -> api_tests::Answer {
    let body = json!({ "id": "evt_1", "type": "account.updated", "account": account, "data": { "object": { "id": account } } });
    send(app, &body, secret).await
}

async fn send(app: &TestApp, body: &serde_json::Value, secret: &str) -> api_tests::Answer {
    let body = body.to_string();
    let header = signature::sign(secret.as_bytes(), body.as_bytes(), app.clock.now());
    let call = app
        .post("/api/payments/webhook/stripe-connect")
        .body("application/json", body);
    call.header("stripe-signature", &header).send().await
}

/// Asks for everything, and has an operator send it.
pub(crate) async fn withdraw(app: &TestApp, pro: &Person) {
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

pub(crate) async fn run(app: &TestApp) {
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
        // From then on they are changed on the account's own page.
        assert_eq!(details(&app, &pro).await["url"], "https://connect.stripe.test/express/acct_1");
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

    async fn what_a_pros_bank_does_not_take_is_told_once(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        let app = app.restarted(|config| config.support_email = Some("money@callout.example".into())).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let refused = |account: &str| json!({ "id": "evt_2", "type": "payout.failed", "account": account,
            "data": { "object": { "id": "po_1", "amount": 9_945, "currency": "gbp", "failure_code": "account_closed" } } });
        send(&app, &refused("acct_1"), "whsec_test").await.problem(400, "bad_signature");
        for account in ["acct_9", "acct_1", "acct_1"] {
            let _ = send(&app, &refused(account), CONNECT_SECRET).await.expect_status(200);
        }
        run(&app).await;
        let subjects = |to: &str| outbox(&app, to).iter().map(|line| line["subject"].clone()).collect::<Vec<_>>();
        let of_pro = subjects("pro@example.com");
        assert_eq!(of_pro.iter().filter(|subject| *subject == "Your bank did not accept £99.45").count(), 1, "{of_pro:?}");
        let of_operator = format!("A pro's bank refused a payout: {}", pro.id);
        assert_eq!(subjects("money@callout.example").iter().filter(|subject| **subject == of_operator).count(), 1);
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
            let earning = app.text("select earning from payout_transfers").await.unwrap();
            let name = app.text("select 'transfer:' || earning || ':' || payment_id || ':0' from payout_transfers").await.unwrap();
            let mut account = stripe.lock().unwrap();
            account.is_down = false;
            for (id, name, group) in [("tr_other", "another", "another"), ("tr_lost", name.as_str(), earning.as_str())] {
                let made = json!({ "id": id, "amount": 9_945, "destination": "acct_1", "transfer_group": group, "metadata": { "reference": name } });
                account.transfers.push(made);
            }
        }
        app.clock.advance(callout_domain::clock::DAY);
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
            account.transfers.push(json!({ "id": "tr_lost", "amount": 9_945, "destination": "acct_1", "metadata": { "reference": reference } }));
            account.make_ready("acct_1", "ba_2");
        }
        app.clock.advance(callout_domain::clock::DAY);
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

    async fn what_was_for_an_account_that_is_gone_can_be_paid_to_the_next(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        withdraw(&app, &pro).await;
        stripe.lock().unwrap().gone.insert("acct_1".to_owned());
        run(&app).await;
        let after = payouts(&app, &pro).await;
        assert_eq!((&after["history"][0]["status"], &after["availablePence"], &after["details"]), (&json!("failed"), &json!(9_945), &json!("missing")));
        assert_eq!(app.text("select outcome from payout_transfers").await.as_deref(), Some("account_gone"));
        // The pro gives new details, and Stripe would give the old account under its old key.
        assert_eq!(details(&app, &pro).await["url"], "https://connect.stripe.test/setup/acct_2");
        assert_eq!(details(&app, &pro).await["url"], "https://connect.stripe.test/setup/acct_2", "the same again");
        assert_eq!(payouts(&app, &pro).await["details"], "incomplete");
        stripe.lock().unwrap().make_ready("acct_2", "ba_2");
        let _ = event(&app, "acct_2", CONNECT_SECRET).await.expect_status(200);
        let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token).header("idempotency-key", "k2");
        let asked = call.json(&json!({})).send().await.expect_status(201).json();
        let _ = decide_payout(&app, asked["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
        run(&app).await;
        let transfers = stripe.lock().unwrap().transfers.clone();
        assert_eq!(transfers.iter().map(|one| (&one["destination"], &one["amount"])).collect::<Vec<_>>(), [(&json!("acct_2"), &json!(9_945))]);
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        balances_agree(&app).await;
    }

    async fn what_was_not_begun_can_be_held_and_returned(app: TestApp) {
        let (app, stripe, pro) = earned(&app).await;
        let _ = details(&app, &pro).await;
        stripe.lock().unwrap().make_ready("acct_1", "ba_1");
        let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
        withdraw(&app, &pro).await;
        stripe.lock().unwrap().is_down = true;
        run(&app).await;
        let id = payouts(&app, &pro).await["history"][0]["id"].as_str().unwrap().to_owned();
        assert_eq!(decide_payout(&app, &id, Verdict::Hold).await.unwrap().status.as_str(), "held");
        stripe.lock().unwrap().is_down = false;
        app.clock.advance(callout_domain::clock::DAY);
        run(&app).await;
        assert_eq!(stripe.lock().unwrap().transfers.len(), 0, "held");
        let _ = decide_payout(&app, &id, Verdict::Send).await.unwrap();
        // From here on it may be on its way.
        app.execute(&format!("update payout_transfers set begun_at = {}", app.clock.now())).await;
        for verdict in [Verdict::Hold, Verdict::Return] {
            assert_eq!(decide_payout(&app, &id, verdict).await.unwrap_err().code, "payout_decided");
        }
        app.execute("update payout_transfers set begun_at = null").await;
        assert_eq!(decide_payout(&app, &id, Verdict::Return).await.unwrap().status.as_str(), "failed");
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945);
        balances_agree(&app).await;
    }

    async fn without_its_secret_no_event_about_an_account_is_believed(app: TestApp) {
        let (app, _stripe) = with_stripe(&app).await;
        event(&app, "acct_1", "").await.problem(400, "bad_signature");
        let sandbox = app.restarted(|config| config.payments = Some(callout_domain::config::PaymentsMode::Sandbox)).await;
        event(&sandbox, "acct_1", CONNECT_SECRET).await.problem(404, "not_found");
    }

    async fn what_was_paid_out_is_taken_back_by_a_reversal(app: TestApp) {
        let (app, stripe) = sent_and_lost(&app).await;
        {
            let mut account = stripe.lock().unwrap();
            // Another one of the same transfer, so that the list is looked through.
            account.reversals.push(json!({ "id": "trr_other", "amount": 0, "transfer": "tr_1", "metadata": { "reference": "another" } }));
        }
        run(&app).await;
        let reference = app.text("select reference from transfer_reversals").await.unwrap();
        {
            let account = stripe.lock().unwrap();
            let asked = account.asked.iter().find(|asked| asked.line == "POST /v1/transfers/tr_1/reversals").unwrap();
            assert_eq!(asked.key.as_deref(), Some(reference.as_str()));
            for (name, value) in [("amount", "9945"), ("metadata[reference]", reference.as_str())] {
                assert_eq!(asked.form.get(name).map(String::as_str), Some(value), "{name}");
            }
        }
        assert_eq!(reversed(&app, &stripe).await, (9_945, "done trr_2".to_owned()));
    }

    async fn a_reversal_is_made_once_though_stripe_is_away_or_silent(app: TestApp) {
        let (app, stripe) = sent_and_lost(&app).await;
        stripe.lock().unwrap().is_down = true;
        run(&app).await;
        assert_eq!(reversed(&app, &stripe).await, (0, "asked".to_owned()));
        {
            let mut account = stripe.lock().unwrap();
            account.is_down = false;
            account.is_mute = true;
        }
        // Stripe does it, and we hear nothing.
        let reference = app.text("select reference from transfer_reversals").await.unwrap();
        let unheard = async || {
            let answer = tokio::time::timeout(Duration::from_secs(1), app.state.payouts.reverse(&reference)).await;
            assert!(answer.is_err(), "no answer");
        };
        unheard().await;
        assert_eq!(reversed(&app, &stripe).await, (9_945, "asked".to_owned()));
        // A day later Stripe has forgotten the key.
        {
            let mut account = stripe.lock().unwrap();
            account.is_mute = false;
            account.answers.clear();
        }
        app.clock.advance(callout_domain::clock::DAY);
        for _ in 0..2 {
            app.state.payouts.reverse(&reference).await.unwrap();
            run(&app).await;
        }
        assert_eq!(reversed(&app, &stripe).await, (9_945, "done trr_1".to_owned()));
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'reversed'").await, 1);
        balances_agree(&app).await;
    }

    async fn what_stripe_will_not_reverse_stays_owed(app: TestApp) {
        let (app, stripe) = sent_and_lost(&app).await;
        stripe.lock().unwrap().refuses = Some("balance_insufficient");
        run(&app).await;
        stripe.lock().unwrap().refuses = None;
        app.clock.advance(callout_domain::clock::DAY);
        run(&app).await;
        assert_eq!(reversed(&app, &stripe).await, (0, "refused 400 balance_insufficient".to_owned()));
        assert_eq!(app.count("select -available_pence from pro_balances").await, 9_945);
    }
}

/// A job of £117 that was paid out by Stripe as `tr_1`, and whose dispute the pro has just lost.
async fn sent_and_lost(app: &TestApp) -> (TestApp, Stripe) {
    let pro = pro(app, "pro").await;
    let scene = done(app, &pro).await;
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
    let (app, stripe) = through_stripe(app, &[("booking", "ch_1")]).await;
    let _ = details(&app, &pro).await;
    stripe.lock().unwrap().make_ready("acct_1", "ba_1");
    let _ = event(&app, "acct_1", CONNECT_SECRET).await.expect_status(200);
    withdraw(&app, &pro).await;
    run(&app).await;
    assert_eq!(stripe.lock().unwrap().transfers.len(), 1);
    let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
    let decision = Decision {
        refund: None,
        borne_by: BorneBy::Pro,
        words: "The photos show it.".to_owned(),
    };
    let id = id_of(&app, &scene).await;
    let decided = app
        .state
        .disputes
        .decide(&id, decision, By::command_line(&app.state.keys))
        .await;
    assert_eq!(decided.unwrap().refund_pence, Some(11_700));
    (app, stripe)
}

/// What Stripe has reversed, pence, and where our reversal stands with its outcome.
async fn reversed(app: &TestApp, stripe: &Stripe) -> (i64, String) {
    let amounts: i64 = {
        let account = stripe.lock().unwrap();
        account
            .reversals
            .iter()
            .filter_map(|reversal| reversal["amount"].as_i64())
            .sum()
    };
    let stands = "select trim(status || ' ' || coalesce(outcome, '')) from transfer_reversals";
    (amounts, app.text(stands).await.unwrap())
}
