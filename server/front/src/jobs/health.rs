//! Whether the worker still polls for jobs: if it stops, payments and messages wait while everything else seems well.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use callout_domain::clock::{Millis, SECOND};
use callout_domain::work::Pool;

/// A worker that has not polled for jobs for this long has stopped; it polls once a second.
const RECENT: Millis = 30 * SECOND;

/// When each pool last polled for jobs; cloning it is cheap.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<Mutex<HashMap<Pool, Millis>>>);

impl Health {
    /// Records that a pool has polled for jobs and the database has answered.
    pub(super) fn looked(&self, pool: Pool, now: Millis) {
        self.looks().insert(pool, now);
    }

    /// False when a worker was started in this process and has stopped polling for one of the pools.
    #[must_use]
    pub fn is_well(&self, now: Millis) -> bool {
        self.looks().values().all(|last| now - last <= RECENT)
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<Pool, Millis>> {
        // A panic elsewhere leaves no entry half written, so a poisoned lock is still sound.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
