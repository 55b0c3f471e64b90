//! VAT invoices for our fees, and credit notes: GET /api/masters/invoices/{number}.

use api_tests::{TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE};
use callout_domain::dispute::{BorneBy, Reason, Statement};
use callout_domain::ledger::Account;
use callout_domain::operator::By;
use callout_domain::statement::Month;
use callout_front::jobs;
use callout_money::disputes::{Complaint, Decision};
use futures_util::future::join_all;
use http::Method;
use pricing_core::Pence;
use serde_json::{Value, json};

use crate::earnings::{balances_agree, done_in_cash, payouts, sweep};
use crate::matching::ready;
use crate::people::{Person, outbox};
use crate::reviews::done;
use crate::scene::Scene;
use crate::settle::balance;

/// 15% of £117.00.
const FEE: i64 = 1_755;

pub(crate) async fn registered(app: &TestApp) -> TestApp {
    app.restarted(|config| {
        config.vat.vat_number = Some("GB 123 4567 89".to_owned());
        config.trader = "Callout Ltd, 1 Long Acre, London".to_owned();
    })
    .await
}

async fn show(app: &TestApp, pro: &Person, number: &str) -> api_tests::Answer {
    let path = format!("/api/masters/invoices/{number}");
    app.get(&path).bearer(&pro.token).send().await
}

/// The pro's token would have run out by the time a month is over.
async fn numbers(app: &TestApp, pro: &Person) -> Vec<String> {
    let invoices = app.state.fee_invoices.of(&pro.id).await.unwrap();
    invoices.into_iter().map(|invoice| invoice.number).collect()
}

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

/// The client of a job gets £39.00 of £117.00 back, of which £5.85 were our fee.
async fn refunded(app: &TestApp, scene: &Scene) {
    let complaint = Complaint {
        reason: Reason::PoorWork,
        statement: Statement {
            text: "The tap still leaks.".to_owned(),
            photo_urls: Vec::new(),
        },
    };
    let dispute = app
        .state
        .disputes
        .open(&scene.booking.id, complaint)
        .await
        .unwrap();
    let decision = Decision {
        refund: Some(Pence(3_900)),
        borne_by: BorneBy::Pro,
        words: "The photos show it.".to_owned(),
    };
    let _ = app
        .state
        .disputes
        .decide(&dispute.id, decision, By::command_line(&app.state.keys))
        .await
        .unwrap();
}

