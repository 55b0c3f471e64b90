//! Quotes and durable cash bookings as a share of a bare axum JSON handler behind the same layers and session check, all in
//! one run over loopback. Prints a line a figure and ends with 1 when a limit is missed.
//! `TEST_POSTGRES_URL` names the PostgreSQL server (by default the local one; left out when there is none).
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking and prints"
)]

mod load;
mod scene;

use std::process::ExitCode;
use std::time::Duration;

use scene::Scene;

/// Requests make many short-lived allocations; under the standard allocator they cost a tenth of a quote.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const LOCAL_POSTGRES: &str = "postgres://postgres@127.0.0.1:5432/postgres";

/// How long each repeated request is measured in a round.
const TIME: Duration = Duration::from_millis(400);
/// Rounds of the bare handler and the quote, one after the other, so that both meet the same weather; their median counts.
const ROUNDS: usize = 15;
/// Cash bookings made on each database.
const BOOKINGS: usize = 4_000;

/// Least shares of the bare handler's rate.
const QUOTE_LIMIT: f64 = 0.6;
const BOOKING_LIMIT: f64 = 0.08;

fn main() -> ExitCode {
    // `cargo test --benches` starts benches to see that they start.
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
    let (bare_request, quote_request) = scene.quote_requests().await;
    // Both once unmeasured: caches fill and connections to the database open.
    load::repeat(scene.address, &bare_request, 200, TIME).await;
    load::repeat(scene.address, &quote_request, 201, TIME).await;
    let (mut bare, mut ratios) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let rate = load::repeat(scene.address, &bare_request, 200, TIME).await;
        ratios.push(load::repeat(scene.address, &quote_request, 201, TIME).await / rate);
        bare.push(rate);
    }
    let bare = median(bare);
    let quotes = median(ratios) * bare;
    println!("bench: bare JSON handler, same layers and session check: {bare:.0}/s");
    let mut holds = figure("quote of a guest, no coupon", quotes, bare, Some(QUOTE_LIMIT));

    let (bookings, _) = load::each(scene.address, scene.cash_bookings(BOOKINGS).await, 201).await;
    holds &= figure(
        "durable cash booking, SQLite synchronous=FULL",
        bookings,
        bare,
        Some(BOOKING_LIMIT),
    );
    scene.close().await;

    let server = std::env::var("TEST_POSTGRES_URL").unwrap_or_else(|_| LOCAL_POSTGRES.to_owned());
    match scene::Schema::create(&server).await {
        Ok(schema) => {
            let scene = Scene::open(Some(schema.url())).await;
            let (bookings, _) = load::each(scene.address, scene.cash_bookings(BOOKINGS).await, 201).await;
            figure("durable cash booking, PostgreSQL", bookings, bare, None);
            scene.close().await;
            schema.drop().await;
        }
        Err(error) => println!("bench: left out: PostgreSQL ({error})"),
    }
    holds
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn figure(name: &str, rate: f64, bare: f64, limit: Option<f64>) -> bool {
    let ratio = rate / bare;
    let holds = limit.is_none_or(|limit| ratio >= limit);
    let limit = limit.map_or_else(String::new, |limit| format!(" (limit {limit:.2})"));
    println!(
        "bench: {name}: {rate:.0}/s, ratio {ratio:.3}{limit} {}",
        if holds { "ok" } else { "MISSED" }
    );
    holds
}
