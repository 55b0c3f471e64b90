//! `callout restore`: what there is to do after a backup was restored.

use std::io::Write as _;

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::operator::By;
use callout_domain::restore::Difference;
use callout_domain::time;
use clap::{Args, Subcommand};

/// What is done.
#[derive(Subcommand)]
pub enum RestoreCommand {
    /// Lists the payments, refunds, transfers and chargebacks that the payment provider has and the database does not know, or knows as
    /// something else; also while the server runs.
    Check(Box<Check>),
    /// Lets payouts go that wait after a restore; the running server sends them.
    LetGo(Box<LetGo>),
}

/// What is compared.
#[derive(Args)]
pub struct Check {
    /// From when, as in 2026-11-27T00:00:00Z; a day before the backup where it is not said.
    #[arg(long, value_parser = instant)]
    since: Option<i64>,
    #[command(flatten)]
    config: Config,
}

/// Why payouts are let go.
#[derive(Args)]
pub struct LetGo {
    /// What was found and put right; the audit log keeps it.
    #[arg(long)]
    reason: String,
    #[command(flatten)]
    config: Config,
}

/// An instant, Unix milliseconds, or a sentence that says how to write one.
fn instant(text: &str) -> Result<i64, String> {
    time::of_iso(text).ok_or_else(|| "use an instant like 2026-11-27T00:00:00Z".to_owned())
}

impl RestoreCommand {
    /// Does it.
    ///
    /// # Errors
    /// A sentence for whoever typed the command.
    pub async fn run(self) -> Result<(), String> {
        match self {
            Self::Check(command) => Box::pin(check(*command)).await,
            Self::LetGo(command) => Box::pin(let_go(*command)).await,
        }
    }
}

async fn check(command: Check) -> Result<(), String> {
    let since = command.since;
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let compared = state.restore.check(since).await;
    let held = state.restore.holds().await;
    state.db.close().await;
    let differences = compared.map_err(|failure| failure.to_string())?;
    let is_held = !held.map_err(|failure| failure.to_string())?.is_empty();
    for difference in &differences {
        print(&difference.to_string())?;
    }
    print(&summary(&differences, is_held))
}

fn summary(differences: &[Difference], is_held: bool) -> String {
    let unknown = differences.iter().filter(|one| one.here.is_none()).count();
    let differing = differences.len() - unknown;
    let held = if is_held {
        "payouts wait: put right what is listed, then `callout restore let-go --reason …`"
    } else {
        "payouts are not held"
    };
    format!("{unknown} unknown, {differing} different; {held}")
}

async fn let_go(command: LetGo) -> Result<(), String> {
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let let_go = state
        .restore
        .let_go(&command.reason, By::command_line(&state.keys))
        .await;
    state.db.close().await;
    let_go.map_err(|failure| failure.detail)?;
    print("Payouts are sent again.")
}

fn print(line: &str) -> Result<(), String> {
    writeln!(std::io::stdout(), "{line}").map_err(|error| error.to_string())
}