both_databases! {
    async fn a_month_is_invoiced_once_it_is_over(app: TestApp) {
        let app = Box::pin(registered(&app)).await;
        let (pro, other) = (Box::pin(ready(&app, "pro", 1)).await, Box::pin(ready(&app, "other", 2)).await);
        let scene = Box::pin(done(&app, &pro)).await;
        app.execute("delete from slot_places").await;
        let _ = Box::pin(done_in_cash(&app, &pro)).await;
        Box::pin(sweep(&app)).await;
        assert_eq!(app.count("select count(*) from fee_invoices").await, 0, "November is not over");
        assert_eq!(payouts(&app, &pro).await["invoices"], json!([]));

        app.clock.advance(8 * DAY);
        // Whoever comes second may be refused, and finds it done the next time.
        let _ = join_all((0..3).map(|_| Box::pin(app.state.fee_invoices.issue_due()))).await;
        Box::pin(sweep(&app)).await;
        Box::pin(run(&app)).await;
        assert_eq!(numbers(&app, &pro).await, ["CF-2026-000001"]);
        assert!(numbers(&app, &other).await.is_empty());
        // A sixth of £35.10.
        assert_eq!(balance(&app, Account::PlatformVat).await, -585);
        assert_eq!(balance(&app, Account::PlatformFees).await, -(2 * FEE - 585));
        let invoice = app.state.fee_invoices.find(&pro.id, "CF-2026-000001").await.unwrap();
        let content: Value = serde_json::from_str(&invoice.content).unwrap();
        assert_eq!((&content["issuer"], &content["vat_number"]), (&json!("Callout Ltd, 1 Long Acre, London"), &json!("GB123456789")));
        let line = content["lines"].as_array().unwrap().iter().find(|line| line["bookingId"] == scene.booking.id.as_str());
        assert_eq!(line.unwrap(), &json!({ "bookingId": scene.booking.id, "readableName": "Leak / tap issue", "feePence": FEE }));
        assert_eq!(app.state.fee_invoices.find(&other.id, "CF-2026-000001").await.unwrap_err().code, "not_found");
        let told = outbox(&app, "pro@example.com");
        let invoices: Vec<_> = told.iter().filter(|email| email["subject"] == "Your invoice CF-2026-000001").collect();
        assert_eq!(invoices.len(), 1, "{told:?}");
        assert!(invoices[0]["text"].as_str().unwrap().contains("came to £35.10, £5.85 of it VAT"), "{invoices:?}");
    }

    async fn a_fee_that_is_booked_around_midnight_is_invoiced(app: TestApp) {
        let app = Box::pin(registered(&app)).await;
        let pro = Box::pin(ready(&app, "pro", 1)).await;
        let _ = Box::pin(done(&app, &pro)).await;
        let end = Month::of(app.clock.now()).unwrap().next().begins().unwrap();
        app.execute(&format!("update ledger_transactions set at = {}", end - 1)).await;
        app.clock.advance(end - app.clock.now() + 10 * MINUTE);
        Box::pin(sweep(&app)).await;
        assert_eq!(app.count("select count(*) from invoiced_months").await, 0, "what began before midnight may yet be committed");
        app.clock.advance(50 * MINUTE);
        Box::pin(sweep(&app)).await;
        assert_eq!(numbers(&app, &pro).await.len(), 1);
        assert_eq!(app.text("select month from fee_invoices").await.as_deref(), Some("2026-11"));
        assert_eq!(app.count("select count(*) from invoiced_months").await, 1);
    }

    async fn an_invoice_never_changes_and_a_month_without_a_fee_has_none(app: TestApp) {
        let app = Box::pin(registered(&app)).await;
        let pro = Box::pin(ready(&app, "pro", 1)).await;
        let _ = Box::pin(done(&app, &pro)).await;
        app.clock.advance(8 * DAY);
        Box::pin(sweep(&app)).await;
        let invoice = app.state.fee_invoices.find(&pro.id, "CF-2026-000001").await.unwrap();
        app.execute("update masters set legal_name = 'Somebody Else'").await;
        app.clock.advance(40 * DAY);
        Box::pin(sweep(&app)).await;
        assert_eq!(app.state.fee_invoices.find(&pro.id, "CF-2026-000001").await.unwrap().content, invoice.content);
        assert_eq!(app.count("select count(*) from fee_invoices").await, 1);
        assert_eq!(app.count("select count(*) from invoiced_months").await, 2, "November, and December without a fee");
    }

    async fn fees_that_are_given_back_are_credited(app: TestApp) {
        let app = Box::pin(registered(&app)).await;
        let pro = Box::pin(ready(&app, "pro", 1)).await;
        let scene = Box::pin(done(&app, &pro)).await;
        app.clock.advance(8 * DAY);
        Box::pin(sweep(&app)).await;
        refunded(&app, &scene).await;
        Box::pin(run(&app)).await;
        app.clock.advance(31 * DAY);
        Box::pin(sweep(&app)).await;
        Box::pin(run(&app)).await;
        assert_eq!(numbers(&app, &pro).await, ["CN-2027-000001", "CF-2026-000001"]);
        let note = app.state.fee_invoices.find(&pro.id, "CN-2027-000001").await.unwrap();
        assert_eq!((note.month.as_str(), note.fee_pence, note.vat_pence), ("2026-12", 585, 98));
        // £2.93 of £17.55 less £0.98 of £5.85.
        assert_eq!(balance(&app, Account::PlatformVat).await, -195);
    }

    async fn without_a_vat_number_there_are_no_invoices(app: TestApp) {
        let pro = Box::pin(ready(&app, "pro", 1)).await;
        let _ = Box::pin(done(&app, &pro)).await;
        app.clock.advance(40 * DAY);
        Box::pin(sweep(&app)).await;
        assert_eq!(app.count("select count(*) from fee_invoices").await, 0);
        // Registered from January on.
        let app = app.restarted(|config| {
            config.vat.vat_number = Some("GB123456789".to_owned());
            config.vat.vat_since = Some("2027-01".to_owned());
        }).await;
        Box::pin(sweep(&app)).await;
        assert_eq!(app.count("select count(*) from fee_invoices").await, 0);
    }

    async fn a_pro_reads_an_invoice(app: TestApp) {
        let app = Box::pin(registered(&app)).await;
        let pro = Box::pin(ready(&app, "pro", 1)).await;
        let _ = Box::pin(done(&app, &pro)).await;
        // As if the job had been done a month ago: the pro stays signed in.
        app.execute(&format!("update ledger_transactions set at = at - {}", 31 * DAY)).await;
        Box::pin(sweep(&app)).await;
        assert_eq!(payouts(&app, &pro).await["invoices"], json!([{ "number": "CF-2026-000001", "kind": "invoice", "month": "2026-10",
            "feePence": FEE, "vatPence": 293 }]));
        let whole = show(&app, &pro, "CF-2026-000001").await.expect_status(200).json();
        assert_eq!((&whole["name"], &whole["vatNumber"]), (&json!("Ada Lovelace"), &json!("GB123456789")));
        assert_eq!(whole["lines"][0]["feePence"], FEE);
        let stranger = ready(&app, "other", 2).await;
        show(&app, &stranger, "CF-2026-000001").await.problem(404, "not_found");
        let _ = app.call(Method::GET, "/api/masters/invoices/CF-2026-000009").bearer(&pro.token).send().await.problem(404, "not_found");
    }
}
