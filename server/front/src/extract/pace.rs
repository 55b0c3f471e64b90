//! The least rate at which a file may arrive. Whoever sends one holds a permit meanwhile, and must not hold it for almost nothing.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use callout_domain::failure::Fallible;
use tokio::time::{Instant, sleep_until};

use super::took_too_long;

/// How much must arrive.
#[derive(Debug, Clone, Copy)]
pub struct Rate {
    /// In each stretch of this length,
    pub stretch: Duration,
    /// this many bytes.
    pub least: usize,
}

/// The rate of files: a fiftieth of what brings a photo of 10 MB in the time that there is.
pub const FILES: Rate = Rate {
    stretch: Duration::from_secs(10),
    least: 32 * 1024,
};

/// How a file arrives.
#[derive(Debug)]
pub struct Pace {
    rate: Rate,
    /// When the present stretch ends.
    until: Instant,
    /// What has arrived in it.
    bytes: usize,
}

impl Pace {
    /// A file whose first bytes are here.
    #[must_use]
    pub fn new(rate: Rate) -> Self {
        Self {
            rate,
            until: Instant::now() + rate.stretch,
            bytes: 0,
        }
    }

    /// So many bytes have arrived.
    pub fn count(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// Waits for what arrives next.
    ///
    /// # Errors
    /// 408 `timeout` when too little arrives meanwhile.
    pub async fn wait<T>(&mut self, next: impl Future<Output = T>) -> Fallible<T> {
        let mut next = pin!(next);
        loop {
            tokio::select! {
                biased;
                next = &mut next => return Ok(next),
                () = sleep_until(self.until) => {
                    if self.bytes < self.rate.least {
                        return Err(took_too_long());
                    }
                    *self = Self::new(self.rate);
                }
            }
        }
    }
}
