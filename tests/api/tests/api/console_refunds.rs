//! Refunds of jobs that have ended, by operators.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::MINUTE;
use callout_domain::ledger::Account;
use callout_domain::operator::{By, OperatorRole};
use callout_front::jobs::run_due;
use callout_money::payments::refund::Retried;
use callout_outside::providers::sandbox::chargebacks::BankAct;
use futures_util::future::join;
use serde_json::json;

use crate::chargebacks::bank;
use crate::console_bookings::{address, noted};
use crate::disputes::{complaint, dispute, id_of, money};
use crate::earnings::{balances_agree, statement};
use crate::matching::{jobs, ready};
use crate::matching_jobs::taken;
use crate::operator::{Operator, admin, super_admin};
use crate::payouts::{add_bank, pro, well_known, withdraw};
use crate::people::outbox;
use crate::reviews::done;
use crate::scene::{event_kinds, read};
use crate::settle::balance;

const DECIDE: &str = "/admin/do/disputes/decide";
const REFUND: &str = "/admin/do/bookings/refund";

/// What a job of £117.00 earns, less 15%.
const EARNED: i64 = 9_945;

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

/// What clients were given back and how many refunds that took, pence.
async fn refunded(app: &TestApp) -> (i64, i64) {
    let sum = "select cast(coalesce(sum(amount_pence), 0) as bigint) from sandbox_refunds";
    (
        app.count(sum).await,
        app.count("select count(*) from sandbox_refunds").await,
    )
}

/// What is in clearing becomes available.
async fn cleared(app: &TestApp) {
    app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
        .await;
    app.state.earnings.clear_due().await.unwrap();
    balances_agree(app).await;
}

/// Fields of a refund.
fn typed<'a>(amount: &'a str, borne_by: &'a str) -> [(&'a str, &'a str); 3] {
    [
        ("amount", amount),
        ("borne_by", borne_by),
        ("reason", "The tap still drips."),
    ]
}

