//! Rate limits; their numbers are settings. How often one caller may do a thing is counted here, in memory,
//! a window each; what a caller may have open is counted in the database, by whoever adds to it.

pub use crate::config::LimitSettings;

use crate::domain::failure::Failure;
use std::time::Duration;

use moka::sync::Cache;
use std::sync::Arc;
use std::sync::Mutex;

use crate::clock::{HOUR, MINUTE, Millis};

/// One limit: `most` calls in `window` milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Names the limit in the counters.
    pub name: &'static str,
    /// How many calls.
    pub most: fn(&LimitSettings) -> u32,
    /// In how long, milliseconds.
    pub window: Millis,
}

/// New guests from one address.
pub const ENSURE_GUEST: Limit = Limit {
    name: "ensure_guest",
    most: |settings| settings.ensure_guest,
    window: HOUR,
};
/// Quotes from one address.
pub const QUOTES: Limit = Limit {
    name: "quotes",
    most: |settings| settings.quotes,
    window: MINUTE,
};
/// Uploads from one address.
pub const UPLOADS: Limit = Limit {
    name: "uploads",
    most: |settings| settings.uploads,
    window: HOUR,
};

/// One-time codes for one identifier from one address.
pub const CODES_PAIR: Limit = Limit {
    name: "codes_pair",
    most: |settings| settings.codes_pair,
    window: HOUR,
};
/// One-time codes for one identifier.
pub const CODES_IDENTIFIER: Limit = Limit {
    name: "codes_identifier",
    most: |settings| settings.codes_identifier,
    window: HOUR,
};
/// One-time codes for one address.
pub const CODES_ADDRESS: Limit = Limit {
    name: "codes_address",
    most: |settings| settings.codes_address,
    window: HOUR,
};
/// Passwords tried for one identifier.
pub const LOGINS_IDENTIFIER: Limit = Limit {
    name: "logins_identifier",
    most: |settings| settings.logins_identifier,
    window: 15 * MINUTE,
};
/// Passwords tried or registered from one address.
pub const LOGINS_ADDRESS: Limit = Limit {
    name: "logins_address",
    most: |settings| settings.logins_address,
    window: 15 * MINUTE,
};
/// Answers to one address that tell whether there is an account.
pub const WHO_IS_KNOWN: Limit = Limit {
    name: "who_is_known",
    most: |settings| settings.who_is_known,
    window: HOUR,
};
/// Tickets from one address: a page that reconnects every two seconds takes 30 a minute.
pub const TICKETS: Limit = Limit {
    name: "tickets",
    most: |settings| settings.tickets,
    window: MINUTE,
};

type Window = Arc<Mutex<(Millis, u32)>>;

/// The counters; switched off for load tests.
pub struct Limits {
    settings: Option<LimitSettings>,
    windows: Cache<(&'static str, String), Window>,
}

impl Limits {
    /// Counters; without settings every limit is lifted.
    #[must_use]
    pub fn new(settings: Option<LimitSettings>) -> Self {
        let windows = Cache::builder()
            .max_capacity(100_000)
            .time_to_idle(Duration::from_secs(3_600))
            .build();
        Self { settings, windows }
    }

    /// The numbers, unless every limit is lifted.
    #[must_use]
    pub fn settings(&self) -> Option<LimitSettings> {
        self.settings
    }

    /// Counts one call of `who` at `now`.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count(&self, limit: Limit, who: &str, now: Millis) -> Result<(), Failure> {
        self.add(limit, who, now, 1)
    }

    /// Refuses where [`Limits::count`] would, and counts nothing.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn check(&self, limit: Limit, who: &str, now: Millis) -> Result<(), Failure> {
        self.add(limit, who, now, 0)
    }

    fn add(&self, limit: Limit, who: &str, now: Millis, calls: u32) -> Result<(), Failure> {
        let Some(settings) = &self.settings else {
            return Ok(());
        };
        let window = self
            .windows
            .get_with((limit.name, who.to_owned()), || Arc::new(Mutex::new((now, 0))));
        let mut window = window.lock().map_err(Failure::internal)?;
        if now - window.0 >= limit.window {
            *window = (now, 0);
        }
        if window.1 >= (limit.most)(settings) {
            let left = window.0 + limit.window - now;
            return Err(Failure::too_many(
                u64::try_from(left.div_euclid(1_000) + 1).unwrap_or(1),
            ));
        }
        window.1 += calls;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        limits: LimitSettings,
    }

    fn settings() -> LimitSettings {
        Line::parse_from(["test", "--limit-open-phone", "2"]).limits
    }

    #[test]
    fn counts_a_window_and_starts_anew() {
        let limits = Limits::new(Some(settings()));
        let limit = Limit {
            name: "test",
            most: |settings| settings.open_phone,
            window: MINUTE,
        };
        assert!(limits.count(limit, "a", 0).is_ok());
        assert!(limits.count(limit, "a", 1_000).is_ok());
        let refused = limits.count(limit, "a", 2_000).unwrap_err();
        assert_eq!(refused.retry_after, Some(59));
        assert!(limits.check(limit, "a", 2_000).is_err());
        for _ in 0..3 {
            assert!(limits.check(limit, "b", 2_000).is_ok());
        }
        assert!(limits.count(limit, "b", 2_000).is_ok());
        assert!(limits.count(limit, "a", MINUTE).is_ok());
    }
}
