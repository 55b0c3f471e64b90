//! A flood of password sign-ins beside people browsing slots, in one run and with the limits on: the slots' p99 must stay under
//! twice its calm value. The sign-ins come from many addresses through a trusted proxy, so that the hasher's queue has to hold
//! them back and not only the limit per address.
#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "a bench fails by panicking and prints"
)]

#[path = "requests/load.rs"]
#[expect(dead_code, reason = "the other bench measures rates, this one times")]
mod load;

use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use callout::web::WebApp;
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_front::middleware::ConnectionLimits;
use clap::Parser;
use load::{Connection, request};
use serde_json::{Value, json};
use tokio::net::TcpListener;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Sign-ins per second, and slot queries per second.
const SIGN_INS: u32 = 200;
const LOOKS: u32 = 200;
/// Calm and flood rounds alternate, so that both see the same machine load; the median round counts.
const ROUNDS: u32 = 11;
const TIME: Duration = Duration::from_secs(3);
/// Sign-ins from one address: fewer than its limit of 50.
const AN_ADDRESS: u32 = 40;
const LIMIT: f64 = 2.0;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    config: Config,
}

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
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let data = folder.path().as_os_str().to_owned();
    let line = [
        "bench",
        "--trusted-proxies",
        "127.0.0.1",
        "--payments",
        "sandbox",
        "--data-dir",
    ];
    let config = Line::parse_from(line.iter().map(Into::into).chain([data])).config;
    let state = Box::pin(callout::build_state(config, Clock::System))
        .await
        .expect("the server starts");
    let app = callout::build_app(state.clone(), WebApp::default());
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("a port");
    let server = tokio::spawn(callout::run(
        listener,
        app,
        ConnectionLimits::new(&state.config),
        std::future::pending(),
    ));
    register(address).await;
    let (answered, refused) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicU32::new(0)));
    look(address).await; // unmeasured: connections open, caches fill
    let (mut calm, mut flooded, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        let calm_p99 = quantile(&mut look(address).await, 0.99);
        let flood = tokio::spawn(flood(address, round, Arc::clone(&answered), Arc::clone(&refused)));
        let p99 = quantile(&mut look(address).await, 0.99);
        flood.await.expect("the flood ends");
        calm.push(calm_p99);
        flooded.push(p99);
        ratios.push(p99 / calm_p99);
    }
    server.abort();
    let sent = ROUNDS * SIGN_INS * u32::try_from(TIME.as_secs()).expect("seconds");
    println!(
        "bench: {sent} sign-ins at {SIGN_INS}/s: {} checked, {} refused with 429",
        answered.load(Ordering::Relaxed),
        refused.load(Ordering::Relaxed)
    );
    let [calm_p99, p99, ratio] = [calm, flooded, ratios].map(|mut rounds| quantile(&mut rounds, 0.5));
    let holds = ratio < LIMIT;
    println!(
        "bench: GET /api/slots at {LOOKS}/s, p99, medians of {ROUNDS} rounds: {calm_p99:.2} ms calm, {p99:.2} ms in the flood, ratio {ratio:.2} (limit {LIMIT:.2}) {}",
        if holds { "ok" } else { "MISSED" }
    );
    holds
}

/// The one account that exists.
async fn register(address: SocketAddr) {
    let body = json!({ "email": "known@example.com", "password": "tap&drain" });
    let answer = Connection::open(address)
        .await
        .send(&request("POST", "/api/clients/password/register", "", &body))
        .await;
    assert_eq!(answer.status, 201);
}

/// Queries slots at an even pace; gives the milliseconds each query took, counted from when it was due.
async fn look(address: SocketAddr) -> Vec<f64> {
    const PEOPLE: u32 = 8;
    let started = now();
    let tasks: Vec<_> = (0..PEOPLE)
        .map(|person| {
            tokio::spawn(async move {
                let mut connection = Connection::open(address).await;
                let looks = request("GET", "/api/slots?postcode=SW1", "", &Value::Null);
                let mut times = Vec::new();
                let mut number = person;
                loop {
                    let due = started + Duration::from_secs(1) * number / LOOKS;
                    if due >= started + TIME {
                        return times;
                    }
                    tokio::time::sleep_until(due.into()).await;
                    let answer = connection.send(&looks).await;
                    assert_eq!(answer.status, 200);
                    times.push(due.elapsed().as_secs_f64() * 1_000.0);
                    number += PEOPLE;
                }
            })
        })
        .collect();
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.expect("no look fails"));
    }
    all
}

/// Sends sign-ins at an even pace, each on a free connection; every hundredth is for the account that exists.
async fn flood(address: SocketAddr, round: u32, answered: Arc<AtomicU32>, refused: Arc<AtomicU32>) {
    const PEOPLE: u32 = 100;
    let started = now();
    let tasks: Vec<_> = (0..PEOPLE)
        .map(|person| {
            let (answered, refused) = (Arc::clone(&answered), Arc::clone(&refused));
            tokio::spawn(async move {
                let mut connection = Connection::open(address).await;
                let mut number = person;
                loop {
                    let due = started + Duration::from_secs(1) * number / SIGN_INS;
                    if due >= started + TIME {
                        return;
                    }
                    tokio::time::sleep_until(due.into()).await;
                    let answer = connection.send(&sign_in(round, number)).await;
                    match answer.status {
                        401 => answered.fetch_add(1, Ordering::Relaxed),
                        429 => refused.fetch_add(1, Ordering::Relaxed),
                        status => panic_with(status),
                    };
                    number += PEOPLE;
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.expect("no sign-in fails otherwise");
    }
}

fn panic_with(status: u16) -> u32 {
    assert!([401, 429].contains(&status), "a sign-in was answered {status}");
    0
}

fn sign_in(round: u32, number: u32) -> Vec<u8> {
    let nth = round * 10_000 + number;
    let email = if number.is_multiple_of(100) {
        "known@example.com".to_owned()
    } else {
        format!("person{nth}@example.com")
    };
    let body = json!({ "email": email, "password": "not-the-one" });
    let from = nth / AN_ADDRESS;
    let call = request("POST", "/api/clients/password/login", "", &body);
    let forwarded = format!(
        "x-forwarded-for: 10.1.{}.{}\r\ncontent-type",
        from / 256,
        from % 256
    );
    String::from_utf8(call)
        .expect("text")
        .replacen("content-type", &forwarded, 1)
        .into_bytes()
}

fn quantile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a place in a list"
    )]
    let place = (times.len() as f64 * share) as usize;
    times[place.min(times.len() - 1)]
}

#[expect(clippy::disallowed_methods, reason = "a bench measures time")]
fn now() -> Instant {
    Instant::now()
}