both_databases! {
    async fn a_refund_sent_after_the_dispute_was_decided_is_looked_at_again(app: TestApp) {
        let (operator, late) = (admin(&app).await, Operator::new(&app, "late@callout.example", OperatorRole::Admin).await);
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let stale = late.page(&address(&scene.booking.id)).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let dispute_page = format!("/admin/disputes/{}", id_of(&app, &scene).await);
        let half = [("refund", "part"), ("amount", "50"), ("borne_by", "callout"), ("reason", "It drips.")];
        operator.send(&dispute_page, DECIDE, &half).await.page.says("The dispute is decided");
        let typed = typed("50", "callout");
        let led = late.fill(stale, REFUND, &[], &typed).await;
        led.page.says("Meanwhile admin@callout.example decided the dispute: “It drips.”");
        run(&app).await;
        assert_eq!(app.count("select refunded_pence from payments").await, 5_000, "once");
        late.fill(led.page, REFUND, &[], &typed).await.page.says("£50 goes back to the client.");
    }

    async fn a_refund_that_is_the_pros_fault_is_shared_while_it_clears(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        let path = address(&scene.booking.id);
        let mut fields = operator.page(&path).await.form(REFUND, &[]);
        for (name, value) in typed("58.50", "pro") {
            fields.retain(|(known, _)| known != name);
            fields.push((name.to_owned(), value.to_owned()));
        }
        for words in ["£58.50 goes back to the client.", "This was done already."] {
            let sent = operator.post(REFUND, &fields).await.expect_status(303);
            operator.page(sent.header("location").unwrap()).await.says(words);
        }
        run(&app).await;
        // Half of £117.00: half of the pro's £99.45, and of the fee of £17.55.
        assert_eq!(money(&app, &pro).await, [0, EARNED - 4_972, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformFees).await, -(1_755 - 878));
        assert_eq!(balance(&app, Account::ProviderCash).await, 5_850);
        assert_eq!(refunded(&app).await, (5_850, 1));
        let id = &scene.booking.id;
        assert_eq!(noted(&app).await, [json!(["booking_refunded", id, "The tap still drips."])]);
        assert_eq!(event_kinds(&app, &scene).await.last().unwrap(), "refunded");
        let lines = String::from_utf8(statement(&app, &pro, "2026-11").await.expect_status(200).body.to_vec()).unwrap();
        assert!(lines.contains("Taken back for refunds,-49.72"), "{lines}");
        let email = read(&app, id).await.email.unwrap();
        assert!(outbox(&app, &email).iter().any(|line| line["subject"] == "£58.50 is on its way back to you"));
        let told = outbox(&app, "pro@example.com");
        assert!(told.iter().any(|line| line["subject"] == "£49.72 goes back to your client"), "{told:?}");

        let job = &jobs(&app, &pro, "completed").await[0];
        assert_eq!((&job["net_pence"], &job["taken_back_pence"]), (&json!(EARNED), &json!(4_972)));

        // What is left of it clears, and the rest can be given back, too.
        cleared(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED - 4_972, 0, 0, 0]);
        let led = operator.send(&path, REFUND, &typed("58.51", "pro")).await;
        let _ = led.page.says("Enter £0.01 to £58.50.").form(REFUND, &[("amount", "58.51")]);
        operator.send(&path, REFUND, &typed("58.50", "pro")).await.page.says("£58.50 goes back to the client.");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0]);
        for account in [Account::PlatformFees, Account::ProviderCash] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert!(!operator.page(&path).await.all("summary").contains(&"Give money back".to_owned()));
    }

    async fn a_refund_that_is_our_fault_leaves_the_pro_what_was_earned(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        operator.send(&address(&scene.booking.id), REFUND, &typed("£117", "callout")).await.page.says("£117 goes back");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [0, EARNED, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 11_700);
        assert_eq!(refunded(&app).await, (11_700, 1));
        assert!(!outbox(&app, "pro@example.com").iter().any(|line| line["subject"] == "£99.45 goes back to your client"));
    }

    async fn what_was_given_back_is_not_asked_for_again(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        operator.send(&address(&scene.booking.id), REFUND, &typed("20", "callout")).await.page.says("£20 goes back");
        run(&app).await;
        // A server ended before it had written down that the payment is charged.
        let charges = "jobs where work like '%capture_payment%'";
        assert_eq!(app.count(&format!("select count(*) from {charges}")).await, 1);
        app.execute(&format!("update {}", charges.replace("where", "set done_at = null, leased_until = null where"))).await;
        run(&app).await;
        assert_eq!(app.count(&format!("select count(*) from {charges} and done_at is null")).await, 0);
        assert_eq!(read(&app, &scene.booking.id).await.payment_due_until, None);
        assert_eq!(refunded(&app).await, (2_000, 1));
    }

    async fn a_refund_that_no_longer_fits_is_made_with_what_is_left(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        run(&app).await;
        operator.send(&address(&scene.booking.id), REFUND, &typed("100", "callout")).await.page.says("£100 goes back");
        // Somebody gives £30 back on the provider's page, and we hear of it before our own refund is made.
        let later = app.clock.now() + MINUTE;
        app.execute(&format!(r#"update jobs set run_at = {later} where done_at is null and work like '%"kind":"refund"%'"#)).await;
        app.state.sandbox.refund_by_hand(scene.id(), 3_000).await.unwrap();
        run(&app).await;
        assert_eq!(refunded(&app).await, (3_000, 1));
        app.clock.advance(2 * MINUTE);
        run(&app).await;
        assert_eq!(refunded(&app).await, (11_700, 2));
        let client = Account::Client(scene.booking.made_by.clone());
        assert_eq!(balance(&app, client).await, 0);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 11_700);
        assert_eq!(balance(&app, Account::ProviderCash).await, 0);
        let left = "select refunded_pence || ' ' || refused_pence from payments";
        assert_eq!(app.text(left).await.unwrap(), "11700 0");
        let retried = app.state.payments.retry_refused_refunds(By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(retried, Retried::default(), "none is left refused");
    }

    async fn one_that_somebody_made_by_hand_meanwhile_is_given_once(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        run(&app).await;
        operator.send(&address(&scene.booking.id), REFUND, &typed("58.50", "pro")).await.page.says("£58.50 goes back");
        app.state.sandbox.refund_by_hand(scene.id(), 5_850).await.unwrap();
        run(&app).await;
        assert_eq!(refunded(&app).await, (5_850, 1));
        assert_eq!(app.count("select refunded_pence from sandbox_intents").await, 5_850);
        assert_eq!(money(&app, &pro).await.iter().sum::<i64>(), EARNED - 4_972);
        for account in [Account::Client(scene.booking.made_by.clone()), Account::PlatformGoodwill] {
            assert_eq!(balance(&app, account).await, 0);
        }
        assert_eq!(balance(&app, Account::ProviderCash).await, 5_850);
    }

    async fn a_refund_by_hand_may_be_heard_of_before_the_banks_decision(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        run(&app).await;
        bank(&app, &scene, "open").await;
        let sandbox = &app.state.sandbox;
        sandbox.act_as_bank(scene.id(), &scene.intent.client_secret, BankAct::Won).await.unwrap();
        sandbox.refund_by_hand(scene.id(), 3_000).await.unwrap();
        let id = app.text("select id from sandbox_refunds").await.unwrap();
        app.state.payments.follow_refund(&id).await.unwrap();
        let ours = "select disputed_pence || ' ' || refunded_pence from payments";
        assert_eq!(app.text(ours).await.unwrap(), "11700 3000");
        run(&app).await;
        assert_eq!(app.text(ours).await.unwrap(), "0 3000");
        assert_eq!(refunded(&app).await, (3_000, 1));
        assert_eq!(money(&app, &pro).await, [EARNED, 0, 0, 0]);
        assert_eq!(balance(&app, Account::PlatformGoodwill).await, 3_000);
        assert_eq!(balance(&app, Account::ProviderDisputed).await, 0);
        assert_eq!(balance(&app, Account::ProviderCash).await, 11_700 - 3_000 - 2_000);
    }

    async fn a_refund_is_taken_out_of_a_payout_that_waits_or_back_from_it(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        app.execute("delete from slot_places").await;
        cleared(&app).await;
        let _ = add_bank(&app, &pro, "pays").await;
        // The first payout waits for a review.
        let _ = withdraw(&app, &pro, "k1", &json!({})).await.expect_status(201);
        let path = address(&scene.booking.id);
        operator.send(&path, REFUND, &typed("58.50", "pro")).await.page.says("£58.50 goes back");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [EARNED - 4_972, 0, 0, 0]);
        assert_eq!(app.count("select count(*) from payout_transfers where status = 'pending'").await, 0);

        well_known(&app, &pro).await;
        let _ = withdraw(&app, &pro, "k2", &json!({})).await.expect_status(201);
        run(&app).await;
        assert_eq!(app.count("select cast(sum(amount_pence) as bigint) from sandbox_transfers").await, EARNED - 4_972);
        operator.send(&path, REFUND, &typed("58.50", "pro")).await.page.says("£58.50 goes back");
        run(&app).await;
        assert_eq!(money(&app, &pro).await, [0, 0, 0, 0], "what was sent is taken back");
        assert_eq!(app.count("select amount_pence from sandbox_reversals").await, EARNED - 4_972);
    }

    async fn wrong_refunds_change_nothing(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let scene = done(&app, &pro).await;
        let path = address(&scene.booking.id);
        for (amount, borne_by, words) in [
            ("", "pro", "Enter an amount in pounds"),
            ("0", "pro", "Enter £0.01 to £117."),
            ("117.01", "callout", "Enter £0.01 to £117."),
            ("10", "", "Say whose fault it is."),
            ("10", "nobody", "Say whose fault it is."),
        ] {
            let led = operator.send(&path, REFUND, &typed(amount, borne_by)).await;
            let _ = led.page.says("Nothing was done.").says(words).form(REFUND, &[("amount", amount)]);
        }
        let led = operator.send(&path, REFUND, &[("amount", "10"), ("borne_by", "pro"), ("reason", " ")]).await;
        led.page.says("Write a few words.");
        assert!(noted(&app).await.is_empty());
        assert_eq!((money(&app, &pro).await, refunded(&app).await), ([0, EARNED, 0, 0], (0, 0)));

        // While a dispute is open it decides; a form that was open before is refused.
        let shown = operator.page(&path).await;
        let _ = dispute(&app, &scene, &complaint()).await.expect_status(201);
        let led = operator.fill(shown, REFUND, &[], &typed("10", "pro")).await;
        led.page.says("A dispute about this booking is open");
        assert!(!led.page.html.contains(&format!("action=\"{REFUND}\"")));
        app.execute("update disputes set status = 'decided'").await;
        app.execute("insert into chargebacks (id, payment_id, amount_pence, status, opened_at) select 'dp_1', id, 1, 'open', 1 from payments").await;
        operator.page(&path).await.says("A dispute about this booking is open");
        assert_eq!(refunded(&app).await, (0, 0));
    }

    async fn nothing_is_given_back_of_a_job_that_goes_on(app: TestApp) {
        let (operator, pro) = (admin(&app).await, ready(&app, "pro", 1).await);
        let finished = done(&app, &pro).await;
        let shown = operator.page(&address(&finished.booking.id)).await;
        app.execute("delete from slot_places").await;
        let scene = taken(&app, &pro).await;
        assert!(!operator.page(&address(&scene.booking.id)).await.all("summary").contains(&"Give money back".to_owned()));
        let mut fields = shown.form(REFUND, &[]);
        fields.retain(|(name, _)| !["id", "amount", "borne_by", "reason"].contains(&name.as_str()));
        fields.extend(typed("10", "pro").iter().chain(&[("id", scene.booking.id.as_str())]).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let sent = operator.post(REFUND, &fields).await.expect_status(303);
        operator.page(sent.header("location").unwrap()).await.says("Nothing of it can be given back.");
        assert_eq!(refunded(&app).await, (0, 0));
    }

    async fn of_two_operators_at_once_one_gives_back(app: TestApp) {
        let (operator, pro) = (admin(&app).await, pro(&app, "pro").await);
        let late = Operator::new(&app, "late@callout.example", OperatorRole::Admin).await;
        let scene = done(&app, &pro).await;
        let path = address(&scene.booking.id);
        let (one, other) = (operator.page(&path).await, late.page(&path).await);
        let typed = typed("117", "pro");
        let led = join(operator.fill(one, REFUND, &[], &typed), late.fill(other, REFUND, &[], &typed)).await;
        let texts = [led.0.page.text(), led.1.page.text()];
        run(&app).await;
        let has = |words: &str| texts.iter().filter(|text| text.contains(words)).count();
        assert_eq!((has("£117 goes back to the client."), has("Meanwhile ")), (1, 1), "{texts:?}");
        assert_eq!((noted(&app).await.len(), refunded(&app).await), (1, (11_700, 1)));
    }

    async fn large_refunds_need_the_second_factor_and_the_role(app: TestApp) {
        let (operator, chief) = (admin(&app).await, super_admin(&app).await);
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        // As if it had cost £400.
        app.execute("update payments set captured_pence = 40000, amount_pence = 40000").await;
        let path = address(&scene.booking.id);
        operator.send(&path, REFUND, &typed("250.01", "callout")).await.page.says("This code is not right.");
        let code = operator.code();
        let proved = [typed("250.01", "callout").as_slice(), &[("factor_code", code.as_str())]].concat();
        operator.send(&path, REFUND, &proved).await.page.says("Admins give back at most £250 at a time.");
        assert!(noted(&app).await.is_empty());
        let code = chief.code();
        let proved = [typed("250.01", "callout").as_slice(), &[("factor_code", code.as_str())]].concat();
        chief.send(&path, REFUND, &proved).await.page.says("£250.01 goes back to the client.");
        operator.send(&path, REFUND, &typed("149.99", "callout")).await.page.says("£149.99 goes back to the client.");
        assert_eq!(app.count("select refunded_pence from payments").await, 40_000);
    }
}
