//! Payouts in the sandbox: bank details, withdrawals, what an operator decides, and what a bank refuses.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::HOUR;
use callout_domain::failure::Fallible;
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_domain::payout::Verdict;
use callout_front::jobs;
use callout_store::payouts::Payout;
use futures_util::future::join_all;
use http::Method;
use serde_json::{Value, json};

use crate::earnings::{balances_agree, done_in_cash, payouts, statement};
use crate::matching::ready;
use crate::money_random::setting;
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::settle::balance;

const OPERATOR: &str = "money@callout.example";

/// What a job of £117.00 earns, less 15%.
pub(crate) const EARNED: i64 = 9_945;

/// A pro whose phone is no client's, as it would be.
pub(crate) async fn pro(app: &TestApp, name: &str) -> Person {
    let pro = ready(app, name, 1).await;
    app.execute(&format!(
        "update masters set phone = '+447700900999' where id = '{}'",
        pro.id
    ))
    .await;
    pro
}

/// A job by card is done, and what it earned has cleared.
pub(crate) async fn earn(app: &TestApp, pro: &Person) {
    let _ = Box::pin(done(app, pro)).await;
    app.execute("delete from slot_places").await;
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
}

async fn post(app: &TestApp, pro: &Person, path: &str) -> Answer {
    app.post(path).bearer(&pro.token).send().await
}

/// The pro tells who they are for the tax office.
pub(crate) async fn add_tax_details(app: &TestApp, pro: &Person) {
    let details = json!({ "legalName": "Ada Lovelace", "address": "1 High Street\nLondon", "birthDate": "1985-04-23",
        "nationalInsurance": "AB123456C" });
    let call = app.call(Method::PUT, "/api/masters/me/tax").bearer(&pro.token);
    let _ = call.json(&details).send().await.expect_status(200);
}

/// The pro gives bank details, a test account of this kind, and tax details.
pub(crate) async fn add_bank(app: &TestApp, pro: &Person, kind: &str) -> Value {
    let page = post(app, pro, "/api/masters/payouts/details")
        .await
        .expect_status(200)
        .json();
    assert_eq!(page["url"], "http://127.0.0.1:8080/master/payouts/test-details");
    add_tax_details(app, pro).await;
    let call = app.post("/api/sandbox/payout-details").bearer(&pro.token);
    let _ = call
        .json(&json!({ "account": kind }))
        .send()
        .await
        .expect_status(204);
    let refreshed = post(app, pro, "/api/masters/payouts/details/refresh").await;
    refreshed.expect_status(200).json()["details"].clone()
}

/// Bank details from before the last days, and a payout before, so that nothing is unusual.
pub(crate) async fn well_known(app: &TestApp, pro: &Person) {
    assert_eq!(add_bank(app, pro, "pays").await, "ready");
    app.execute("update payout_accounts set bank_changed_at = 0")
        .await;
    app.execute(&format!(
        "insert into payouts (id, master_id, provider, account_id, amount_pence, sent_pence, status, origin, reasons, asked_at, updated_at)
         values ('payout-before-{}', '{}', 'sandbox', 'acct', 100, 100, 'sent', 'weekly', '[]', 0, 0)",
        pro.id, pro.id
    ))
    .await;
}

pub(crate) async fn withdraw(app: &TestApp, pro: &Person, key: &str, body: &Value) -> Answer {
    let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
    call.header("idempotency-key", key).json(body).send().await
}

/// Whoever has a shell on the server decides about a payout.
pub(crate) async fn decide_payout(app: &TestApp, id: &str, verdict: Verdict) -> Fallible<Payout> {
    let decided = app
        .state
        .payouts
        .decide(id, verdict, "They rang.", By::command_line(&app.state.keys));
    decided.await
}

pub(crate) async fn run(app: &TestApp) {
    let _ = jobs::run_due(&app.state.jobs).await.unwrap();
}

/// What the sandbox has sent to pros, pence.
async fn sent(app: &TestApp, which: &str) -> i64 {
    app.count(&format!(
        "select cast(sum(amount_pence) as bigint) from sandbox_transfers {which}"
    ))
    .await
}

