//! How long what a pro earned by card stays in clearing.

use clap::Args;

/// How long earnings clear.
#[derive(Args, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClearingSettings {
    /// Hours after a job after which what it earned by card is available to its pro.
    #[arg(long, env = "CALLOUT_CLEARING_HOURS", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=720))]
    pub clearing_hours: u32,
    /// The same for a pro's first jobs, large ones, and those begun without the start code.
    #[arg(long, env = "CALLOUT_CLEARING_FIRST_HOURS", default_value_t = 72, value_parser = clap::value_parser!(u32).range(0..=720))]
    pub clearing_first_hours: u32,
}

impl Default for ClearingSettings {
    fn default() -> Self {
        Self {
            clearing_hours: 24,
            clearing_first_hours: 72,
        }
    }
}
