//! Fees of cash jobs: POST /api/masters/payouts/debt pays them by card, POST /api/bookings/{id}/not-paid asks an operator to waive one.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE};
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_domain::time;
use callout_domain::unpaid::Verdict;
use callout_front::jobs;
use callout_money::debts::Decision;
use futures_util::future::join_all;
use http::Method;
use pricing_core::Pence;
use serde_json::{Value, json};

use crate::capture_refused::REFUSES;
use crate::console_people::page_of;
use crate::earnings::{balances_agree, done_in_cash, payouts, statement};
use crate::journey::text;
use crate::master_leaving::{leave, paid_out};
use crate::matching::{ready, step};
use crate::matching_jobs::{job, taken};
use crate::operator::super_admin;
use crate::people::{Person, outbox};
use crate::settle::balance;

const OPERATOR: &str = "money@callout.example";
pub(crate) const GOOD: &str = "4242 4242 4242 4242";
pub(crate) const WHY: &str = "The client said that it was too dear and shut the door.";

/// What a cash job of £117.00 leaves to pay: 15%, less a coupon of £10.00.
pub(crate) const OWED: i64 = 755;

async fn ask(app: &TestApp, pro: &Person) -> Answer {
    app.post("/api/masters/payouts/debt")
        .bearer(&pro.token)
        .send()
        .await
}

pub(crate) async fn open(app: &TestApp, pro: &Person) -> Value {
    ask(app, pro).await.expect_status(200).json()
}

pub(crate) async fn confirm(app: &TestApp, opened: &Value, card: &str) {
    let path = format!(
        "/api/sandbox/payments/{}/confirm",
        text(opened, "paymentIntentId")
    );
    let body = json!({ "clientSecret": opened["clientSecret"], "cardNumber": card });
    let _ = app.post(&path).json(&body).send().await.expect_status(200);
}

