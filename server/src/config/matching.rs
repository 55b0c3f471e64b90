//! The numbers of matching that an operator may set; the others are in `domain/matching/rules.rs`.

use clap::Args;

use crate::clock::{MINUTE, Millis, SECOND};

/// How matching asks pros.
#[derive(Args, Clone, Debug)]
pub struct MatchingSettings {
    /// Seconds that an offer to a pro lives.
    #[arg(long, env = "CALLOUT_OFFER_SECONDS", default_value_t = 30)]
    pub offer_seconds: u32,
    /// Minutes that the money of a booking without a pro is kept, so that it can be tried again without paying again.
    #[arg(long, env = "CALLOUT_NO_RESPONSE_HOLD", default_value_t = 15)]
    pub no_response_hold: u32,
}

impl MatchingSettings {
    /// How long an offer lives, milliseconds.
    #[must_use]
    pub fn offer_life(&self) -> Millis {
        Millis::from(self.offer_seconds) * SECOND
    }

    /// How long the money of a booking without a pro is kept, milliseconds.
    #[must_use]
    pub fn hold(&self) -> Millis {
        Millis::from(self.no_response_hold) * MINUTE
    }
}
