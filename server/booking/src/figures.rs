//! Figures that anybody may know: what the landing page says of us, counted and never invented.

use std::sync::Arc;

use tokio::sync::Mutex;

use callout_domain::clock::{Clock, MINUTE, Millis};
use callout_domain::failure::Fallible;
use callout_store::{Db, bookings};

/// How old a figure may be.
const AGE: Millis = 5 * MINUTE;

/// Counts; cloning it is cheap.
#[derive(Clone)]
pub struct Figures {
    db: Db,
    clock: Clock,
    /// The last count and when it was made. Held while counting, so that a crowd of visitors counts once.
    completed: Arc<Mutex<Option<(i64, Millis)>>>,
}

impl Figures {
    /// The figures of this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            completed: Arc::default(),
        }
    }

    /// How many bookings were completed.
    pub async fn bookings_completed(&self) -> Fallible<i64> {
        let now = self.clock.now();
        let mut known = self.completed.lock().await;
        if let Some((count, at)) = *known
            && (0..AGE).contains(&(now - at))
        {
            return Ok(count);
        }
        let count = bookings::completed(&mut self.db.read().await?).await?;
        *known = Some((count, now));
        Ok(count)
    }
}
