//! `callout admin clean-emails`: emails that were stored before all of them were cleaned at the door.

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use clap::Args;

use super::print;

/// Where they are.
#[derive(Args)]
pub struct CleanEmails {
    #[command(flatten)]
    config: Config,
}

pub(super) async fn clean(command: CleanEmails) -> Result<(), String> {
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let done = state.accounts.clean_emails().await;
    state.db.close().await;
    let done = done.map_err(|failure| failure.detail)?;
    print(&format!("cleaned {}, left {}", done.cleaned, done.left.len()))?;
    done.left.iter().try_for_each(|line| print(line))
}
