//! The release binary under load: races for a job, offers on streams and by push, thousands of streams, kills, one server that takes
//! over from another, and whole journeys. Prints each figure beside its limit and exits with 1 when one is missed. Arguments pick parts
//! (`race offers pushes streams kills takeover journeys`); none means all.
//!
//! `CALLOUT_BIN` names the binary, `TEST_POSTGRES_URL` the PostgreSQL server and `TEST_NATS_URL` the bus (the local ones by default;
//! left out when there is none).
//! `LOAD_RACES`, `LOAD_KILLS`, `LOAD_RATE` and `LOAD_SECONDS` make the long parts shorter.
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking and prints"
)]

mod api;
mod bare;
mod chat;
#[path = "../shared/database.rs"]
mod database;
mod events;
mod figure;
mod journeys;
mod kept;
mod kills;
mod offers;
mod people;
mod pushes;
mod race;
mod server;
mod streams;
mod takeover;

use std::process::ExitCode;

use offers::Way;

/// The same as the server's, so that the bare server's memory can be compared.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const PARTS: [&str; 7] = [
    "race", "offers", "pushes", "streams", "kills", "takeover", "journeys",
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` starts benches only to see that they start.
    if arguments.iter().any(|argument| argument == "--test") {
        return ExitCode::SUCCESS;
    }
    callout_front::middleware::raise_file_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    if arguments.iter().any(|argument| argument == bare::ARGUMENT) {
        runtime.block_on(bare::serve());
        return ExitCode::SUCCESS;
    }
    // Cargo adds `--bench`.
    let mut parts: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    if parts.is_empty() {
        parts = PARTS.to_vec();
    }
    if let Some(unknown) = parts.iter().find(|part| !PARTS.contains(part)) {
        println!("load: there is no part {unknown} ({})", PARTS.join(", "));
        return ExitCode::FAILURE;
    }
    let mut holds = true;
    for part in parts {
        println!("load: == {part}");
        holds &= runtime.block_on(measure(part));
    }
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

async fn measure(part: &str) -> bool {
    match part {
        "race" => Box::pin(race::measure(number("LOAD_RACES", 1_000))).await,
        "offers" => Box::pin(offers::measure(Way::Stream)).await,
        "pushes" => Box::pin(offers::measure(Way::Push)).await,
        "streams" => Box::pin(streams::measure()).await,
        "kills" => Box::pin(kills::measure(number("LOAD_KILLS", 200))).await,
        "takeover" => Box::pin(takeover::measure()).await,
        _ => {
            let (rate, seconds) = (number("LOAD_RATE", 100), number("LOAD_SECONDS", 300));
            Box::pin(journeys::measure(rate, seconds)).await
        }
    }
}

/// A number from the environment.
fn number(name: &str, usual: usize) -> usize {
    std::env::var(name).map_or(usual, |text| text.parse().expect("a whole number"))
}
