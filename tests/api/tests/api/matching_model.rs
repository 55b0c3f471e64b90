//! Random sequences of what clients, pros and time do, held against a model of the states and of matching.
//!
//! `CALLOUT_MODEL_CASES` and `CALLOUT_MODEL_STEPS` make it longer; `CALLOUT_MODEL_SEED` begins with another sequence, such as one that
//! failed.

mod booking;
mod choose;
mod invariants;
mod model;
mod waiting;
mod world;

use std::cell::RefCell;
use std::collections::BTreeSet;

use api_tests::{Database, TestApp};

use crate::random::Random;

use booking::DAY;
use choose::{Op, choose};
use world::World;

/// Sequences on each database, steps of each, and the first seed.
const CASES: u64 = 12;
const STEPS: u64 = 40;
const SEED: u64 = 20_261_123;

/// What so many sequences must have come across, or they test too little.
const TO_BE_SEEN: [&str; 8] = [
    "created",
    "pending",
    "accepted",
    "assigned",
    "en_route",
    "in_progress",
    "completed",
    "no_response",
];

fn setting(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
}

fn sequences(database: Database) {
    let (cases, steps) = (
        setting("CALLOUT_MODEL_CASES", CASES),
        setting("CALLOUT_MODEL_STEPS", STEPS),
    );
    let first = setting("CALLOUT_MODEL_SEED", SEED);
    let seen = RefCell::new(BTreeSet::new());
    for seed in first..first + cases {
        api_tests::run(database, |app| sequence(app, seed, steps, &seen));
    }
    let seen = seen.into_inner();
    let missing = TO_BE_SEEN.iter().find(|status| !seen.contains(*status));
    assert!(
        cases < CASES || missing.is_none(),
        "no booking was ever {missing:?}: {seen:?}"
    );
}

async fn sequence(app: TestApp, seed: u64, steps: u64, seen: &RefCell<BTreeSet<&'static str>>) {
    let mut random = Random(seed);
    let mut world = World::new(app, seed).await;
    let mut last = None;
    for _ in 0..steps {
        let op = choose(&mut random, &world.model, world.start, last);
        // Sometimes the next call is faster than the jobs of the one before.
        let waits = random.chance(60);
        world.perform(op).await;
        let have_run = waits || runs_jobs(op);
        if have_run {
            world.run_jobs().await;
        }
        world.check(have_run).await;
        let statuses = world.model.bookings.iter().map(|it| it.status.name());
        seen.borrow_mut().extend(statuses);
        last = Some(op);
    }
    world.check_lists().await;
    // In the end, whatever nobody cares for is over.
    for _ in 0..2 {
        world.perform(Op::Wait { millis: 8 * DAY }).await;
        world.check(true).await;
    }
}

fn runs_jobs(op: Op) -> bool {
    matches!(op, Op::Wait { .. } | Op::PayFirst { .. })
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
