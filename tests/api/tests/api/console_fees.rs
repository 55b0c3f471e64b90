//! Fees in the console: cash jobs that were not paid, debts that are written off, refunds that were refused, the tax report.

use api_tests::{TestApp, both_databases};
use callout_domain::ledger::Account;
use callout_domain::operator::OperatorRole;
use callout_front::jobs;
use http::StatusCode;
use serde_json::json;

use crate::console_bookings::noted;
use crate::debts::{OWED, WHY, report};
use crate::earnings::{balances_agree, done_in_cash, payouts, statement};
use crate::matching::ready;
use crate::operator::{Operator, admin, super_admin};
use crate::payouts::{add_tax_details, pro};
use crate::people::outbox;
use crate::reviews::done;
use crate::settle::balance;

const FEES: &str = "/admin/fees";
const DECIDE: &str = "/admin/do/fees/decide";
const WRITE_OFF: &str = "/admin/do/fees/write-off";
const RETRY: &str = "/admin/do/fees/retry-refunds";
const TAX: &str = "/admin/fees/tax";

async fn run(app: &TestApp) {
    for _ in 0..3 {
        let _ = jobs::run_due(&app.state.jobs).await.unwrap();
    }
    balances_agree(app).await;
}

both_databases! {
    async fn a_fee_is_waived_or_stands(app: TestApp) {
        let operator = admin(&app).await;
        let page = operator.page(FEES).await;
        page.says("There are none.").says("Nobody owes anything.").lacks("Tax report");
        let pro = ready(&app, "pro", 1).await;
        let scene = done_in_cash(&app, &pro).await;
        let id = scene.booking.id.clone();
        let _ = report(&app, &pro, &id, &format!("<script>alert(1)</script> {WHY}")).await.expect_status(200);
        let page = operator.page(FEES).await;
        page.says(WHY).says("£7.55");
        assert!(!page.html.contains("<script>alert"), "{}", page.html);
        let of = [("id", id.as_str())];
        let wrong = operator.fill(page, DECIDE, &of, &[("verdict", "waived"), ("reason", "")]).await;
        let _ = wrong.page.says("Write a few words.").form(DECIDE, &[("verdict", "waived")]);
        let second = Operator::new(&app, "second@callout.example", OperatorRole::Admin).await;
        let late = second.page(FEES).await;
        let waived = operator.fill(wrong.page, DECIDE, &of, &[("verdict", "waived"), ("reason", "The door stayed shut.")]).await;
        waived.page.says("The fee is waived, and the pro is told.").lacks(WHY);
        let lost = second.fill(late, DECIDE, &of, &[("verdict", "upheld"), ("reason", "They have paid.")]).await;
        lost.page.says("Meanwhile admin@callout.example decided about the fee: “The door stayed shut.”").says("You wrote: “They have paid.”");
        run(&app).await;
        assert_eq!(balance(&app, Account::PlatformBadDebts).await, 1_755);
        assert_eq!(noted(&app).await, [json!(["fee_decided", id, "The door stayed shut."])]);
        assert!(outbox(&app, "pro@example.com").iter().any(|email| email["subject"] == format!("You don’t owe the fee: {id}").as_str()));
        assert!(operator.page("/admin").await.html.contains("href=\"/admin/fees\""));
    }

    async fn a_fee_that_no_pro_asked_about_is_for_super_admins(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let asked = done_in_cash(&app, &pro).await;
        let _ = report(&app, &pro, &asked.booking.id, WHY).await.expect_status(200);
        let unasked = done_in_cash(&app, &pro).await;
        for (operator, said) in [(admin(&app).await, "Only a super admin may"), (super_admin(&app).await, "The fee is waived")] {
            let typed = [("id", unasked.booking.id.as_str()), ("verdict", "waived"), ("reason", "A friend.")];
            operator.send(FEES, DECIDE, &typed).await.page.says(said);
        }
        assert_eq!(noted(&app).await, [json!(["fee_decided", unasked.booking.id, "A friend."])]);
    }

    async fn a_debt_is_written_off_by_super_admins(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let small = admin(&app).await;
        let seen = small.page(FEES).await;
        seen.says("£7.55");
        assert!(!seen.html.contains(WRITE_OFF), "{}", seen.html);
        let forged = vec![("master".to_owned(), pro.id.clone()), ("amount".to_owned(), "1".to_owned()), ("reason".to_owned(), "Because.".to_owned())];
        assert_eq!(small.post(WRITE_OFF, &forged).await.status, StatusCode::FORBIDDEN);

        let chief = super_admin(&app).await;
        let of = [("master", pro.id.as_str())];
        for (amount, said) in [("7.56", "Choose from 1p to £7.55."), ("0", "Choose from 1p to £7.55."), ("x", "Enter an amount in pounds, such as 12.50.")] {
            let wrong = chief.fill(chief.page(FEES).await, WRITE_OFF, &of, &[("amount", amount), ("reason", "They left.")]).await;
            let _ = wrong.page.says(said).form(WRITE_OFF, &[("amount", amount)]);
        }
        let mut fields = chief.page(FEES).await.form(WRITE_OFF, &[("amount", "7.55")]);
        fields.retain(|(name, _)| !["amount", "reason"].contains(&name.as_str()));
        fields.extend([("amount", "5.00"), ("reason", "They left.")].map(|(name, value)| (name.to_owned(), value.to_owned())));
        for words in ["£5 is written off. The pro owes £2.55.", "This was done already."] {
            let sent = chief.post(WRITE_OFF, &fields).await.expect_status(303);
            chief.page(sent.header("location").unwrap()).await.says(words);
        }
        balances_agree(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], OWED - 500);
        assert_eq!(balance(&app, Account::PlatformBadDebts).await, 500);
        let rest = chief.fill(chief.page(FEES).await, WRITE_OFF, &of, &[("reason", "They left for good.")]).await;
        rest.page.says("£2.55 is written off. The pro owes £0.").says("Nobody owes anything.");
        balances_agree(&app).await;
        assert_eq!(balance(&app, Account::Pro(pro.id.clone())).await, 0);
        let lines = statement(&app, &pro, "2026-11").await.expect_status(200).text();
        assert!(lines.contains("Debt written off,5.00"), "{lines}");
        let expected = [json!(["debt_written_off", pro.id, "They left."]), json!(["debt_written_off", pro.id, "They left for good."])];
        assert_eq!(noted(&app).await, expected);
    }

    async fn refused_refunds_are_tried_again(app: TestApp) {
        let operator = admin(&app).await;
        let page = operator.page(FEES).await;
        assert!(!page.html.contains(RETRY), "nothing to try again");
        let pro = pro(&app, "pro").await;
        let scene = done(&app, &pro).await;
        let payment = app.text("select id from payments").await.unwrap();
        app.execute(&format!(
            "insert into refunds (reference, payment_id, amount_pence, status, created_at, updated_at) values ('goodwill:1', '{payment}', 700, 'refused', 1, 1)"
        )).await;
        let page = operator.page(FEES).await;
        page.says("goodwill:1").says("£7").says(&scene.booking.id);
        operator.fill(page, RETRY, &[], &[]).await.page.says("1 refund is tried again.").lacks("goodwill:1");
        run(&app).await;
        assert_eq!(app.text("select status from refunds").await.as_deref(), Some("done"));
        assert_eq!(noted(&app).await, [json!(["refunds_retried", "refunds", ""])]);
    }

    async fn the_tax_report_is_a_super_admins_file(app: TestApp) {
        let pro = pro(&app, "pro").await;
        let _ = done(&app, &pro).await;
        add_tax_details(&app, &pro).await;
        let chief = super_admin(&app).await;
        let page = chief.page(FEES).await;
        page.says("Tax report");
        let fields = |quarter: &str, code: &str| {
            let mut fields = page.form(TAX, &[]);
            fields.retain(|(name, _)| !["quarter", "factor_code"].contains(&name.as_str()));
            fields.extend([("quarter", quarter), ("factor_code", code), ("copies", "on")].map(|(name, value)| (name.to_owned(), value.to_owned())));
            fields
        };
        for (quarter, code, said) in [("2026", chief.code(), "Type a quarter like 2026-Q4."), ("2026-Q4", String::new(), "This code is not right.")] {
            let refused = chief.post(TAX, &fields(quarter, &code)).await.expect_status(303);
            chief.page(refused.header("location").unwrap()).await.says(said);
        }
        assert!(noted(&app).await.is_empty());
        let file = chief.post(TAX, &fields("2026-Q4", &chief.code())).await.expect_status(200);
        assert_eq!(file.header("content-disposition"), Some("attachment; filename=\"callout-tax-2026-Q4.csv\""));
        assert!(file.text().contains("Ada Lovelace") && file.text().contains("AB123456C"), "{}", file.text());
        assert_eq!(noted(&app).await, [json!(["tax_reported", "tax-2026-Q4", ""])]);
        run(&app).await;
        assert!(outbox(&app, "pro@example.com").iter().any(|email| email["subject"] == "What we report to HMRC about you for 2026-Q4"));
    }
}
