//! Random sequences of jobs by card and in cash, cancellations, extra work, disputes, chargebacks, debts, withdrawals, Fridays, operators
//! and banks: after each step the books hold, and nothing is paid twice.
//!
//! `CALLOUT_MONEY_STEPS` makes it longer; `CALLOUT_MONEY_SEED` begins with another sequence, such as one that failed. `just money` runs
//! many: the checks look at every row after every step, so that many sequences are faster than a long one.

use api_tests::{TestApp, both_databases};
use callout::bookings::Stop;
use callout::debts;
use callout::disputes::{Complaint, Decision};
use callout::domain::dispute::{BorneBy, Reason, Statement};
use callout::domain::operator::By;
use callout::domain::payout::Verdict;
use callout::domain::unpaid;
use callout::jobs;
use callout::providers::sandbox::chargebacks::BankAct;
use http::Method;
use pricing_core::{BasisPoints, Pence};
use serde_json::json;

use crate::capture_refused::REFUSES;
use crate::change_orders_paid::paid;
use crate::earnings::{balances_agree, done_in_cash};
use crate::matching::step as advance;
use crate::matching_jobs::taken;
use crate::payouts::{add_bank, decide_payout, pro, withdraw};
use crate::people::Person;
use crate::random::Random;
use crate::reviews::done;

const STEPS: u64 = 160;
const SEED: u64 = 20_261_123;

/// Every so many steps the whole ledger is added up.
const WHOLE_EVERY: u64 = 10;

/// Bookings whose cash at the provider, by the ledger, is not what was captured less what went back.
const UNBALANCED: &str = "(select bookings.id from bookings where
    (select coalesce(sum(entry.amount_pence), 0) from ledger_entries entry
       join ledger_transactions happened on happened.reference = entry.reference
       where happened.booking_id = bookings.id and entry.account = 'provider:cash')
    <> (select coalesce(sum(captured_pence), 0) from payments where booking_id = bookings.id)
     - (select coalesce(sum(refunds.amount_pence), 0) from refunds join payments on payments.id = refunds.payment_id
          where payments.booking_id = bookings.id and refunds.status = 'done')
     - (select coalesce(sum(case when chargebacks.status = 'won' then 2000 else chargebacks.amount_pence + 2000 end), 0)
          from chargebacks join payments on payments.id = chargebacks.payment_id where payments.booking_id = bookings.id)) as wrong";

pub(crate) fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

