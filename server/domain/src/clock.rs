//! The one place that asks the machine for the time and for randomness; everything else is given them as arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::tz::TimeZone;

/// An instant in Unix milliseconds (UTC).
pub type Millis = i64;

/// One second in milliseconds.
pub const SECOND: Millis = 1_000;
/// One minute in milliseconds.
pub const MINUTE: Millis = 60 * SECOND;
/// One hour in milliseconds.
pub const HOUR: Millis = 60 * MINUTE;
/// One day of 24 hours in milliseconds.
pub const DAY: Millis = 24 * HOUR;

/// Where the time comes from: the machine, or a test that sets it.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The machine's clock.
    System,
    /// A clock that stands still until a test moves it (Unix milliseconds).
    Manual(Arc<AtomicI64>),
}

impl Clock {
    /// A clock that stands still at `now` (Unix milliseconds) until it is moved.
    #[must_use]
    pub fn manual(now: Millis) -> Self {
        Self::Manual(Arc::new(AtomicI64::new(now)))
    }

    /// The time now in Unix milliseconds.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that reads the machine's clock"
    )]
    pub fn now(&self) -> Millis {
        match self {
            Self::System => jiff::Timestamp::now().as_millisecond(),
            Self::Manual(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a manual clock forward by `by` milliseconds; the system clock cannot be moved.
    pub fn advance(&self, by: Millis) {
        if let Self::Manual(now) = self {
            now.fetch_add(by, Ordering::SeqCst);
        }
    }
}

/// Fills an array with random bytes from the operating system.
///
/// # Errors
/// When the operating system has no randomness to offer.
pub fn random_bytes<const N: usize>() -> Result<[u8; N], getrandom::Error> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes)
}

/// Europe/London, from the time-zone data compiled into the binary.
#[must_use]
pub fn london() -> TimeZone {
    TimeZone::get("Europe/London").unwrap_or(TimeZone::UTC)
}
