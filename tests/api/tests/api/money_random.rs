//! Random sequences of what clients, pros, banks, operators, time and a faulty provider do with bookings by card and in cash: after each
//! step the books hold, and nothing is paid twice.
//!
//! `CALLOUT_MONEY_SEQUENCES` and `CALLOUT_MONEY_STEPS` make it longer; `CALLOUT_MONEY_SEED` begins with another sequence, such as one
//! that failed. `just money` runs many: the checks look at every row after every step, so that many sequences are faster than a long one.

mod checks;
mod faults;
mod money;
mod report;
mod unwell;
mod visits;
mod work;
mod world;

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use api_tests::{Database, TestApp};
use callout_domain::clock::{DAY, HOUR, MINUTE};
use callout_domain::operator::By;

use world::World;

/// Sequences on each database, steps of each, and the first seed.
const SEQUENCES: u64 = 4;
const STEPS: u64 = 200;
const SEED: u64 = 20_261_123;

/// From so many steps on all of this must have happened, or they test too little.
const MANY: u64 = 100_000;
const TO_BE_SEEN: [&str; 32] = [
    "bookings where status = 'completed' and payment_method = 'card' and discount_pence > 0",
    "bookings where status = 'completed' and payment_method = 'cash'",
    "bookings where status = 'cancelled'",
    "payments where status = 'canceled' and authorised_at is not null",
    "refunds where status = 'done'",
    "disputes where refund_pence > 0",
    "disputes where appeal_refund_pence > 0",
    "disputes where appeal_made_good_pence > 0",
    "chargebacks where status <> 'open'",
    "ledger_transactions where kind = 'cancellation_fee'",
    "ledger_transactions where kind = 'refund_returned'",
    "payouts where status = 'sent'",
    "payouts where status = 'failed'",
    "change_orders where outcome = 'approved'",
    "mismatches where outcome = 'replaced'",
    "mismatches where outcome = 'ended'",
    "payments where purpose = 'renewal' and authorised_at is not null",
    "payments where purpose = 'raise' and authorised_at is not null",
    "payments where purpose = 'proposal' and authorised_at is not null",
    "payments where purpose = 'time' and authorised_at is not null",
    "bookings where stop_words is not null",
    "debt_payments where paid_at is not null",
    "unpaid_jobs where waived_pence > 0",
    "given_back where pence > 0",
    "missed_visits where verdict = 'overturned' and amount_pence > 0",
    "missed_visits where verdict = 'charged' and amount_pence > 0",
    "transfer_reversals where status = 'done'",
    "transfer_reversals where status = 'refused'",
    "ledger_transactions where kind = 'debt_written_off'",
    "ledger_transactions where kind = 'debt_returned'",
    "ledger_transactions where kind = 'debt_restored'",
    "sandbox_refunds theirs join payments on payments.id = intent_id where theirs.reference = theirs.id",
];

pub(crate) fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

fn sequences(database: Database) {
    let (sequences, steps) = (
        setting("CALLOUT_MONEY_SEQUENCES", SEQUENCES),
        setting("CALLOUT_MONEY_STEPS", STEPS),
    );
    let first = setting("CALLOUT_MONEY_SEED", SEED);
    let seen = RefCell::new(vec![0; TO_BE_SEEN.len()]);
    let mut failed = Vec::new();
    for seed in first..first + sequences {
        let run = || api_tests::run(database, |app| sequence(app, seed, steps, &seen));
        if catch_unwind(AssertUnwindSafe(run)).is_err() {
            failed.push(seed);
        }
    }
    assert!(
        failed.is_empty(),
        "the sequences of these seeds failed: {failed:?}"
    );
    let seen = seen.into_inner();
    println!(
        "{database:?}: {} steps from seed {first} on came across {seen:?}",
        sequences * steps
    );
    let missing: Vec<_> = TO_BE_SEEN
        .iter()
        .zip(&seen)
        .filter(|(_, seen)| **seen == 0)
        .collect();
    assert!(
        sequences * steps < MANY || missing.is_empty(),
        "too little is tested: {missing:?}"
    );
}

async fn sequence(app: TestApp, seed: u64, steps: u64, seen: &RefCell<Vec<i64>>) {
    let mut world = World::new(app, seed).await;
    for number in 0..steps {
        world.number = number;
        Box::pin(step(&mut world)).await;
        if world.random.chance(70) {
            world.run_jobs().await;
        }
        checks::check(&world.app, &format!("step {number} of seed {seed}")).await;
    }
    Box::pin(end(&mut world)).await;
    checks::check_end(&world.app, &format!("the end of seed {seed}")).await;
    for (place, what) in TO_BE_SEEN.iter().enumerate() {
        let count = world.app.count(&format!("select count(*) from {what}")).await;
        if let Some(seen) = seen.borrow_mut().get_mut(place) {
            *seen += count;
        }
    }
}

/// One thing that happens; what is refused changes nothing, which the checks see.
async fn step(world: &mut World) {
    match world.random.below(100) {
        0..60 => Box::pin(world.work()).await,
        60..86 => Box::pin(world.money()).await,
        86..92 => Box::pin(world.fault()).await,
        92..97 => {
            let minutes = world.pence(1, 20);
            world.wait(minutes * MINUTE).await;
        }
        97 | 98 => {
            let hours = world.pence(1, 12);
            world.wait(hours * HOUR).await;
        }
        _ => world.wait(DAY).await,
    }
}

/// Nobody does anything any more: what was begun comes to its end.
async fn end(world: &mut World) {
    world
        .app
        .execute("update sandbox_intents set returns_refunds = 0")
        .await;
    for _ in 0..20 {
        world.wait(12 * HOUR).await;
        let _ = world
            .app
            .state
            .payments
            .retry_refused_refunds(By::command_line(&world.app.state.keys))
            .await
            .unwrap();
        world.run_jobs().await;
    }
}

#[test]
fn sqlite() {
    sequences(Database::Sqlite);
}

#[test]
#[cfg_attr(not(postgres), ignore = "needs PostgreSQL: set TEST_POSTGRES_URL")]
fn postgres() {
    sequences(Database::Postgres);
}
