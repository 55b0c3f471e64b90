//! `callout admin waive`.

use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::operator::By;
use callout_domain::unpaid::Verdict;
use callout_money::debts::Decision;
use callout_store::unpaid_jobs::UnpaidJob;
use clap::Args;
use pricing_core::Pence;

use super::print;

/// Of which job the fee is waived.
#[derive(Args)]
pub struct WaiveFee {
    /// The booking; without it the cash jobs are listed that were not paid.
    #[arg(long, requires = "reason")]
    booking: Option<String>,
    /// Lets the fee stand instead.
    #[arg(long, requires = "booking")]
    uphold: bool,
    /// Why, for the pro to read.
    #[arg(long, requires = "booking")]
    reason: Option<String>,
    #[command(flatten)]
    config: Config,
}

impl WaiveFee {
    /// The booking and what is decided; none for a list.
    #[must_use]
    pub fn decision(&self) -> Option<(String, Decision)> {
        let verdict = if self.uphold {
            Verdict::Upheld
        } else {
            Verdict::Waived
        };
        let words = self.reason.clone()?;
        Some((self.booking.clone()?, Decision { verdict, words }))
    }
}

pub(super) async fn waive(command: WaiveFee) -> Result<(), String> {
    let decision = command.decision();
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let jobs = match decision {
        Some((id, decision)) => {
            let decided = Box::pin(state.debts.decide(&id, decision, By::command_line(&state.keys))).await;
            decided.map(|job| vec![job])
        }
        None => state.debts.to_decide().await,
    };
    state.db.close().await;
    for job in jobs.map_err(|failure| failure.detail)? {
        print(&line(&job))?;
    }
    Ok(())
}

/// `C-…  waived  £12.00  Nobody opened the door.`
fn line(job: &UnpaidJob) -> String {
    let verdict = job.verdict.map_or("open", Verdict::as_str);
    let text = job.text.as_deref().unwrap_or("(the pro did not ask)");
    format!(
        "{}  {verdict}  {}  {text}",
        job.booking_id,
        Pence(job.waived_pence)
    )
}
