//! `callout admin stop`.

use callout::bookings::Stop;
use callout::clock::Clock;
use callout::config::Config;
use callout::domain::booking::Booking;
use callout::domain::operator::By;
use clap::Args;
use pricing_core::BasisPoints;

use super::print;

#[derive(Args)]
pub(crate) struct StopJob {
    /// The booking; without it the jobs are listed whose clients ask to stop them.
    #[arg(long, requires_all = ["percent", "reason"])]
    booking: Option<String>,
    /// What the client pays of the price, 0 to 100; 0 for a job in cash.
    #[arg(long, requires = "booking", value_parser = clap::value_parser!(u32).range(0..=100))]
    percent: Option<u32>,
    /// Why, for both sides to read.
    #[arg(long, requires = "booking")]
    reason: Option<String>,
    #[command(flatten)]
    config: Config,
}

impl StopJob {
    /// The booking and what is decided; none for a list.
    fn decision(&self) -> Option<(String, Stop)> {
        let stop = Stop {
            price: None,
            share: BasisPoints(self.percent? * 100),
            words: self.reason.clone()?,
        };
        Some((self.booking.clone()?, stop))
    }
}

pub(super) async fn stop(command: StopJob) -> Result<(), String> {
    let decision = command.decision();
    let state = Box::pin(callout::build_state(command.config, Clock::System)).await?;
    let jobs = match decision {
        Some((id, stop)) => {
            let stopped = Box::pin(state.bookings.stop(id, stop, By::command_line())).await;
            stopped.map(|booking| vec![booking])
        }
        None => state.bookings.to_stop().await,
    };
    state.db.close().await;
    for booking in jobs.map_err(|failure| failure.detail)? {
        print(&line(&booking))?;
    }
    Ok(())
}

/// `C-…  in_progress  The wrong tap is being fitted.`
fn line(booking: &Booking) -> String {
    let text = booking.stop_text.as_deref().unwrap_or("(the client did not ask)");
    format!("{}  {}  {text}", booking.id, booking.status)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        command: StopJob,
    }

    fn decision(arguments: &[&str]) -> Option<Option<(String, u32)>> {
        let cli = Cli::try_parse_from(["stop"].iter().chain(arguments)).ok()?;
        Some(cli.command.decision().map(|(id, stop)| (id, stop.share.0)))
    }

    #[test]
    fn a_decision_names_the_job_the_share_and_why() {
        assert_eq!(decision(&[]), Some(None));
        let whole = ["--booking", "C-1", "--percent", "40", "--reason", "Half done."];
        assert_eq!(decision(&whole), Some(Some(("C-1".to_owned(), 4_000))));
        for wrong in [
            &["--booking", "C-1"][..],
            &["--booking", "C-1", "--percent", "40"],
            &["--percent", "40", "--reason", "x"],
            &["--booking", "C-1", "--percent", "101", "--reason", "x"],
        ] {
            assert_eq!(decision(wrong), None, "{wrong:?}");
        }
    }
}
