//! What pros have earned: GET /api/masters/payouts and /api/masters/statements/{month}.

use api_tests::{Answer, TestApp, both_databases};
use callout_domain::clock::{DAY, MINUTE};
use callout_domain::ledger::Account;
use callout_front::jobs::housekeeping;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::matching::{after, ready, step};
use crate::matching_jobs::taken;
use crate::people::Person;
use crate::reviews::done;
use crate::scene::{Scene, created, status};
use crate::settle::balance;
use crate::stripe::with_stripe;

async fn finish(app: &TestApp, pro: &Person, scene: &Scene) {
    for to in ["in_progress", "completed"] {
        let _ = step(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
}

/// A job of £117 whose client pays in cash, £10 of it by a coupon.
pub(crate) async fn done_in_cash(app: &TestApp, pro: &Person) -> Scene {
    let scene = taken(app, pro).await;
    let id = scene.booking.id.as_str();
    app.execute(&format!(
        "update bookings set payment_method = 'cash', amount_pence = 10700, discount_pence = 1000 where id = '{id}'"
    ))
    .await;
    finish(app, pro, &scene).await;
    scene
}

pub(crate) async fn payouts(app: &TestApp, pro: &Person) -> Value {
    let answer = app.get("/api/masters/payouts").bearer(&pro.token).send().await;
    answer.expect_status(200).json()
}

pub(crate) async fn statement(app: &TestApp, pro: &Person, month: &str) -> Answer {
    let path = format!("/api/masters/statements/{month}");
    app.get(&path).bearer(&pro.token).send().await
}

pub(crate) async fn sweep(app: &TestApp) {
    let swept = housekeeping::sweep(&app.state.jobs).await;
    swept.unwrap_or_else(|error| panic!("{error}"));
}

/// The rows of the balances are what the ledger's entries add up to.
pub(crate) async fn balances_agree(app: &TestApp) {
    for (column, account) in [
        ("available_pence", "''"),
        ("clearing_pence", "':clearing'"),
        ("in_transit_pence", "':payout'"),
        ("frozen_pence", "':frozen'"),
    ] {
        let differing = format!(
            "select count(*) from pro_balances where {column} <> (select cast(coalesce(-sum(amount_pence), 0) as bigint)
             from ledger_entries where account = 'pro:' || master_id || {account})"
        );
        assert_eq!(app.count(&differing).await, 0, "{column}");
    }
    let without_row =
        "select count(*) from (select account from ledger_entries where account like 'pro:%' group by account
         having sum(amount_pence) <> 0) as owed where not exists (select 1 from pro_balances
         where account in ('pro:' || master_id, 'pro:' || master_id || ':clearing', 'pro:' || master_id || ':payout',
           'pro:' || master_id || ':frozen'))";
    assert_eq!(app.count(without_row).await, 0);
    // It looks at the sum of all accounts, too.
    let _ = balance(app, Account::PlatformFees).await;
}

