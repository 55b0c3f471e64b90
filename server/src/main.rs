//! Parses the command line and runs the library.

use std::io::{BufRead as _, BufWriter, Write as _};
use std::net::SocketAddr;
use std::process::ExitCode;

use callout::admin::AdminCommand;
use callout::restore::RestoreCommand;
use callout::web::WebApp;
use callout_base::audit::{self, Head};
use callout_base::telemetry;
use callout_domain::clock::Clock;
use callout_domain::config::{Config, PaymentSettings, Switch};
use callout_domain::keys::{Key, Keys};
use callout_domain::operator::By;
use callout_front::jobs::Worker;
use callout_front::middleware::{ConnectionLimits, raise_file_limit};
use callout_front::state::AppState;
use callout_money::payments::refund::Retried;
use callout_store::{Db, StoreError, kept};
use clap::{Args, Parser, Subcommand};
use secrecy::SecretString;
use tokio::net::TcpListener;

/// Requests make many short-lived allocations; the standard allocator spent a tenth of a quote's time on them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Callout: on-demand home repairs.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The built web app. The compiler notices changes of its index, which names every other file.
#[derive(rust_embed::Embed)]
#[folder = "../web/dist"]
#[allow_missing = true]
struct Dist;

#[derive(Subcommand)]
enum Command {
    /// Serves the API and the web app.
    Serve(#[command(flatten)] Config),
    /// Brings the database up to date and stops.
    Migrate(#[command(flatten)] Config),
    /// Copies all data into another database, from SQLite to PostgreSQL or back, while no server runs. The target must be migrated and
    /// empty (`callout migrate --database-url URL`).
    Copy {
        /// Database to read: `sqlite:<path>` or `postgres://…`.
        #[arg(long, value_name = "URL")]
        from: String,
        /// Database to fill.
        #[arg(long, value_name = "URL")]
        to: String,
    },
    /// What the people who run Callout do by hand.
    Admin {
        #[command(subcommand)]
        command: AdminCommand,
    },
    /// Looks after the record of what operators do.
    Audit {
        #[command(subcommand)]
        command: AuditCommand,
    },
    /// Looks after what is kept of people.
    Retention(#[command(flatten)] Box<Retention>),
    /// Looks after what a restored backup has left out, which the payment provider still has.
    Restore {
        #[command(subcommand)]
        command: RestoreCommand,
    },
    /// Looks after refunds that the payment provider refused.
    Refunds {
        #[command(subcommand)]
        command: RefundsCommand,
    },
    /// Reads pricing requests on stdin, a line each, and prints the native results; or measures the estimates.
    #[command(subcommand_negates_reqs = true)]
    Price {
        /// JSON lines, the same as the wasm module takes and gives.
        #[arg(long, required = true)]
        json: bool,
        #[command(subcommand)]
        command: Option<PriceCommand>,
    },
    /// Prints the OpenAPI document.
    Openapi,
}

#[derive(Subcommand)]
enum PriceCommand {
    /// Says how good the estimates are on descriptions that somebody has judged.
    Evaluate {
        /// A table with tabs: text, trades, types, danger, inscope, flags. Without a header every line is a text.
        #[arg(long)]
        file: std::path::PathBuf,
    },
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Reads the whole audit log and says whether every row is as it was written and none is missing.
    Verify(#[command(flatten)] Box<VerifyAudit>),
}

/// How the log is verified.
#[derive(Args)]
struct VerifyAudit {
    /// A row that the log must still have, as the daily message says how it ended: `17:k.…`.
    #[arg(long, value_name = "ROW")]
    expect: Option<Head>,
    /// The secret before this one, for rows that were sealed with it.
    #[arg(long, env = "CALLOUT_OLD_JWT_SECRET", hide_env_values = true)]
    old_secret: Option<SecretString>,
    #[command(flatten)]
    config: Config,
}

/// What is done about what is kept.
#[derive(Args)]
struct Retention {
    /// Says what would go, and changes nothing; `CALLOUT_RETENTION=on` then lets the server do it.
    #[arg(long, required = true)]
    dry_run: bool,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand)]
enum RefundsCommand {
    /// Restarts every refused refund; the running server then carries them out.
    Retry(#[command(flatten)] Box<Config>),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            let _ = writeln!(std::io::stderr(), "callout: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<(), String> {
    match command {
        Command::Serve(config) => runtime()?.block_on(serve(config)),
        Command::Migrate(config) => runtime()?.block_on(migrate(config)),
        Command::Copy { from, to } => runtime()?.block_on(copy(&from, &to)),
        Command::Refunds {
            command: RefundsCommand::Retry(config),
        } => runtime()?.block_on(retry_refunds(*config)),
        Command::Audit {
            command: AuditCommand::Verify(verify),
        } => runtime()?.block_on(verify_audit(*verify)),
        Command::Retention(retention) => runtime()?.block_on(say_what_would_go(retention.config)),
        Command::Admin { command } => runtime()?.block_on(command.run()),
        Command::Restore { command } => runtime()?.block_on(command.run()),
        Command::Price {
            command: Some(PriceCommand::Evaluate { file }),
            ..
        } => evaluate(&file),
        Command::Price { .. } => price().map_err(|error| error.to_string()),
        Command::Openapi => {
            let document = callout_api::router::openapi()
                .to_pretty_json()
                .map_err(|error| error.to_string())?;
            writeln!(std::io::stdout(), "{document}").map_err(|error| error.to_string())
        }
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Runtime::new().map_err(|error| error.to_string())
}

async fn serve(config: Config) -> Result<(), String> {
    telemetry::start_logs(config.log_format);
    raise_file_limit();
    let metrics = telemetry::start_metrics().map_err(|error| error.to_string())?;
    if let Some(address) = config.metrics_listen {
        let app = telemetry::metrics_app(metrics);
        let limits = ConnectionLimits::new(&config);
        tokio::spawn(callout::run(
            bind(address).await?,
            app,
            limits,
            std::future::pending(),
        ));
    }
    let listener = bind(config.listen).await?;
    let listen = listener.local_addr().map_err(|error| error.to_string())?;
    let state = Box::pin(callout::build_state(config, Clock::System)).await?;
    let limits = ConnectionLimits::new(&state.config);
    let app = callout::build_app(state.clone(), WebApp::embedded::<Dist>());
    announce(&state, listen);
    callout::free_abandoned_jobs(&state.db)
        .await
        .map_err(|error| error.to_string())?;
    let withdrawn = Box::pin(state.jobs.demo.leave_if_off()).await;
    withdrawn.map_err(|failure| failure.to_string())?;
    state
        .restore
        .begin()
        .await
        .map_err(|failure| failure.to_string())?;
    let worker = Worker::start(&state.jobs);
    callout::run(listener, app, limits, stop_signal()).await;
    worker.stop().await;
    state.db.close().await;
    tracing::info!("stopped");
    Ok(())
}

async fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    TcpListener::bind(address)
        .await
        .map_err(|error| format!("{address}: {error}"))
}

/// Logs what runs where.
fn announce(state: &AppState, listen: SocketAddr) {
    let payments = match state.config.payment_settings() {
        Ok(PaymentSettings::Stripe(_)) => "stripe",
        _ => "sandbox",
    };
    let database = if state.db.is_postgres() {
        "postgres"
    } else {
        "sqlite"
    };
    let metrics = state.config.metrics_listen.map(|address| address.to_string());
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        address = %format_args!("http://{listen}"),
        database,
        payments,
        metrics,
        "callout is ready"
    );
    if state.jobs.demo.is_on() {
        tracing::info!("demo: demo pros answer bookings and drive along; nobody is really coming");
    } else if state.config.demo.is_on {
        tracing::info!("demo: without demo pros");
    }
}

async fn migrate(config: Config) -> Result<(), String> {
    let db = callout_store::open(&config.database())
        .await
        .map_err(|error| error.to_string())?;
    let read = callout_booking::gas_work::read_open(&db, &Clock::System).await;
    db.close().await;
    let found = read.map_err(|error| error.to_string())?;
    if found > 0 {
        writeln!(
            std::io::stdout(),
            "{found} open bookings are work on gas: only Gas Safe engineers are asked from now on"
        )
        .map_err(|error| error.to_string())?;
    }
    Ok(())
}

async fn copy(from: &str, to: &str) -> Result<(), String> {
    let tables = callout_store::copy::copy(from, to).await?;
    let mut out = std::io::stdout().lock();
    let mut print = || {
        for (table, rows) in &tables {
            writeln!(out, "{rows:>10}  {table}")?;
        }
        let rows: i64 = tables.iter().map(|(_, rows)| rows).sum();
        writeln!(
            out,
            "Copied {rows} rows in {} tables. Two things are not in the database and must move, too:\n\
             - the secret: `jwt-secret` in the data folder, or CALLOUT_JWT_SECRET. Without it everybody is signed out and links that were \
             sent no longer work.\n\
             - the photos: `files` in the data folder, or what CALLOUT_FILES_URL names.",
            tables.len()
        )
    };
    print().map_err(|error| error.to_string())
}

async fn verify_audit(verify: VerifyAudit) -> Result<(), String> {
    let VerifyAudit {
        expect,
        old_secret,
        config,
    } = verify;
    let secret = callout::secret::load(&config)?;
    let secrets: Vec<Keys> = std::iter::once(secret)
        .chain(old_secret)
        .map(|secret| Keys::derive(&secret))
        .collect();
    let keys: Vec<&Key> = secrets.iter().map(|keys| &keys.audit).collect();
    let db = callout_store::open(&config.database())
        .await
        .map_err(|error| error.to_string())?;
    let verified = audit::verify(&db, &keys, expect.as_ref()).await;
    db.close().await;
    let head = verified?;
    writeln!(
        std::io::stdout(),
        "{} rows, all as they were written; it ends with {head}",
        head.seq
    )
    .map_err(|error| error.to_string())
}

async fn say_what_would_go(config: Config) -> Result<(), String> {
    let is_on = config.retention == Switch::On;
    let db = callout_store::open(&config.database())
        .await
        .map_err(|error| error.to_string())?;
    let waiting = what_would_go(&db).await;
    db.close().await;
    let mut lines: Vec<String> = waiting
        .map_err(|error| error.to_string())?
        .into_iter()
        .map(|(what, rows)| format!("{rows:>10}  {what}"))
        .collect();
    lines.push(if is_on {
        "Nothing was changed. It is on: they go, 500 bookings a minute.".to_owned()
    } else {
        "Nothing was changed. It is off: CALLOUT_RETENTION=on lets them go, 500 bookings a minute.".to_owned()
    });
    writeln!(std::io::stdout(), "{}", lines.join("\n")).map_err(|error| error.to_string())
}

async fn what_would_go(db: &Db) -> Result<Vec<(String, i64)>, StoreError> {
    kept::waiting(&mut db.read().await?, Clock::System.now()).await
}

async fn retry_refunds(config: Config) -> Result<(), String> {
    let state = Box::pin(callout::build_state(config, Clock::System)).await?;
    let retried = state
        .payments
        .retry_refused_refunds(By::command_line(&state.keys))
        .await;
    state.db.close().await;
    let Retried { begun, left } = retried.map_err(|error| error.to_string())?;
    let mut out = std::io::stdout();
    writeln!(out, "{begun} refused refunds begun again").map_err(|error| error.to_string())?;
    if left > 0 {
        let told = "cannot be retried: too little of the payment is left, or a bank is deciding about it";
        writeln!(out, "{left} {told}").map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn price() -> std::io::Result<()> {
    let book = pricing_core::book::PriceBook::builtin();
    let mut out = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        writeln!(out, "{}", pricing_core::json::answer(book, &line?))?;
    }
    out.flush()
}

fn evaluate(file: &std::path::Path) -> Result<(), String> {
    let table = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let figures = pricing_core::evaluation::evaluate(pricing_core::PriceBook::builtin(), &table)?;
    write!(std::io::stdout(), "{figures}").map_err(|error| error.to_string())
}

/// Resolves on Ctrl-C or a termination signal.
async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else {
            return;
        };
        tokio::select! { _ = interrupt => (), _ = terminate.recv() => () }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