pub(crate) async fn is_paid(app: &TestApp, pro: &Person, opened: &Value) -> Answer {
    let path = format!("/api/masters/payouts/debt/{}", text(opened, "paymentIntentId"));
    app.get(&path).bearer(&pro.token).send().await
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

pub(crate) async fn report(app: &TestApp, pro: &Person, id: &str, text: &str) -> Answer {
    let call = app
        .post(&format!("/api/bookings/{id}/not-paid"))
        .bearer(&pro.token);
    call.json(&json!({ "text": text })).send().await
}

/// What a month says was collected in cash, pence.
async fn collected(app: &TestApp, pro: &Person) -> i64 {
    let lines = app
        .get("/api/masters/statements/2026-11/lines")
        .bearer(&pro.token);
    let shown = lines.send().await.expect_status(200).json();
    shown["cashPence"].as_i64().unwrap()
}

fn decision(verdict: Verdict) -> Decision {
    Decision {
        verdict,
        words: "Your photo of the bill shows it.".to_owned(),
    }
}

/// What was decided stays for the books; what was said does not.
async fn no_words(app: &TestApp) {
    let left = "select count(*) from unpaid_jobs where text <> '' or verdict_words is not null";
    assert_eq!(app.count(left).await, 0);
    let stays = "select count(*) from unpaid_jobs where text = '' and verdict = 'upheld' and reported_at > 0";
    assert_eq!(app.count(stays).await, 1);
}

both_databases! {
    async fn what_a_pro_says_of_a_client_is_exported_and_erased_with_the_client(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        // Nothing but the report is in the way.
        app.execute("update payments set status = 'canceled'").await;
        let _ = report(&app, &pro, id, WHY).await.expect_status(200);
        let erase = || app.call(Method::DELETE, "/api/clients/me").bearer(&scene.guest.token).send();
        erase().await.problem(409, "open_bookings");
        let _ = app.state.debts.decide(id, decision(Verdict::Upheld), By::command_line(&app.state.keys)).await.unwrap();
        let said = json!({ "text": WHY, "reportedAt": time::iso(app.clock.now()), "verdict": "upheld",
            "words": "Your photo of the bill shows it.", "waivedPence": 0 });
        let export = app.get("/api/clients/me/export").bearer(&scene.guest.token).send().await.expect_status(200).json();
        assert_eq!(export["bookings"][0]["not_paid"], said);
        let export = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(export["unpaidJobs"], json!([{ "bookingId": id, "report": said }]));
        let _ = erase().await.expect_status(204);
        no_words(&app).await;
    }

    async fn what_a_pro_says_of_a_client_goes_with_the_pro_once_it_is_decided(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let _ = report(&app, &pro, id, WHY).await.expect_status(200);
        paid_out(&app).await;
        leave(&app, &pro).await.problem(409, "balance_not_zero");
        super_admin(&app).await.page(&page_of(&pro)).await.says("They cannot be erased yet.").says(&format!("These bookings are open, unsettled, or wait for a decision: {id}"));
        let _ = app.state.debts.decide(id, decision(Verdict::Upheld), By::command_line(&app.state.keys)).await.unwrap();
        let _ = leave(&app, &pro).await.expect_status(204);
        no_words(&app).await;
    }

    async fn a_fee_is_written_off_or_waived_but_not_both(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let first = done_in_cash(&app, &pro).await;
        let id = first.booking.id.as_str();
        let debts = &app.state.debts;
        let write_off = || debts.write_off(&pro.id, Pence(OWED), "They have left.", By::command_line(&app.state.keys));
        let _ = report(&app, &pro, id, WHY).await.expect_status(200);
        assert_eq!(write_off().await.unwrap_err().code, "disputed", "the fee may yet be waived");
        app.execute("delete from unpaid_jobs").await;
        assert_eq!(write_off().await.unwrap(), Pence::ZERO);
        let refused = debts.decide(id, decision(Verdict::Waived), By::command_line(&app.state.keys)).await.unwrap_err();
        assert_eq!(refused.code, "written_off");
        assert_eq!(balance(&app, Account::Pro(pro.id.clone())).await, 0);
        let _ = debts.decide(id, decision(Verdict::Upheld), By::command_line(&app.state.keys)).await.unwrap();
        // A later job has nothing to do with it.
        app.clock.advance(MINUTE);
        app.execute("delete from slot_places").await;
        let second = done_in_cash(&app, &pro).await;
        let waived = debts.decide(&second.booking.id, decision(Verdict::Waived), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(waived.waived_pence, 1_755);
        balances_agree(&app).await;
    }

    async fn a_debt_is_paid_by_card_once(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        ask(&app, &pro).await.problem(409, "nothing_owed");
        let _ = done_in_cash(&app, &pro).await;
        let opened = open(&app, &pro).await;
        assert_eq!(opened["amountPence"], OWED);
        for same in join_all((0..4).map(|_| open(&app, &pro))).await {
            assert_eq!(same, opened);
        }
        assert_eq!(is_paid(&app, &pro, &opened).await.expect_status(200).json()["isPaid"], false);
        let stranger = ready(&app, "other", 2).await;
        is_paid(&app, &stranger, &opened).await.problem(404, "not_found");

        confirm(&app, &opened, GOOD).await;
        // The browser and the webhook hear of it at the same time.
        let (first, second, ()) = tokio::join!(is_paid(&app, &pro, &opened), is_paid(&app, &pro, &opened), run(&app));
        for answer in [first, second] {
            assert_eq!(answer.expect_status(200).json()["isPaid"], true);
        }
        run(&app).await;
        assert_eq!(balance(&app, Account::Pro(pro.id.clone())).await, 0);
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'debt_paid'").await, 1);
        let page = payouts(&app, &pro).await;
        assert_eq!((&page["debtPence"], &page["availablePence"]), (&json!(0), &json!(0)));
        ask(&app, &pro).await.problem(409, "nothing_owed");
        let file = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(file.contains("Debt paid by card"), "{file}");
        let told = outbox(&app, "pro@example.com");
        let paid: Vec<_> = told.iter().filter(|email| email["subject"] == "Your payment of £7.55 has arrived").collect();
        assert_eq!(paid.len(), 1, "{told:?}");
        assert!(text(paid[0], "text").contains("You owe nothing now."), "{paid:?}");
        app.clock.advance(DAY);
        run(&app).await;
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'debt_paid'").await, 1);
    }

    async fn what_was_paid_without_anybody_hearing_of_it_is_found(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let opened = open(&app, &pro).await;
        confirm(&app, &opened, GOOD).await;
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
        app.clock.advance(30 * MINUTE);
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], 0);
    }

    async fn a_chargeback_may_be_heard_of_before_its_payment(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let opened = open(&app, &pro).await;
        confirm(&app, &opened, GOOD).await;
        let intent = text(&opened, "paymentIntentId");
        // The provider charges it, and its answer is lost.
        app.state.payments.provider().capture(intent, OWED).await.unwrap();
        app.execute("delete from jobs where work like '%sandbox_webhook%'").await;
        let body = json!({ "clientSecret": opened["clientSecret"], "act": "open" });
        let _ = app.post(&format!("/api/sandbox/payments/{intent}/chargeback")).json(&body).send().await.expect_status(204);
        run(&app).await;
        for kind in ["debt_paid", "debt_returned"] {
            assert_eq!(app.count(&format!("select count(*) from ledger_transactions where kind = '{kind}'")).await, 1, "{kind}");
        }
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
    }

    async fn a_payment_nobody_makes_ends_and_a_debt_that_grew_is_another_payment(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let first = open(&app, &pro).await;
        app.execute("delete from slot_places").await;
        let _ = done_in_cash(&app, &pro).await;
        let both = open(&app, &pro).await;
        assert_eq!(both["amountPence"], 2 * OWED);
        // The first is paid all the same, from another tab.
        confirm(&app, &first, GOOD).await;
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
        app.clock.advance(31 * MINUTE);
        run(&app).await;
        let status = app.text(&format!("select status from sandbox_intents where id = '{}'", text(&both, "paymentIntentId"))).await;
        assert_eq!(status.as_deref(), Some("canceled"));
        assert_eq!(is_paid(&app, &pro, &both).await.expect_status(200).json()["isPaid"], false);
        let again = open(&app, &pro).await;
        assert_ne!(again["paymentIntentId"], first["paymentIntentId"]);
        assert_eq!(again["amountPence"], OWED);
    }

    async fn a_card_that_is_refused_leaves_the_debt(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let opened = open(&app, &pro).await;
        confirm(&app, &opened, REFUSES).await;
        assert_eq!(is_paid(&app, &pro, &opened).await.expect_status(200).json()["isPaid"], false);
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
        let again = open(&app, &pro).await;
        assert_ne!(again["paymentIntentId"], opened["paymentIntentId"]);
        confirm(&app, &again, GOOD).await;
        assert_eq!(is_paid(&app, &pro, &again).await.expect_status(200).json()["isPaid"], true);
    }

    async fn an_amount_that_is_not_the_debts_changes_nothing(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let opened = open(&app, &pro).await;
        app.execute("update sandbox_intents set amount_pence = 5 where booking_id = ''").await;
        confirm(&app, &opened, GOOD).await;
        assert_eq!(is_paid(&app, &pro, &opened).await.expect_status(200).json()["isPaid"], false);
        run(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
    }

    async fn the_fee_of_a_job_that_was_not_paid_is_waived_once(app: TestApp) {
        let app = app.restarted(|config| config.support_email = Some(OPERATOR.into())).await;
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert!(job(&app, &pro, id).await["not_paid_until"].is_string());
        report(&app, &pro, id, "No.").await.invalid_field("text");
        let told = report(&app, &pro, id, WHY).await.expect_status(200).json();
        assert_eq!((&told["not_paid"]["text"], told.get("not_paid_until")), (&json!(WHY), None));
        let _ = report(&app, &pro, id, WHY).await.expect_status(200);
        report(&app, &pro, id, "Something else entirely.").await.problem(409, "already_reported");
        let stranger = ready(&app, "other", 2).await;
        report(&app, &stranger, id, WHY).await.problem(404, "not_found");
        run(&app).await;
        let alerts = outbox(&app, OPERATOR);
        assert_eq!(alerts.len(), 1, "{alerts:?}");
        assert_eq!(alerts[0]["subject"], format!("Not paid: {id}").as_str());
        assert!(alerts[0]["text"].as_str().unwrap().contains("http://127.0.0.1:8080/admin/fees"), "{alerts:?}");
        assert_eq!(app.state.debts.to_decide().await.unwrap().len(), 1);

        let silent = Decision { words: " ".to_owned(), ..decision(Verdict::Waived) };
        assert_eq!(app.state.debts.decide(id, silent, By::command_line(&app.state.keys)).await.unwrap_err().code, "invalid");
        let decided = join_all((0..4).map(|_| app.state.debts.decide(id, decision(Verdict::Waived), By::command_line(&app.state.keys)))).await;
        assert_eq!(decided.iter().filter(|decided| decided.is_ok()).count(), 1);
        run(&app).await;
        // The whole fee of £17.55, of which the coupon had paid £10.00.
        assert_eq!(balance(&app, Account::PlatformBadDebts).await, 1_755);
        assert_eq!(balance(&app, Account::Pro(pro.id.clone())).await, -1_000);
        let shown = job(&app, &pro, id).await;
        assert_eq!((&shown["not_paid"]["verdict"], &shown["not_paid"]["waivedPence"]), (&json!("waived"), &json!(1_755)));
        let file = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(file.contains("Fee waived"), "{file}");
        assert_eq!(collected(&app, &pro).await, 0, "the client did not pay");
        let told = outbox(&app, "pro@example.com");
        assert!(told.iter().any(|email| email["subject"] == format!("You don’t owe the fee: {id}").as_str()), "{told:?}");
        assert!(app.state.debts.to_decide().await.unwrap().is_empty());
    }

    async fn a_fee_stands_or_is_waived_unasked(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        let upheld = app.state.debts.decide(id, decision(Verdict::Upheld), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!((upheld.waived_pence, upheld.text), (0, None));
        assert_eq!(collected(&app, &pro).await, 10_700);
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED);
        report(&app, &pro, id, WHY).await.problem(409, "already_reported");
        run(&app).await;
        let told = outbox(&app, "pro@example.com");
        assert!(told.iter().any(|email| email["subject"] == format!("The fee stays: {id}").as_str()), "{told:?}");
    }

    async fn cash_was_collected_unless_the_pro_says_so_and_is_believed(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.as_str();
        assert_eq!(collected(&app, &pro).await, 10_700);
        let _ = report(&app, &pro, id, WHY).await.expect_status(200);
        assert_eq!(collected(&app, &pro).await, 0);
        let _upheld = app.state.debts.decide(id, decision(Verdict::Upheld), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(collected(&app, &pro).await, 10_700, "the client paid after all");
        // A fee that is waived unasked says nothing of the client.
        app.execute("delete from unpaid_jobs").await;
        let _waived = app.state.debts.decide(id, decision(Verdict::Waived), By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(collected(&app, &pro).await, 10_700);
    }

    async fn only_a_cash_job_that_is_done_can_be_unpaid_and_for_two_weeks(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        let id = scene.booking.id.as_str();
        report(&app, &pro, id, WHY).await.problem(409, "not_cash");
        app.execute("update bookings set payment_method = 'cash'").await;
        report(&app, &pro, id, WHY).await.problem(409, "not_completed");
        assert_eq!(app.state.debts.decide(id, decision(Verdict::Waived), By::command_line(&app.state.keys)).await.unwrap_err().code, "not_completed");
        for to in ["in_progress", "completed"] {
            let _ = step(&app, &pro, id, to).await.expect_status(200);
        }
        app.execute(&format!("update bookings set ended_at = {}", app.clock.now() - 14 * DAY)).await;
        report(&app, &pro, id, WHY).await.problem(409, "report_closed");
        assert_eq!(app.state.debts.decide("C-none", decision(Verdict::Waived), By::command_line(&app.state.keys)).await.unwrap_err().code, "not_found");
    }
}