both_databases! {
    async fn a_card_payment_clears_and_is_the_pros(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let nothing = json!({ "availablePence": 0, "clearingPence": 0, "pendingPence": 0, "frozenPence": 0, "debtPence": 0, "cashLimitPence": 15_000,
            "leastPence": 1_000, "nextPayout": "2026-11-27T06:00:00+00:00", "details": "missing", "hasTaxDetails": false, "history": [],
            "clearing": [], "invoices": [], "months": [], "taxYears": [] });
        assert_eq!(payouts(&app, &pro).await, nothing);
        let scene = done(&app, &pro).await;
        let earned = payouts(&app, &pro).await;
        // 15% of £117.00 is £17.55. A pro's first jobs clear after three days.
        assert_eq!((&earned["availablePence"], &earned["clearingPence"]), (&json!(0), &json!(9_945)));
        let row = &earned["clearing"][0];
        assert_eq!(row["bookingId"], scene.booking.id.as_str());
        assert_eq!((&row["amountPence"], &row["readableName"]), (&json!(9_945), &json!("Leak / tap issue")));
        let clears_at = callout_domain::time::iso(app.clock.now() + 3 * DAY);
        assert_eq!(row["clearsAt"], clears_at.as_str());
        balances_agree(&app).await;

        app.clock.advance(3 * DAY - MINUTE);
        sweep(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 0, "a minute too early");
        app.clock.advance(MINUTE);
        for swept in join_all((0..5).map(|_| app.state.earnings.clear_due())).await {
            swept.unwrap_or_else(|error| panic!("{error}"));
        }
        let cleared = payouts(&app, &pro).await;
        assert_eq!((&cleared["availablePence"], &cleared["clearingPence"]), (&json!(9_945), &json!(0)));
        assert_eq!(cleared["clearing"], json!([]));
        assert_eq!(app.count("select count(*) from ledger_transactions where kind = 'cleared'").await, 1);
        balances_agree(&app).await;
    }

    async fn a_provider_that_is_away_holds_up_no_earnings(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        let (app, stripe) = with_stripe(&app).await;
        let unpaid = created(&app).await;
        stripe.lock().unwrap().is_down = true;
        app.clock.advance(3 * DAY);
        let swept = housekeeping::sweep(&app.state.jobs).await;
        assert_eq!(swept.unwrap_err().code, "payment_unavailable");
        assert_eq!(status(&app, &unpaid).await, "created", "its payment may have been made");
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945);
        balances_agree(&app).await;
    }

    async fn after_the_first_jobs_a_day_is_enough(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        for _ in 0..5 {
            let _ = done(&app, &pro).await;
            // Room for the next one, which is for the same time.
            app.execute("delete from slot_places").await;
        }
        let sixth = done(&app, &pro).await;
        let earned = payouts(&app, &pro).await;
        let first = &earned["clearing"][0];
        assert_eq!(first["bookingId"], sixth.booking.id.as_str(), "the first to clear comes first");
        assert_eq!(first["clearsAt"], callout_domain::time::iso(app.clock.now() + DAY).as_str());
    }

    async fn fees_of_cash_jobs_are_owed_and_come_off_card_earnings(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done_in_cash(&app, &pro).await;
        let owed = payouts(&app, &pro).await;
        assert_eq!((&owed["availablePence"], &owed["debtPence"]), (&json!(0), &json!(755)));
        let _ = done(&app, &pro).await;
        app.clock.advance(3 * DAY);
        sweep(&app).await;
        let paid = payouts(&app, &pro).await;
        assert_eq!((&paid["availablePence"], &paid["debtPence"]), (&json!(9_945 - 755), &json!(0)));
        balances_agree(&app).await;
    }

    async fn what_was_not_collected_does_not_clear(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        app.execute("update bookings set payment_due_pence = 11700, payment_due_until = 99999999999999").await;
        app.clock.advance(5 * DAY);
        app.state.earnings.clear_due().await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], 0, "the client still has to pay");
        app.execute("update bookings set payment_due_pence = null, payment_due_until = null").await;
        app.execute("update payments set status = 'requires_capture'").await;
        app.state.earnings.clear_due().await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], 0, "the hold was never captured");
        app.execute("update payments set status = 'succeeded'").await;
        app.state.earnings.clear_due().await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945);
        balances_agree(&app).await;
    }

    async fn a_share_that_is_posted_late_clears_by_itself(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = done(&app, &pro).await;
        app.clock.advance(3 * DAY);
        app.state.earnings.clear_due().await.unwrap();
        // As the second part of a fee would be, days after the first.
        let id = scene.booking.id.clone();
        app.execute(&format!("insert into clearing (reference, booking_id, master_id, amount_pence, clears_at)
            values ('late', '{id}', '{}', 500, {})", pro.id, app.clock.now())).await;
        app.execute(&format!("update pro_balances set clearing_pence = 500 where master_id = '{}'", pro.id)).await;
        assert_eq!(payouts(&app, &pro).await["clearing"][0]["amountPence"], 500);
        app.state.earnings.clear_due().await.unwrap();
        assert_eq!(payouts(&app, &pro).await["availablePence"], 9_945 + 500);
    }

    async fn a_pro_whose_debt_falls_is_asked_for_cash_jobs_again(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        app.execute("update pro_balances set available_pence = -15001").await;
        app.execute("update masters set changed_at = 0").await;
        let changed = async || app.count("select changed_at from masters").await;
        app.clock.advance(3 * DAY);
        sweep(&app).await;
        assert_eq!(payouts(&app, &pro).await["debtPence"], 15_001 - 9_945);
        assert_eq!(changed().await, app.clock.now(), "matching reads the pro again");
    }

    async fn a_pros_share_of_a_late_cancellation_clears_too(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let scene = taken(&app, &pro).await;
        // Past the minutes in which it is free.
        app.clock.advance(6 * MINUTE);
        let _ = step(&app, &pro, &scene.booking.id, "en_route").await.expect_status(200);
        app.clock.advance(MINUTE);
        let cancel = app.call(http::Method::PATCH, &format!("/api/bookings/{}/cancel", scene.booking.id));
        let _ = cancel.bearer(&scene.guest.token).send().await.expect_status(200);
        after(&app, 0).await;
        let earned = payouts(&app, &pro).await;
        // 35% of £117.00 is £40.95, of which the platform's fee is £6.14.
        assert_eq!((&earned["availablePence"], &earned["clearingPence"]), (&json!(0), &json!(3_481)));
        app.clock.advance(3 * DAY);
        sweep(&app).await;
        assert_eq!(payouts(&app, &pro).await["availablePence"], 3_481);
        balances_agree(&app).await;
    }

    async fn a_statement_lists_a_months_postings(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let card = done(&app, &pro).await;
        app.clock.advance(MINUTE);
        let cash = done_in_cash(&app, &pro).await;
        app.clock.advance(3 * DAY);
        sweep(&app).await;
        let month = callout_domain::time::day(app.clock.now())[..7].to_owned();
        assert_eq!(payouts(&app, &pro).await["months"], json!([month]));
        let answer = statement(&app, &pro, &month).await.expect_status(200);
        assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
        let named = format!("attachment; filename=\"callout-statement-{month}.csv\"");
        assert_eq!(answer.header("content-disposition"), Some(named.as_str()));
        let text = answer.text();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Date,Time,Booking,Job,What for,Amount (GBP),Receipt,Cash collected (GBP)");
        let ends: Vec<String> = [(&card, "Paid by the client", "117.00"), (&card, "Platform fee", "-17.55"), (&card, "Receipt to the client", ",000001"), (&cash, "Coupon paid by Callout", "10.00"), (&cash, "Platform fee", "-17.55"), (&cash, "Cash from the client", ",000002,107.00")]
            .map(|(scene, what, amount)| format!("{},Leak / tap issue,{what},{amount}", scene.booking.id))
            .into();
        for (line, end) in lines[1..].iter().zip(&ends) {
            assert!(line.trim_end_matches(',').ends_with(end), "{line} should end with {end}");
        }
        assert_eq!(lines.len(), 7, "what clears is no line: {text}");
        // A tax year has the same lines, and both are shown.
        let year = payouts(&app, &pro).await["taxYears"][0].as_str().unwrap().to_owned();
        assert_eq!(year, "2026-27");
        assert_eq!(statement(&app, &pro, &year).await.expect_status(200).text(), text);
        let path = format!("/api/masters/statements/{year}/lines");
        let shown = app.get(&path).bearer(&pro.token).send().await.expect_status(200).json();
        assert_eq!((&shown["cashPence"], shown["receipts"].as_array().unwrap().len()), (&json!(10_700), 2));
        assert_eq!((&shown["receipts"][0]["inCash"], &shown["receipts"][1]["inCash"]), (&json!(false), &json!(true)));
        let other = ready(&app, "other", 2).await;
        assert_eq!(statement(&app, &other, &month).await.expect_status(200).text().lines().count(), 1, "another pro's is empty");
        let _ = statement(&app, &pro, "2026-13").await.invalid_field("month");
    }

    async fn the_page_to_print_has_the_same_lines_and_carries_the_balance_over(app: TestApp) {
        let pro = ready(&app, "pro", 1).await;
        let _ = done(&app, &pro).await;
        let month = callout_domain::time::day(app.clock.now())[..7].to_owned();
        let page = async |month: &str| {
            let path = format!("/api/masters/statements/{month}/lines");
            app.get(&path).bearer(&pro.token).send().await
        };
        let shown = page(&month).await.expect_status(200).json();
        assert_eq!((&shown["openingPence"], &shown["closingPence"]), (&json!(0), &json!(9_945)));
        let file = statement(&app, &pro, &month).await.text();
        let lines = shown["lines"].as_array().unwrap();
        let receipts = shown["receipts"].as_array().unwrap().len();
        assert_eq!((lines.len() + receipts, receipts), (file.lines().count() - 1, 1));
        assert_eq!(lines.iter().map(|line| line["whatFor"].as_str().unwrap()).collect::<Vec<_>>(), ["Paid by the client", "Platform fee"]);
        app.execute(&format!("update clearing set clears_at = {}", app.clock.now())).await;
        app.state.earnings.clear_due().await.unwrap();
        assert_eq!(page(&month).await.json(), shown, "what clears is no line");
        let later = page("2099-01").await.expect_status(200).json();
        assert_eq!((&later["openingPence"], &later["closingPence"], &later["lines"]), (&json!(9_945), &json!(9_945), &json!([])));
        let _ = page("july").await.invalid_field("month");
    }
}
