//! `callout admin waive`.

use callout::clock::Clock;
use callout::config::Config;
use callout::debts::Decision;
use callout::domain::operator::By;
use callout::domain::unpaid::Verdict;
use callout::store::unpaid_jobs::UnpaidJob;
use clap::Args;
use pricing_core::Pence;

use super::print;

#[derive(Args)]
pub(crate) struct WaiveFee {
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
    fn decision(&self) -> Option<(String, Decision)> {
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
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let jobs = match decision {
        Some((id, decision)) => {
            let decided = Box::pin(state.debts.decide(&id, decision, By::command_line())).await;
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
    let verdict = job.verdict.as_deref().unwrap_or("open");
    let text = job.text.as_deref().unwrap_or("(the pro did not ask)");
    format!(
        "{}  {verdict}  {}  {text}",
        job.booking_id,
        Pence(job.waived_pence)
    )
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        command: WaiveFee,
    }

    fn decision(arguments: &[&str]) -> Option<Option<(String, Verdict)>> {
        let cli = Cli::try_parse_from(["waive"].iter().chain(arguments)).ok()?;
        Some(
            cli.command
                .decision()
                .map(|(id, decision)| (id, decision.verdict)),
        )
    }

    #[test]
    fn a_decision_names_the_job_and_why() {
        assert_eq!(decision(&[]), Some(None));
        let waived = ["--booking", "C-1", "--reason", "Nobody opened."];
        assert_eq!(decision(&waived), Some(Some(("C-1".to_owned(), Verdict::Waived))));
        let upheld = ["--booking", "C-1", "--uphold", "--reason", "The client has paid."];
        assert_eq!(decision(&upheld), Some(Some(("C-1".to_owned(), Verdict::Upheld))));
        for wrong in [&["--booking", "C-1"][..], &["--uphold"], &["--reason", "x"]] {
            assert_eq!(decision(wrong), None, "{wrong:?}");
        }
    }
}
