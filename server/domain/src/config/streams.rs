//! How many event streams may be open at once.

use clap::Args;

/// How many event streams may be open at once.
#[derive(Args, Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamCaps {
    /// Event streams that may be open at once in all.
    #[arg(long = "streams", env = "CALLOUT_STREAMS", default_value_t = 20_000)]
    pub total: usize,
    /// Event streams that one person may have open at once.
    #[arg(long = "streams-person", env = "CALLOUT_STREAMS_PERSON", default_value_t = 6)]
    pub person: usize,
    /// Event streams that one network address may have open at once.
    #[arg(
        long = "streams-address",
        env = "CALLOUT_STREAMS_ADDRESS",
        default_value_t = 100
    )]
    pub address: usize,
}
