//! How long what a pro earned by card stays in clearing.

use pricing_core::Pence;

use crate::clock::{DAY, Millis};

/// How long it is usually, milliseconds.
const USUAL: Millis = DAY;

/// How long it is for first jobs and large ones, milliseconds.
const CAREFUL: Millis = 3 * DAY;

/// How many of a pro's jobs count as first ones.
pub const FIRST_JOBS: i64 = 5;

/// Above this a job is a large one.
const LARGE: Pence = Pence(50_000);

/// How long after its end what a job earned stays in clearing, milliseconds. `price` is that before a coupon; `number`
/// counts the pro's jobs, this one included.
#[must_use]
pub fn wait(price: Pence, number: i64) -> Millis {
    if number <= FIRST_JOBS || price > LARGE {
        CAREFUL
    } else {
        USUAL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_jobs_and_large_ones_wait_longer() {
        assert_eq!(wait(Pence(9_750), 5), CAREFUL);
        assert_eq!(wait(Pence(9_750), 6), USUAL);
        assert_eq!(wait(Pence(50_000), 6), USUAL);
        assert_eq!(wait(Pence(50_001), 100), CAREFUL);
    }
}
