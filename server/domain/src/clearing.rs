//! How long what a pro earned by card stays in clearing.

use pricing_core::Pence;

use crate::clock::Millis;
use crate::config::clearing::ClearingSettings;
use crate::config::matching::hours;

/// How many of a pro's jobs count as first ones.
pub const FIRST_JOBS: i64 = 5;

/// Above this a job is a large one.
const LARGE: Pence = Pence(50_000);

/// How long earnings stay in clearing, milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Waits {
    /// Usually: 24 hours.
    usual: Millis,
    /// For first jobs, large ones, and those begun without the client's code: 72 hours.
    careful: Millis,
}

impl From<ClearingSettings> for Waits {
    fn from(settings: ClearingSettings) -> Self {
        Self {
            usual: hours(settings.clearing_hours),
            careful: hours(settings.clearing_first_hours),
        }
    }
}

impl Waits {
    /// How long after its end what a job earned stays in clearing, milliseconds. `price` is that before a coupon; `number`
    /// counts the pro's jobs, this one included; `without_code` is whether it began without the client's code.
    #[must_use]
    pub fn after(self, price: Pence, number: i64, without_code: bool) -> Millis {
        if number <= FIRST_JOBS || price > LARGE || without_code {
            self.careful
        } else {
            self.usual
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_jobs_large_ones_and_those_without_code_wait_longer() {
        let waits = Waits::from(ClearingSettings::default());
        let (usual, careful) = (hours(24), hours(72));
        assert_eq!(waits.after(Pence(9_750), 5, false), careful);
        assert_eq!(waits.after(Pence(9_750), 6, false), usual);
        assert_eq!(waits.after(Pence(9_750), 6, true), careful);
        assert_eq!(waits.after(Pence(50_000), 6, false), usual);
        assert_eq!(waits.after(Pence(50_001), 100, false), careful);
    }
}
