//! Parses the command line and calls the library.

use std::io::{BufRead as _, BufWriter, Write as _};
use std::process::ExitCode;

use callout::clock::Clock;
use callout::config::Config;
use clap::{Parser, Subcommand};
use tokio::net::TcpListener;

/// Callout: on-demand home repairs.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
#[expect(clippy::large_enum_variant, reason = "parsed once at the start")]
enum Command {
    /// Serves the API and the web app.
    Serve(#[command(flatten)] Config),
    /// Brings the database up to date and stops.
    Migrate(#[command(flatten)] Config),
    /// Reads pricing requests on stdin, a line each, and prints the native results.
    Price {
        /// JSON lines, the same as the wasm module takes and gives.
        #[arg(long, required = true)]
        json: bool,
    },
    /// Prints the OpenAPI document.
    Openapi,
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
        Command::Price { .. } => price().map_err(|error| error.to_string()),
        Command::Openapi => {
            let document = callout::router::openapi().to_pretty_json().map_err(|error| error.to_string())?;
            writeln!(std::io::stdout(), "{document}").map_err(|error| error.to_string())
        }
    }
}

fn runtime() -> Result<tokio::runtime::Runtime, String> {
    tokio::runtime::Runtime::new().map_err(|error| error.to_string())
}

async fn serve(config: Config) -> Result<(), String> {
    let listen = config.listen;
    let state = callout::build_state(config, Clock::System).await?;
    let listener = TcpListener::bind(listen).await.map_err(|error| format!("{listen}: {error}"))?;
    tracing::info!("listening on http://{listen}");
    callout::run(listener, callout::build_app(state.clone()), stop_signal())
        .await
        .map_err(|error| error.to_string())?;
    state.db.close().await;
    Ok(())
}

async fn migrate(config: Config) -> Result<(), String> {
    let db = callout::store::Db::open(&config.database()).await.map_err(|error| error.to_string())?;
    db.close().await;
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

/// Resolves on Ctrl-C or a termination signal.
async fn stop_signal() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(signal) => signal,
            Err(_) => return,
        };
        tokio::select! { _ = interrupt => (), _ = terminate.recv() => () }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
