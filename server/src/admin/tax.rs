//! `callout admin tax`.

use std::sync::Arc;

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::keys::Keys;
use callout_domain::operator::By;
use callout_domain::statement::NoMonth;
use callout_domain::tax::Quarter;
use callout_money::tax;
use clap::Args;
use secrecy::SecretString;

use super::print;

/// Of which quarter is told.
#[derive(Args)]
pub struct ReportTax {
    /// The quarter, as in 2026-Q4.
    #[arg(long, value_parser = quarter)]
    quarter: Quarter,
    /// Also has the running server send every pro a copy of what is reported of them, once.
    #[arg(long)]
    send_copies: bool,
    #[command(flatten)]
    config: Config,
}

/// Which secret was before.
#[derive(Args)]
pub struct ResealTax {
    /// The secret before this one.
    #[arg(long, env = "CALLOUT_OLD_JWT_SECRET", hide_env_values = true)]
    old_secret: SecretString,
    #[command(flatten)]
    config: Config,
}

pub(super) async fn reseal(command: ResealTax) -> Result<(), String> {
    let old = Arc::new(Keys::derive(&command.old_secret));
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let details = state.tax.reseal(Arc::clone(&old)).await;
    let receipts = state.receipts.reseal(Arc::clone(&old)).await;
    let factors = state.operators.reseal(old).await;
    state.db.close().await;
    let details = details.map_err(|failure| failure.detail)?;
    let receipts = receipts.map_err(|failure| failure.detail)?;
    let factors = factors.map_err(|failure| failure.detail)?;
    print(&format!(
        "resealed: tax details of {details} pros, {receipts} receipts, second factors of {factors} operators"
    ))
}

/// A quarter, or a sentence that says how to write one.
fn quarter(text: &str) -> Result<Quarter, String> {
    text.parse()
        .map_err(|NoMonth| "use a quarter like 2026-Q4".to_owned())
}

pub(super) async fn report(command: ReportTax) -> Result<(), String> {
    let (quarter, send_copies) = (command.quarter, command.send_copies);
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let report = state
        .tax
        .report(quarter, send_copies, By::command_line(&state.keys))
        .await;
    let report = report.map_err(|failure| failure.detail)?;
    state.db.close().await;
    let file = tax::csv(&report).map_err(|failure| failure.to_string())?;
    print(String::from_utf8_lossy(&file).trim_end())
}
