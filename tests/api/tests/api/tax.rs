//! GET and PUT /api/masters/me/tax; nothing is paid out before, and each quarter is reported.

use std::sync::Arc;

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::DAY;
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_domain::time;
use callout_front::jobs::{self, housekeeping};
use callout_money::payments::refund;
use http::Method;
use serde_json::{Value, json};

use crate::payouts::{add_bank, pro};
use crate::people::{Person, outbox};
use crate::reviews::done;

const EARNED: i64 = 9_945;

fn details() -> Value {
    json!({ "legalName": "Ada Lovelace", "address": "1 High Street\nLondon", "birthDate": "1985-04-23",
        "nationalInsurance": "ab 12 34 56 c", "utr": "1234567890", "vatNumber": "GB123456789" })
}

async fn give(app: &TestApp, pro: &Person, details: &Value) -> Answer {
    let call = app.call(Method::PUT, "/api/masters/me/tax").bearer(&pro.token);
    call.json(details).send().await
}

async fn shown(app: &TestApp, pro: &Person) -> Value {
    let call = app.get("/api/masters/me/tax").bearer(&pro.token);
    call.send().await.expect_status(200).json()["details"].clone()
}

async fn withdraw(app: &TestApp, pro: &Person, key: &str) -> Answer {
    let call = app.post("/api/masters/payouts/withdraw").bearer(&pro.token);
    call.header("idempotency-key", key).json(&json!({})).send().await
}

