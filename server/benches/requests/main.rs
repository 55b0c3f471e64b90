//! Quotes and durable cash bookings as a share of a bare axum JSON handler behind the same layers and session check, all in
//! one run over loopback. Prints one line per figure and exits with 1 when a limit is missed.
//! `TEST_POSTGRES_URL` names the PostgreSQL server (the local one by default; skipped when there is none).
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking and prints"
)]

#[path = "../shared/database.rs"]
mod database;
mod load;
mod scene;

use std::process::ExitCode;
use std::time::Duration;

use scene::Scene;

/// Requests make many short-lived allocations; the standard allocator would cost a tenth of a quote's time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long each repeated request is measured in a round.
const TIME: Duration = Duration::from_millis(400);
/// Rounds of the bare handler and the quote, alternating so that both see the same machine load; their median counts.
const ROUNDS: usize = 15;
/// Rounds of the bare handler and cash bookings on each database, in the same way.
const BOOKING_ROUNDS: usize = 9;
/// Cash bookings in a round.
const BOOKINGS: usize = 1_000;

/// Minimum shares of the bare handler's rate.
const QUOTE_LIMIT: f64 = 0.6;
const BOOKING_LIMIT: f64 = 0.05;
const POSTGRES_BOOKING_LIMIT: f64 = 0.02;

fn main() -> ExitCode {
    // `cargo test --benches` starts benches only to see that they start.
    if std::env::args().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    if runtime.block_on(measure()) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn measure() -> bool {
    let scene = Scene::open(None).await;
    let mut holds = figure(
        "quote of a guest, no coupon",
        quotes(&scene).await,
        Some(QUOTE_LIMIT),
    );
    let booked = bookings(&scene).await;
    holds &= figure(
        "durable cash booking, SQLite synchronous=FULL",
        booked,
        Some(BOOKING_LIMIT),
    );
    scene.close().await;

    match database::Schema::create().await {
        Ok(schema) => {
            let scene = Scene::open(Some(schema.url())).await;
            holds &= figure(
                "durable cash booking, PostgreSQL",
                bookings(&scene).await,
                Some(POSTGRES_BOOKING_LIMIT),
            );
            scene.close().await;
            schema.drop().await;
        }
        Err(error) => println!("bench: left out: PostgreSQL ({error})"),
    }
    holds
}

/// Results of the rounds: the bare handler's answers per second, and the measured request's share of that rate.
#[derive(Default)]
struct Rounds {
    bare: Vec<f64>,
    shares: Vec<f64>,
}

impl Rounds {
    fn add(&mut self, bare: f64, rate: f64) {
        self.bare.push(bare);
        self.shares.push(rate / bare);
    }
}

async fn quotes(scene: &Scene) -> Rounds {
    let (bare, quote) = scene.quote_requests().await;
    // Each once unmeasured: caches fill and connections to the database open.
    load::repeat(scene.address, &bare, 200, TIME).await;
    load::repeat(scene.address, &quote, 201, TIME).await;
    let mut rounds = Rounds::default();
    for _ in 0..ROUNDS {
        let rate = load::repeat(scene.address, &bare, 200, TIME).await;
        rounds.add(rate, load::repeat(scene.address, &quote, 201, TIME).await);
    }
    rounds
}

async fn bookings(scene: &Scene) -> Rounds {
    let (bare, _) = scene.quote_requests().await;
    let mut calls = scene.cash_bookings(BOOKING_ROUNDS * BOOKINGS).await;
    let mut rounds = Rounds::default();
    while !calls.is_empty() {
        let round = calls.split_off(calls.len() - BOOKINGS);
        let rate = load::repeat(scene.address, &bare, 200, TIME).await;
        rounds.add(rate, load::each(scene.address, round, 201).await.0);
    }
    rounds
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn figure(name: &str, rounds: Rounds, limit: Option<f64>) -> bool {
    let (bare, share) = (median(rounds.bare), median(rounds.shares));
    let holds = limit.is_none_or(|limit| share >= limit);
    let limit = limit.map_or_else(String::new, |limit| format!(" (limit {limit:.2})"));
    println!(
        "bench: {name}: {:.0}/s, ratio {share:.3}{limit} of {bare:.0}/s {}",
        share * bare,
        if holds { "ok" } else { "MISSED" }
    );
    holds
}
