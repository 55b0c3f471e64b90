//! `callout admin create` and `callout admin reset-totp`: the first operator, and the way back in for one who has lost everything.

use std::io::Read as _;

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::operator::{By, OperatorRole};
use clap::Args;
use secrecy::SecretString;

use super::print;

/// The reason that the audit log keeps of what is done here.
const REASON: &str = "On the command line.";

/// Who becomes an operator.
#[derive(Args)]
pub struct CreateOperator {
    /// The operator's email. The first password is read from the standard input.
    #[arg(long)]
    email: String,
    /// What they may do: admin or super_admin.
    #[arg(long, value_parser = role)]
    pub role: OperatorRole,
    #[command(flatten)]
    config: Config,
}

/// Who sets up a new second factor.
#[derive(Args)]
pub struct ResetTotp {
    /// The operator's email.
    #[arg(long)]
    email: String,
    #[command(flatten)]
    config: Config,
}

fn role(name: &str) -> Result<OperatorRole, String> {
    OperatorRole::parse(name).ok_or_else(|| "use admin or super_admin".to_owned())
}

pub(super) async fn create(command: CreateOperator) -> Result<(), String> {
    let mut password = String::new();
    std::io::stdin()
        .read_to_string(&mut password)
        .map_err(|error| error.to_string())?;
    let password = SecretString::from(password.trim_end_matches(['\r', '\n']));
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let made = state
        .operators
        .create(
            &command.email,
            command.role,
            password,
            REASON,
            By::command_line(&state.keys),
        )
        .await;
    state.db.close().await;
    let address = state.config.base_url().map_err(|error| error.to_string())?;
    let made = made.map_err(|failure| failure.errors.into_values().next().unwrap_or(failure.detail))?;
    let role = made.role.label().to_lowercase();
    print(&format!(
        "{} is {role}. Sign in at {address}admin: the second factor is set up there.",
        made.email
    ))
}

pub(super) async fn reset_totp(command: ResetTotp) -> Result<(), String> {
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let reset = state
        .operators
        .reset_factor(&command.email, REASON, By::command_line(&state.keys))
        .await;
    state.db.close().await;
    reset.map_err(|failure| failure.detail)?;
    print("They set up a new second factor at the next sign-in.")
}