/// One thing that happens; what is refused changes nothing, which the checks see.
async fn step(app: &TestApp, pro: &Person, random: &mut Random, number: u64) {
    match random.below(22) {
        20 if random.chance(30) => write_off(app, pro, random).await,
        20 => Box::pin(pay_debt(app, pro, random)).await,
        21 => Box::pin(waive(app, random)).await,
        12 if random.chance(40) => Box::pin(stop(app, pro, random)).await,
        12 => {
            let scene = Box::pin(taken(app, pro)).await;
            let path = format!("/api/bookings/{}/cancel", scene.booking.id);
            // Long after the five minutes in which cancelling is free.
            app.execute(&format!(
                "update bookings set created_at = 0, urgency = 'EMERGENCY' where id = '{}'",
                scene.booking.id
            ))
            .await;
            let _ = app
                .call(Method::PATCH, &path)
                .bearer(&scene.guest.token)
                .send()
                .await
                .expect_status(200);
            app.execute("delete from slot_places").await;
        }
        13 => {
            let scene = Box::pin(paid(app, pro)).await;
            let _ = advance(app, pro, &scene.booking.id, "completed")
                .await
                .expect_status(200);
            app.execute("delete from slot_places").await;
        }
        14 | 15 => Box::pin(dispute(app, random)).await,
        16 | 17 => Box::pin(decide(app, random)).await,
        18 => Box::pin(bank(app, random, &[BankAct::Open])).await,
        19 => Box::pin(bank(app, random, &[BankAct::Won, BankAct::Lost])).await,
        0 | 1 => {
            let _ = Box::pin(done(app, pro)).await;
            app.execute("delete from slot_places").await;
        }
        2 => {
            let _ = Box::pin(done_in_cash(app, pro)).await;
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
            let answer = Box::pin(withdraw(app, pro, &key, &body)).await;
            assert!(
                [201, 409, 422].contains(&answer.status.as_u16()),
                "{}",
                answer.text()
            );
        }
        8 | 11 => {
            let verdict = [Verdict::Send, Verdict::Send, Verdict::Hold, Verdict::Return][random.below(4)];
            if let Some(id) = app.text("select max(id) from payouts").await {
                let _ = decide_payout(&app, &id, verdict).await;
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

/// Some row of a table, as often one as the other.
async fn any(app: &TestApp, random: &mut Random, column: &str, from: &str) -> Option<String> {
    let rows = app.count(&format!("select count(*) from {from}")).await;
    let rows = usize::try_from(rows).ok().filter(|rows| *rows > 0)?;
    let place = random.below(rows);
    app.text(&format!(
        "select {column} from {from} order by {column} limit 1 offset {place}"
    ))
    .await
}

/// The client of some job disputes it.
async fn dispute(app: &TestApp, random: &mut Random) {
    let Some(id) = any(app, random, "id", "bookings").await else {
        return;
    };
    let complaint = Complaint {
        reason: Reason::PoorWork,
        statement: Statement {
            text: "The tap still leaks.".to_owned(),
            photo_urls: Vec::new(),
        },
    };
    let _ = app.state.disputes.open(&id, complaint).await;
}

/// An operator stops a job that has begun.
async fn stop(app: &TestApp, pro: &Person, random: &mut Random) {
    let scene = Box::pin(taken(app, pro)).await;
    for to in ["en_route", "in_progress"] {
        let _ = advance(app, pro, &scene.booking.id, to).await.expect_status(200);
    }
    let stop = Stop {
        share: BasisPoints(u32::try_from(random.below(10_001)).unwrap_or_default()),
        words: "Half of the work was done.".to_owned(),
    };
    app.state
        .bookings
        .stop(scene.booking.id, stop, By::command_line())
        .await
        .unwrap();
    app.execute("delete from slot_places").await;
}

/// An operator decides some dispute.
async fn decide(app: &TestApp, random: &mut Random) {
    let Some(id) = any(app, random, "id", "disputes").await else {
        return;
    };
    let part = i64::try_from(random.below(15_000)).unwrap_or_default();
    let decision = Decision {
        refund: random.chance(70).then_some(Pence(part)),
        borne_by: if random.chance(70) {
            BorneBy::Pro
        } else {
            BorneBy::Callout
        },
        words: "The photos show it.".to_owned(),
    };
    let disputes = &app.state.disputes;
    let _ = disputes.decide(&id, decision.clone(), By::command_line()).await;
    if random.chance(30)
        && let Some(booking) = any(app, random, "booking_id", &format!("disputes where id = '{id}'")).await
    {
        let _ = disputes
            .appeal(&booking, None, "Look at it again.".to_owned())
            .await;
        let _ = Box::pin(disputes.decide_appeal(&id, decision, By::command_line())).await;
    }
}

/// A super admin writes off a part of what the pro owes.
async fn write_off(app: &TestApp, pro: &Person, random: &mut Random) {
    let part = Pence(i64::try_from(random.below(2_000)).unwrap_or_default());
    let debts = &app.state.debts;
    let _ = debts
        .write_off(&pro.id, part, "They cannot pay.", By::command_line())
        .await;
}

/// The pro opens a payment of what they owe, and perhaps makes it.
async fn pay_debt(app: &TestApp, pro: &Person, random: &mut Random) {
    let Ok(opened) = Box::pin(app.state.payments.open_debt(&pro.id)).await else {
        return;
    };
    let card = if random.chance(20) {
        REFUSES
    } else {
        "4242 4242 4242 4242"
    };
    let (intent, secret) = (&opened.payment_intent_id, &opened.client_secret);
    if random.chance(80) {
        let _ = app.state.sandbox.confirm(intent, secret, card).await;
    }
    if random.chance(50) {
        let _ = Box::pin(app.state.payments.debt_is_paid(&pro.id, intent)).await;
    }
}

/// An operator waives the fee of some job, or lets it stand.
async fn waive(app: &TestApp, random: &mut Random) {
    let Some(id) = any(app, random, "id", "bookings").await else {
        return;
    };
    let verdict = if random.chance(70) {
        unpaid::Verdict::Waived
    } else {
        unpaid::Verdict::Upheld
    };
    let words = "The bill shows it.".to_owned();
    let _ = app
        .state
        .debts
        .decide(&id, debts::Decision { verdict, words }, By::command_line())
        .await;
}

/// The bank of some client does one of these.
async fn bank(app: &TestApp, random: &mut Random, acts: &[BankAct]) {
    let Some(id) = any(app, random, "id", "payments").await else {
        return;
    };
    let secret = app
        .text(&format!("select client_secret from payments where id = '{id}'"))
        .await;
    let act = random.pick(acts);
    let _ = app
        .state
        .sandbox
        .act_as_bank(&id, &secret.unwrap_or_default(), act)
        .await;
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
    none(
        "payments where refunded_pence + disputed_pence > captured_pence",
        "more is given back than was charged",
    )
    .await;
    none(
        "(select debt_payments.id from debt_payments
           left join ledger_entries entry on entry.reference = 'debt_paid:' || debt_payments.id and entry.account = 'provider:cash'
           where (paid_at is null) <> (entry.amount_pence is null) or entry.amount_pence <> debt_payments.amount_pence) as wrong",
        "a debt is paid that was not charged, or the other way round",
    )
    .await;
    none(
        "unpaid_jobs where waived_pence > (select cast(coalesce(-sum(entry.amount_pence), 0) as bigint) from ledger_entries entry
           join ledger_transactions happened on happened.reference = entry.reference
           where happened.booking_id = unpaid_jobs.booking_id and entry.account = 'platform:fees' and happened.kind = 'completed')",
        "more is waived than the fee",
    )
    .await;
    none(
        "pro_balances where frozen_pence < 0",
        "less than nothing is frozen",
    )
    .await;
    none(
        UNBALANCED,
        "a booking's money is not what was captured less what was given back",
    )
    .await;
    assert_eq!(
        app.count("select cast(coalesce(sum(frozen_pence), 0) as bigint) from pro_balances")
            .await,
        app.count(
            "select cast(coalesce(sum(amount_pence), 0) as bigint) from frozen
             join disputes on disputes.id = frozen.dispute_id where status = 'open'"
        )
        .await,
        "{told}: what is frozen is what open disputes have frozen"
    );
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
        let (steps, seed) = (setting("CALLOUT_MONEY_STEPS", STEPS), setting("CALLOUT_MONEY_SEED", SEED));
        let mut random = Random(seed);
        let pro = pro(&app, "pro").await;
        add_bank(&app, &pro, "pays").await;
        for number in 0..steps {
            Box::pin(step(&app, &pro, &mut random, number)).await;
            if random.chance(70) {
                let _ = Box::pin(jobs::run_due(&app.state.jobs)).await.unwrap();
            }
            let told = format!("step {number} of seed {seed}");
            Box::pin(check(&app, &told)).await;
            if number % WHOLE_EVERY == 0 {
                balances_agree(&app).await;
            }
        }
        balances_agree(&app).await;
        let decided = app.count("select count(*) from disputes where refund_pence > 0").await;
        assert!(steps != STEPS || decided > 0, "no refund was decided: too little is tested");
        let ended = app.count("select count(*) from payouts where status in ('sent', 'failed')").await;
        assert!(steps != STEPS || ended > 0, "no payout ended: too little is tested");
    }
}
