//! Logs and metrics: what the process tells its operator about its work, never about people.
//!
//! Any module counts with `metrics::counter!(telemetry::BOOKINGS).increment(1)`; labels are few and never personal.

use std::fmt::Write as _;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use http::header;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use callout_domain::config::LogFormat;
use callout_outside::notify;

/// Counter: bookings made, by `mode` (card, cash, budget).
pub const BOOKINGS: &str = "bookings_created_total";
/// Counter: payments settled.
pub const PAYMENTS_SETTLED: &str = "payments_settled_total";
/// Counter: refunds that the payment provider refused.
pub const REFUNDS_REFUSED: &str = "refunds_refused_total";
/// Counter: events of the payment provider that nothing follows from, by `kind`.
pub const IGNORED_EVENTS: &str = "provider_events_ignored_total";
/// Counter: jobs run, by `kind` and `outcome`.
pub const JOBS_RUN: &str = "jobs_run_total";
/// Counter: passwords hashed or checked, by `outcome` (done, refused by a full queue, given up by the caller).
pub const PASSWORDS: &str = "passwords_total";
/// Counter: rows about people that were emptied or deleted because their time was over, by `what`.
pub const FORGOTTEN: &str = "forgotten_total";
/// Counter: photos stored.
pub const UPLOADS: &str = "uploads_total";
/// Counter: answers to questions about danger, by `kind` and `answer` (yes, no). No words are kept with it.
pub const DANGER_ANSWERS: &str = "danger_answers_total";
/// Counter: connections closed at once because their address, or all together, had too many.
pub const REFUSED_CONNECTIONS: &str = "refused_connections_total";

/// Bounds of the duration histogram in seconds, from half a millisecond to the time limit.
const SECONDS: [f64; 12] = [
    0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0,
];
/// How often old samples are folded away.
const UPKEEP: Duration = Duration::from_secs(5);

/// Sends log lines to standard error as `RUST_LOG` says (`info` by default), and panics with their place only: what a
/// panic says may quote what a person typed.
pub fn start_logs(format: LogFormat) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr);
    // A second start (a test in the same process) keeps the first subscriber.
    let _ = match format {
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
        LogFormat::Text => lines.try_init(),
    };
    std::panic::set_hook(Box::new(|panic| {
        let mut place = String::new();
        if let Some(location) = panic.location() {
            let _ = write!(place, "{}:{}", location.file(), location.line());
        }
        tracing::error!(place, "panic");
    }));
}

/// Starts collecting metrics in this process.
///
/// # Errors
/// When the process collects metrics already.
pub fn start_metrics() -> Result<PrometheusHandle, BuildError> {
    let handle = recorder()?.install_recorder()?;
    describe();
    let upkeep = handle.clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(UPKEEP).await;
            upkeep.run_upkeep();
        }
    });
    Ok(handle)
}

/// The recorder with the histogram's bounds.
///
/// # Errors
/// When there are no bounds.
pub fn recorder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Full("http_request_seconds".to_owned()), &SECONDS)
}

fn describe() {
    metrics::describe_counter!(
        "http_requests_total",
        "Requests by method, route template and status."
    );
    metrics::describe_histogram!(
        "http_request_seconds",
        "Duration of requests by method and route template."
    );
    metrics::describe_counter!(BOOKINGS, "Bookings made.");
    metrics::describe_counter!(PAYMENTS_SETTLED, "Payments settled.");
    metrics::describe_counter!(REFUNDS_REFUSED, "Refunds that the payment provider refused.");
    metrics::describe_counter!(
        IGNORED_EVENTS,
        "Events of the payment provider that nothing follows from."
    );
    metrics::describe_counter!(JOBS_RUN, "Jobs run.");
    metrics::describe_counter!(
        PASSWORDS,
        "Passwords hashed or checked, or refused by a full queue."
    );
    metrics::describe_counter!(
        callout_db::LEFT_OUT,
        "Rows left out of a public list because they cannot be read."
    );
    metrics::describe_counter!(
        FORGOTTEN,
        "Rows about people emptied or deleted because their time was over."
    );
    metrics::describe_counter!(UPLOADS, "Photos stored.");
    metrics::describe_counter!(notify::TEXTS, "Texts sent, or refused because too few are left.");
    metrics::describe_gauge!(
        notify::TEXTS_USED,
        "Percentage of the texts that is used up, by span."
    );
    metrics::describe_counter!(DANGER_ANSWERS, "Answers to questions about danger, by kind.");
    metrics::describe_counter!(
        REFUSED_CONNECTIONS,
        "Connections beyond the limits, closed at once."
    );
}

/// The application that answers `/metrics`; it belongs on an address of its own, away from the public one.
pub fn metrics_app(handle: PrometheusHandle) -> Router {
    let show = async |State(handle): State<PrometheusHandle>| {
        (
            [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")],
            handle.render(),
        )
    };
    Router::new().route("/metrics", get(show)).with_state(handle)
}