async fn with_operator(app: &TestApp) -> TestApp {
    app.restarted(|config| config.support_email = Some(OPERATOR.to_owned()))
        .await
}

fn subjects(app: &TestApp, to: &str) -> Vec<String> {
    let sent = outbox(app, to);
    let subjects = sent
        .iter()
        .map(|line| line["subject"].as_str().unwrap_or_default().to_owned());
    subjects
        .filter(|subject| subject.contains("ayout") || subject.contains("bank"))
        .collect()
}

/// Withdrawals that come at once, unless `CALLOUT_WITHDRAWALS` says how many: `just money` asks the release build for a thousand. All must
/// be answered while they may wait for a connection, which the development build does not manage for so many.
const WITHDRAWALS: u64 = 200;

both_databases! {
    async fn bank_details_come_first(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        withdraw(&app, &pro, "k1", &json!({})).await.problem(409, "payout_details_missing");
        assert_eq!(post(&app, &pro, "/api/masters/payouts/details/refresh").await.expect_status(200).json()["details"], "missing");
        assert_eq!(add_bank(&app, &pro, "needs_more").await, "incomplete");
        assert_eq!(payouts(&app, &pro).await["details"], "incomplete");
        withdraw(&app, &pro, "k1", &json!({})).await.problem(409, "payout_details_missing");
        assert_eq!(add_bank(&app, &pro, "pays").await, "ready");
        assert_eq!(app.count("select count(*) from payout_accounts").await, 1, "the same account all along");
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
    }

    async fn a_first_payout_is_looked_at_and_then_sent(app: TestApp) {
        let app = with_operator(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let _ = add_bank(&app, &pro, "pays").await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        assert_eq!((&asked["amountPence"], &asked["sentPence"], &asked["status"]), (&json!(EARNED), &json!(0), &json!("review")));
        run(&app).await;
        let waiting = payouts(&app, &pro).await;
        assert_eq!((&waiting["availablePence"], &waiting["pendingPence"]), (&json!(0), &json!(EARNED)));
        assert_eq!(waiting["history"], json!([asked]));
        assert_eq!(subjects(&app, OPERATOR), ["Payout to look at: £99.45"]);
        let is_named = |line: &Value| line["text"].as_str().unwrap().contains("http://127.0.0.1:8080/admin/payouts/payout-");
        assert!(outbox(&app, OPERATOR).iter().any(is_named));
        assert_eq!(app.text("select reasons from payouts").await.unwrap(), r#"["first","details_changed"]"#);
        balances_agree(&app).await;

        let id = asked["id"].as_str().unwrap();
        let listed = app.state.payouts.to_decide().await.unwrap();
        assert_eq!(listed.len(), 1);
        let _ = decide_payout(&app, id, Verdict::Hold).await.unwrap();
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "held");
        let _ = decide_payout(&app, id, Verdict::Send).await.unwrap();
        run(&app).await;
        run(&app).await;
        let sent = payouts(&app, &pro).await;
        assert_eq!((&sent["history"][0]["status"], &sent["history"][0]["sentPence"]), (&json!("sent"), &json!(EARNED)));
        assert_eq!(sent["pendingPence"], 0);
        assert_eq!(subjects(&app, "pro@example.com"), ["£99.45 is on its way to your bank"]);
        // The client's £117.00, less what the pro had.
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - EARNED);
        assert_eq!(decide_payout(&app, id, Verdict::Return).await.unwrap_err().code, "payout_decided");
        balances_agree(&app).await;
        let month = callout_domain::time::day(app.clock.now())[..7].to_owned();
        let text = statement(&app, &pro, &month).await.expect_status(200).text();
        assert!(text.lines().any(|line| line.ends_with(",Payout to your bank,-99.45,,")), "{text}");
    }

    async fn one_key_is_one_payout_and_one_payout_is_open_at_a_time(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let half = json!({ "amountPence": 5_000 });
        let first = withdraw(&app, &pro, "k1", &half).await.expect_status(201).json();
        assert_eq!(first["status"], "pending");
        assert_eq!(withdraw(&app, &pro, "k1", &half).await.expect_status(201).json()["id"], first["id"]);
        withdraw(&app, &pro, "k1", &json!({ "amountPence": 4_000 })).await.problem(422, "idempotency_key_reused");
        withdraw(&app, &pro, "k2", &json!({ "amountPence": 4_000 })).await.problem(409, "payout_open");
        run(&app).await;
        assert_eq!(withdraw(&app, &pro, "k1", &half).await.expect_status(201).json()["status"], "sent", "as it stands now");
        withdraw(&app, &pro, "k3", &json!({ "amountPence": 5_000 })).await.problem(409, "balance_too_low");
        withdraw(&app, &pro, "k3", &json!({ "amountPence": 999 })).await.invalid_field("amountPence");
        withdraw(&app, &pro, "k3", &json!({ "amountPence": -5_000 })).await.invalid_field("amountPence");
        withdraw(&app, &pro, "k3", &json!({ "amountPence": i64::MAX })).await.problem(409, "balance_too_low");
        let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
        call.json(&json!({})).send().await.invalid_field("Idempotency-Key");
        let _ = withdraw(&app, &pro, "k3", &json!({})).await.expect_status(201);
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 0);
        assert_eq!(sent(&app, "").await, EARNED);
        balances_agree(&app).await;
    }

    async fn many_withdrawals_at_once_pay_once(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let body = json!({ "amountPence": 6_000 });
        let keys: Vec<String> = (0..setting("CALLOUT_WITHDRAWALS", WITHDRAWALS)).map(|number| format!("k{number}")).collect();
        let answers = join_all(keys.iter().map(|key| withdraw(&app, &pro, key, &body))).await;
        let mut paid = 0;
        for answer in answers {
            match answer.status.as_u16() {
                201 => paid += 1,
                _ => drop(answer.problem(409, "payout_open")),
            }
        }
        assert_eq!(paid, 1);
        run(&app).await;
        let after = payouts(&app, &pro).await;
        assert_eq!((&after["availablePence"], &after["pendingPence"]), (&json!(EARNED - 6_000), &json!(0)));
        assert_eq!(sent(&app, "").await, 6_000);
        balances_agree(&app).await;
    }

    async fn what_a_bank_refuses_is_the_pros_again(app: TestApp) {
        let app = with_operator(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let _ = add_bank(&app, &pro, "refuses").await;
        app.execute("update payout_accounts set bank_changed_at = 0").await;
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        run(&app).await;
        run(&app).await;
        let failed = payouts(&app, &pro).await;
        assert_eq!((&failed["history"][0]["status"], &failed["history"][0]["sentPence"]), (&json!("failed"), &json!(0)));
        assert_eq!((&failed["availablePence"], &failed["pendingPence"]), (&json!(EARNED), &json!(0)));
        assert_eq!(subjects(&app, "pro@example.com"), ["Your payout could not be sent"]);
        assert!(subjects(&app, OPERATOR)[0].starts_with("Payout refused: "));
        balances_agree(&app).await;
        // With other bank details, all of it can be paid out; new ones are looked at first.
        let _ = add_bank(&app, &pro, "pays").await;
        let again = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201).json();
        assert_eq!(again["status"], "review");
        let _ = decide_payout(&app, again["id"].as_str().unwrap(), Verdict::Return).await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], EARNED, "an operator has returned it");
        app.execute("update payout_accounts set bank_changed_at = 0").await;
        let _ = withdraw(&app, &pro, "k3", &json!({})).await.expect_status(201);
        run(&app).await;
        assert!(subjects(&app, "pro@example.com").contains(&"We have stopped your payout".to_owned()));
        assert_eq!(sent(&app, "").await, EARNED);
        balances_agree(&app).await;
    }

    async fn fees_of_cash_jobs_are_set_off_and_coupons_are_the_platforms(app: TestApp) {
        let pro = pro(&app, "pro").await;
        // Owes £17.55, is owed £10.00 for the coupon.
        let _ = done_in_cash(&app, &pro).await;
        app.execute("delete from slot_places").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let all = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        assert_eq!(all["amountPence"], EARNED - 755);
        run(&app).await;
        assert_eq!(app.count("select cast(sum(used_pence) as bigint) from clearing").await, EARNED, "£7.55 of it was set off");
        assert_eq!(sent(&app, "where intent_id is not null").await, EARNED - 755);
        balances_agree(&app).await;
        // A coupon larger than the fee leaves the platform to pay.
        let _ = done_in_cash(&app, &pro).await;
        app.execute(&format!("update pro_balances set available_pence = 2000 where master_id = '{}'", pro.id)).await;
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        run(&app).await;
        assert_eq!(sent(&app, "where intent_id is null").await, 2_000);
    }

    async fn what_is_unusual_waits_for_an_operator(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let reasons = async |key: &str| {
            let asked = withdraw(&app, &pro, key, &json!({})).await.expect_status(201).json();
            assert_eq!(asked["status"], "review");
            let id = asked["id"].as_str().unwrap().to_owned();
            let _ = decide_payout(&app, &id, Verdict::Return).await.unwrap();
            app.text(&format!("select reasons from payouts where id = '{id}'")).await.unwrap()
        };
        app.execute(&format!("update payout_accounts set bank_changed_at = {}", app.clock.now() - 71 * HOUR)).await;
        assert_eq!(reasons("k1").await, r#"["details_changed"]"#);
        app.execute("update payout_accounts set bank_changed_at = 0").await;
        app.execute("update masters set phone = (select phone from bookings limit 1)").await;
        // Who has the pro's phone has paid with a card, too.
        assert_eq!(reasons("k2").await, r#"["shared_phone","shared_card"]"#);
        app.execute("update masters set phone = '+447700900999'").await;
        app.execute("update payments set provider = 'stripe'").await;
        assert_eq!(reasons("k3").await, r#"["other_provider"]"#);
        balances_agree(&app).await;
    }

    async fn an_account_is_not_closed_while_money_is_on_its_way(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        let _ = add_bank(&app, &pro, "pays").await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        let close = async || app.call(Method::DELETE, "/api/masters/me").bearer(&pro.token).send().await;
        close().await.problem(409, "balance_not_zero");
        let _ = decide_payout(&app, asked["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
        run(&app).await;
        app.execute("update bookings set status = 'completed'").await;
        let _ = close().await.expect_status(204);
    }

    async fn another_bank_account_meanwhile_is_looked_at(app: TestApp) {
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        assert_eq!(asked["status"], "pending");
        // On the provider's page, without coming back from it.
        app.clock.advance(HOUR);
        app.execute("update sandbox_accounts set changes = changes + 1").await;
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "review");
        assert_eq!(app.text("select reasons from payouts where asked_at > 0").await.unwrap(), r#"["details_changed"]"#);
        app.clock.advance(HOUR);
        let _ = decide_payout(&app, asked["id"].as_str().unwrap(), Verdict::Send).await.unwrap();
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["history"][0]["status"], "sent");
        balances_agree(&app).await;
    }

    async fn a_payout_for_another_provider_can_be_returned(app: TestApp) {
        let app = with_operator(&app).await;
        let pro = pro(&app, "pro").await;
        earn(&app, &pro).await;
        well_known(&app, &pro).await;
        let asked = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201).json();
        let id = asked["id"].as_str().unwrap();
        app.execute("update payouts set provider = 'stripe' where asked_at > 0").await;
        run(&app).await;
        run(&app).await;
        assert_eq!(app.state.payouts.to_decide().await.unwrap().len(), 1);
        assert_eq!(subjects(&app, OPERATOR), ["Payout to look at: £99.45"]);
        let _ = decide_payout(&app, id, Verdict::Return).await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], EARNED);
        balances_agree(&app).await;
    }
}
