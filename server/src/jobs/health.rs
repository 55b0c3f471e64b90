//! Whether the worker still looks for jobs: without one, payments and messages would wait while everything else seems well.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::clock::{Millis, SECOND};
use crate::domain::work::Pool;

/// A worker that has not looked for jobs for this long has stopped; it looks once a second.
const RECENT: Millis = 30 * SECOND;

/// When each pool last looked for jobs; cloning it is cheap.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<Mutex<HashMap<Pool, Millis>>>);

impl Health {
    /// A pool has looked for jobs, and the database has answered.
    pub(super) fn looked(&self, pool: Pool, now: Millis) {
        self.looks().insert(pool, now);
    }

    /// False when a worker was started in this process and has stopped looking for the jobs of a pool.
    #[must_use]
    pub fn is_well(&self, now: Millis) -> bool {
        self.looks().values().all(|last| now - last <= RECENT)
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<Pool, Millis>> {
        // Whole entries, whoever panicked.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