both_databases! {
    async fn nothing_is_paid_out_before_they_are_given(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _scene = done(&app, &pro).await;
        app.clock.advance(4 * DAY);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        add_bank(&app, &pro, "pays").await;
        app.execute("delete from tax_details").await;
        let page = app.get("/api/masters/payouts").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!((&page["hasTaxDetails"], &page["availablePence"]), (&json!(false), &json!(EARNED)));
        withdraw(&app, &pro, "key-1").await.problem(409, "tax_details_missing");
        app.clock.advance(7 * DAY);
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from payouts").await, 0, "Friday leaves the pro out");

        // By now the pro would have to sign in again.
        let input = serde_json::from_value(details()).unwrap();
        let _ = app.state.tax.give(&pro.id, &input).await.unwrap();
        housekeeping::sweep(&app.state.jobs).await.unwrap();
        assert_eq!(app.count("select count(*) from payouts where origin = 'weekly'").await, 1, "and pays as soon as they are there");
    }

    async fn they_are_sealed_and_only_their_end_is_shown(app: TestApp) {
        let pro = pro(&app, "pro").await;
        assert_eq!(shown(&app, &pro).await, Value::Null);
        let _ = give(&app, &pro, &details()).await.expect_status(200);
        let given = shown(&app, &pro).await;
        assert_eq!(given, json!({ "legalName": "Ada Lovelace", "address": "1 High Street\nLondon", "birthDate": "1985-04-23",
            "nationalInsurance": "••••456C", "utr": "••••7890", "vatNumber": "123456789" }));
        let sealed = app.text("select sealed from tax_details").await.unwrap();
        assert!(!sealed.contains("AB123456C") && !sealed.contains("Lovelace"));
        let export = app.get("/api/masters/me/export").bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!(export["tax"]["nationalInsurance"], "AB123456C", "the pro's own copy has everything");
        // Given anew, they replace what was there.
        let other = json!({ "legalName": "Ada King", "address": "2 High Street", "birthDate": "1985-04-23", "utr": "1234567891" });
        let _ = give(&app, &pro, &other).await.expect_status(200);
        assert_eq!(shown(&app, &pro).await["legalName"], "Ada King");
        assert_eq!(shown(&app, &pro).await.get("nationalInsurance"), None);
    }

    async fn every_mistake_is_told_at_its_field(app: TestApp) {
        let pro = pro(&app, "pro").await;
        give(&app, &pro, &json!({ "legalName": "Ada", "address": "x", "birthDate": "1985-04-23" })).await.invalid_field("nationalInsurance");
        let wrong = json!({ "legalName": " ", "address": "x", "birthDate": "yesterday", "utr": "1", "companyNumber": "1", "vatNumber": "1" });
        let problem = give(&app, &pro, &wrong).await.problem(422, "invalid");
        for field in ["legalName", "birthDate", "utr", "companyNumber", "vatNumber"] {
            assert!(problem["errors"].get(field).is_some(), "{field}: {problem}");
        }
        assert_eq!(shown(&app, &pro).await, Value::Null);
    }

    async fn a_quarter_is_reported_and_each_pro_gets_a_copy_once(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let _ = give(&app, &pro, &details()).await.expect_status(200);
        let quarter = "2026-Q4".parse().unwrap();
        let report = app.state.tax.report(quarter, false, By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(report.len(), 1);
        let (earned, of) = (&report[0].earned, report[0].details.as_ref().unwrap());
        assert_eq!((earned.jobs, earned.paid_pence, earned.fees_pence), (1, 11_700, 1_755));
        assert_eq!(of.national_insurance.as_deref(), Some("AB123456C"));
        for empty in ["2026-Q3", "2027-Q1"] {
            assert!(app.state.tax.report(empty.parse().unwrap(), false, By::command_line(&app.state.keys)).await.unwrap().is_empty(), "{empty}");
        }

        for _ in 0..2 {
            let _ = app.state.tax.report(quarter, true, By::command_line(&app.state.keys)).await.unwrap();
            let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        }
        let mails = outbox(&app, "pro@example.com");
        let copies: Vec<_> = mails.iter().filter(|mail| mail["subject"] == "What we report to HMRC about you for 2026-Q4").collect();
        assert_eq!(copies.len(), 1);
        let text = copies[0]["text"].as_str().unwrap();
        assert!(text.contains("Jobs done: 1\nPaid by your clients, in all: £117.00\nOur fees: £17.55"), "{text}");
        assert!(!text.contains("AB123456C"));

        // What the pro bears of a refund counts no more; a refund that is not yet decided about changes nothing.
        let (id, now) = (scene.id().to_owned(), app.clock.now());
        let promised = app.state.db.write(move |connection| {
            Box::pin(async move { refund::promise(connection, &id, "goodwill", 100, now).await })
        });
        promised.await.unwrap();
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
        let again = app.state.tax.report(quarter, false, By::command_line(&app.state.keys)).await.unwrap();
        assert_eq!(again[0].earned, report[0].earned);
    }

    async fn a_new_secret_needs_them_sealed_anew(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _ = give(&app, &pro, &details()).await.expect_status(200);
        let old = Arc::clone(&app.state.keys);
        let app = app.restarted(|config| config.jwt_secret = Some("another-secret-of-the-tests-0123456789".to_owned().into())).await;
        assert_eq!(app.state.tax.of(&pro.id).await.unwrap_err().code, "internal");
        let stranger = Arc::new(Keys::derive(&"a third one".to_owned().into()));
        assert!(app.state.tax.reseal(stranger).await.is_err());
        for resealed in [1, 0] {
            assert_eq!(app.state.tax.reseal(Arc::clone(&old)).await.unwrap(), resealed);
        }
        assert_eq!(app.state.tax.of(&pro.id).await.unwrap().unwrap().legal_name, "Ada Lovelace");
    }

    async fn they_stay_sealed_when_the_account_is_closed(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _ = give(&app, &pro, &details()).await.expect_status(200);
        let close = app.call(Method::DELETE, "/api/masters/me").bearer(&pro.token);
        let _ = close.send().await.expect_status(204);
        assert_eq!(app.count("select count(*) from tax_details").await, 1);
        assert!(app.state.tax.of(&pro.id).await.unwrap().is_some());
    }

    async fn they_go_six_years_after_the_financial_year_of_leaving(app: TestApp) {
        let (former, other) = (pro(&app, "pro").await, pro(&app, "other").await);
        for pro in [&former, &other] {
            let _ = give(&app, pro, &details()).await.expect_status(200);
        }
        let close = app.call(Method::DELETE, "/api/masters/me").bearer(&former.token);
        let _ = close.send().await.expect_status(204);
        let over = time::of_iso("2033-04-01T00:00:00+01:00").unwrap();
        app.clock.advance(over - 1 - app.clock.now());
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert!(app.state.tax.of(&former.id).await.unwrap().is_some());
        app.clock.advance(1);
        housekeeping::tidy(&app.state.jobs).await.unwrap();
        assert!(app.state.tax.of(&former.id).await.unwrap().is_none());
        assert!(app.state.tax.of(&other.id).await.unwrap().is_some(), "who has not left may still be paid");
    }
}
