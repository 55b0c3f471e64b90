//! Fills a scratch database, for plans and figures: bookings over two years, and the people and pros that they are of. All of it is made from
//! numbers, so that the same arguments make the same rows; it is true to life in amounts and shares, but nobody can sign in, and the books
//! are not those of a real provider. A run that was stopped goes on where it was.
//!
//! ```sh
//! just seed postgres://postgres@127.0.0.1:5432/scratch --bookings 1000000
//! ```
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a bench measures time, prints it, and fails by panicking"
)]

mod target;

use std::process::ExitCode;
use std::time::Instant;

use callout_domain::clock::{Clock, DAY, Millis};
use clap::Parser;
use target::Target;

/// Over how long the bookings are spread, days.
const DAYS: i64 = 730;
/// Rows of the main table in one transaction.
const BATCH: i64 = 20_000;

/// Fills a scratch database with rows that are made from numbers.
#[derive(Parser)]
struct Seed {
    /// `sqlite:path` or `postgres://…`; it may hold nothing but what this has made.
    database_url: String,
    /// How many bookings.
    #[arg(long, default_value_t = 1_000_000)]
    bookings: i64,
    /// How many clients, half of them guests.
    #[arg(long, default_value_t = 100_000)]
    people: i64,
    /// How many pros.
    #[arg(long, default_value_t = 100_000)]
    pros: i64,
    /// When the newest booking was made, Unix milliseconds; by default now.
    #[arg(long)]
    now: Option<Millis>,
    /// Cargo adds it.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> ExitCode {
    // `cargo test --benches` starts benches only to see that they start.
    if std::env::args().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    runtime.block_on(fill(&Seed::parse()))
}

async fn fill(seed: &Seed) -> ExitCode {
    let started = Instant::now();
    let now = seed.now.unwrap_or_else(|| Clock::System.now());
    let mut target = Target::open(&seed.database_url).await;
    if target.holds_other_rows().await {
        println!(
            "seed: {} holds rows that were not made by this",
            seed.database_url
        );
        return ExitCode::FAILURE;
    }
    let districts = target.lay_out(now - DAYS * DAY).await;
    let numbers = [
        (":bookings", seed.bookings),
        (":people", seed.people),
        (":pros", seed.pros),
        (":districts", districts),
        (":span", DAYS * DAY),
        (":now", now),
    ];
    for (what, sql, amount) in [
        ("people", include_str!("people.sql"), seed.people),
        ("pros", include_str!("pros.sql"), seed.pros),
        ("bookings", include_str!("bookings.sql"), seed.bookings),
        ("windows", include_str!("windows.sql"), 1),
    ] {
        for from in (0..amount).step_by(usize::try_from(BATCH).expect("a small number")) {
            let until = amount.min(from + BATCH);
            target.run(&written(sql, &numbers, from, until)).await;
        }
        println!("seed: {amount} {what} after {} s", started.elapsed().as_secs());
    }
    target.close().await;
    ExitCode::SUCCESS
}

/// The statements for the rows numbered `from` up to `until`; `:first` and `:next` are the same as ids have them.
fn written(sql: &str, numbers: &[(&str, i64)], from: i64, until: i64) -> String {
    let range = [(":from", from.to_string()), (":until", until.to_string())];
    let ids = [(":first", format!("{from:08}")), (":next", format!("{until:08}"))];
    let numbers = numbers.iter().map(|(name, number)| (*name, number.to_string()));
    let all = range.into_iter().chain(ids).chain(numbers);
    all.fold(sql.to_owned(), |sql, (name, value)| sql.replace(name, &value))
}
