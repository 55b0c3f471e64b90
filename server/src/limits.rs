//! Rate limits of decisions.md section 9: how often one caller may do a thing. Kept in memory, a window each.

use std::time::Duration;

use moka::sync::Cache;
use std::sync::Arc;
use std::sync::Mutex;

use crate::clock::{HOUR, MINUTE, Millis};
use crate::error::ApiError;

/// One limit: `most` calls in `window` milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    /// Names the limit in the counters.
    pub name: &'static str,
    /// How many calls.
    pub most: u32,
    /// In how long, milliseconds.
    pub window: Millis,
}

/// New guests from one address.
pub const ENSURE_GUEST: Limit = Limit {
    name: "ensure_guest",
    most: 10,
    window: HOUR,
};
/// Quotes from one address.
pub const QUOTES: Limit = Limit {
    name: "quotes",
    most: 60,
    window: MINUTE,
};
/// Uploads from one address.
pub const UPLOADS: Limit = Limit {
    name: "uploads",
    most: 10,
    window: HOUR,
};

type Window = Arc<Mutex<(Millis, u32)>>;

/// The counters; switched off for load tests.
pub struct Limits {
    on: bool,
    windows: Cache<(&'static str, String), Window>,
}

impl Limits {
    /// Counters, or none when `on` is false.
    #[must_use]
    pub fn new(on: bool) -> Self {
        let windows = Cache::builder()
            .max_capacity(100_000)
            .time_to_idle(Duration::from_secs(3_600))
            .build();
        Self { on, windows }
    }

    /// True unless every limit is lifted.
    #[must_use]
    pub fn are_on(&self) -> bool {
        self.on
    }

    /// Counts one call of `who` at `now`.
    ///
    /// # Errors
    /// 429 with the seconds until the window ends.
    pub fn count(&self, limit: Limit, who: &str, now: Millis) -> Result<(), ApiError> {
        if !self.on {
            return Ok(());
        }
        let window = self
            .windows
            .get_with((limit.name, who.to_owned()), || Arc::new(Mutex::new((now, 0))));
        let mut window = window.lock().map_err(ApiError::internal)?;
        if now - window.0 >= limit.window {
            *window = (now, 0);
        }
        if window.1 >= limit.most {
            let left = window.0 + limit.window - now;
            return Err(ApiError::too_many(
                u64::try_from(left.div_euclid(1_000) + 1).unwrap_or(1),
            ));
        }
        window.1 += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_a_window_and_starts_anew() {
        let limits = Limits::new(true);
        let limit = Limit {
            name: "test",
            most: 2,
            window: MINUTE,
        };
        assert!(limits.count(limit, "a", 0).is_ok());
        assert!(limits.count(limit, "a", 1_000).is_ok());
        let refused = limits.count(limit, "a", 2_000).unwrap_err();
        assert_eq!(refused.retry_after, Some(59));
        assert!(limits.count(limit, "b", 2_000).is_ok());
        assert!(limits.count(limit, "a", MINUTE).is_ok());
    }
}
