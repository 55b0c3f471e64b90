//! Random sequences of jobs, withdrawals, Fridays, operators and banks: after each step the books hold and nothing is paid twice.
//!
//! `CALLOUT_PAYOUT_STEPS` makes it longer; `CALLOUT_PAYOUT_SEED` begins with another sequence, such as one that failed.

use api_tests::{TestApp, both_databases};
use callout::jobs;
use callout::payouts::Verdict;
use serde_json::json;

use crate::earnings::{balances_agree, done_in_cash};
use crate::payouts::{pro, withdraw};
use crate::people::Person;
use crate::random::Random;
use crate::reviews::done;

const STEPS: u64 = 120;
const SEED: u64 = 20_261_123;

/// Every so many steps the whole ledger is added up.
const WHOLE_EVERY: u64 = 10;

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

/// One thing that happens; what is refused changes nothing, which the checks see.
async fn step(app: &TestApp, pro: &Person, random: &mut Random, number: u64) {
    match random.below(12) {
        0 | 1 => {
            let _ = done(app, pro).await;
            app.execute("delete from slot_places").await;
        }
        2 => {
            let _ = done_in_cash(app, pro).await;
            app.execute("delete from slot_places").await;
        }
        3 | 4 => {
            app.execute(&format!("update clearing set clears_at = {}", app.clock.now()))
                .await;
            let _ = app.state.earnings.clear_due().await;
        }
        5..=7 => {
            let pence = i64::try_from(random.below(25_000)).unwrap_or_default();
            let body = if random.chance(30) {
                json!({})
            } else {
                json!({ "amountPence": pence })
            };
            let key = format!(
                "k{}",
                if random.chance(20) {
                    number.saturating_sub(1)
                } else {
                    number
                }
            );
            let answer = withdraw(app, pro, &key, &body).await;
            assert!(
                [201, 409, 422].contains(&answer.status.as_u16()),
                "{}",
                answer.text()
            );
        }
        8 | 11 => {
            let verdict = [Verdict::Send, Verdict::Send, Verdict::Hold, Verdict::Return][random.below(4)];
            if let Some(id) = app.text("select max(id) from payouts").await {
                let _ = app.state.payouts.decide(&id, verdict).await;
            }
        }
        9 => {
            let kind = if random.chance(50) { "pays" } else { "refuses" };
            app.execute(&format!("update sandbox_accounts set kind = '{kind}'"))
                .await;
            app.execute("update payout_accounts set bank_changed_at = 0")
                .await;
        }
        _ => {
            app.execute("update payout_accounts set weekly_at = 0").await;
            let _ = app.state.payouts.pay_weekly().await;
        }
    }
}

/// What must hold after every step.
async fn check(app: &TestApp, told: &str) {
    let none = async |what: &str, wrong: &str| {
        let count = app.count(&format!("select count(*) from {what}")).await;
        assert_eq!(count, 0, "{told}: {wrong}");
    };
    none(
        "pro_balances where in_transit_pence < 0 or clearing_pence < 0",
        "less than nothing is on its way",
    )
    .await;
    none(
        "clearing where used_pence < 0 or used_pence > amount_pence",
        "an earning is paid twice",
    )
    .await;
    none(
        "payouts where sent_pence > amount_pence",
        "more was sent than was asked for",
    )
    .await;
    none(
        "(select master_id from payouts where status in ('pending', 'review', 'held') group by master_id having count(*) > 1) as two",
        "two payouts are open",
    )
    .await;
    none(
        "payouts where amount_pence <> (select cast(sum(amount_pence) as bigint) from payout_transfers where payout_id = payouts.id)",
        "a payout is not its transfers",
    )
    .await;
    none(
        "payments where captured_pence < (select coalesce(sum(amount_pence), 0) from payout_transfers
           where payment_id = payments.id and status <> 'failed')",
        "more is paid out of a charge than it brought",
    )
    .await;
    let sum = async |what: &str, from: &str| {
        app.count(&format!(
            "select cast(coalesce(sum({what}), 0) as bigint) from {from}"
        ))
        .await
    };
    assert_eq!(
        sum("sent_pence", "payouts").await,
        sum("amount_pence", "sandbox_transfers").await,
        "{told}: the provider sent the same"
    );
    assert_eq!(
        sum("in_transit_pence", "pro_balances").await,
        sum("amount_pence", "payout_transfers where status = 'pending'").await,
        "{told}: what is on its way is what is still to be sent"
    );
}

both_databases! {
    async fn the_books_hold_whatever_happens(app: TestApp) {
        let (steps, seed) = (setting("CALLOUT_PAYOUT_STEPS", STEPS), setting("CALLOUT_PAYOUT_SEED", SEED));
        let mut random = Random(seed);
        let pro = pro(&app, "pro").await;
        let call = app.post("/api/masters/payouts/details").bearer(&pro.token);
        let _ = call.send().await.expect_status(200);
        let call = app.post("/api/sandbox/payout-details").bearer(&pro.token);
        let _ = call.json(&json!({ "account": "pays" })).send().await.expect_status(204);
        let call = app.post("/api/masters/payouts/details/refresh").bearer(&pro.token);
        let _ = call.send().await.expect_status(200);
        for number in 0..steps {
            step(&app, &pro, &mut random, number).await;
            if random.chance(70) {
                let _ = jobs::run_due(&app.state.jobs).await.unwrap();
            }
            let told = format!("step {number} of seed {seed}");
            check(&app, &told).await;
            if number % WHOLE_EVERY == 0 {
                balances_agree(&app).await;
            }
        }
        balances_agree(&app).await;
        for (status, least) in [("sent", 2), ("failed", 1)] {
            let seen = app.count(&format!("select count(*) from payouts where status = '{status}'")).await;
            assert!(steps != STEPS || seen >= least, "only {seen} payouts {status}: too little is tested");
        }
    }
}
