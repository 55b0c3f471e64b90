//! `callout admin stop`.

use callout_booking::bookings::Stop;
use callout_domain::booking::Booking;
use callout_domain::clock::Clock;
use callout_domain::config::Config;
use callout_domain::operator::By;
use clap::Args;
use pricing_core::BasisPoints;

use super::print;

/// Which job is stopped, and what is paid.
#[derive(Args)]
pub struct StopJob {
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
    #[must_use]
    pub fn decision(&self) -> Option<(String, Stop)> {
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
    let state = Box::pin(crate::build_state(command.config, Clock::System)).await?;
    let jobs = match decision {
        Some((id, stop)) => {
            let stopped = Box::pin(state.bookings.stop(id, stop, By::command_line(&state.keys))).await;
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
