//! Durable jobs: timers and work that must happen, kept in the database. A job is enqueued in the transaction
//! that calls for it and repeated until it succeeds or is given up, so every kind of work must be safe to repeat.
//!
//! Each kind belongs to a pool, and each pool runs a few jobs at once, independently of the others: a payment provider that
//! hangs delays no email, and a mail server that hangs delays no payment.

mod attempt;
pub mod health;
pub mod housekeeping;
mod waker;
mod worker;

use std::time::Duration;

use futures_util::future::join_all;

use crate::work::Services;
use callout_base::sessions::Sessions;
use callout_domain::clock::{Clock, Millis, SECOND};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::work::Pool;
use callout_people::demo::Demo;
use callout_people::documents::Documents;
use callout_people::photos::Photos;
use callout_store::Db;
use callout_store::jobs;

use attempt::Ended;
pub use attempt::MOST_ATTEMPTS;
pub use health::Health;
pub use waker::Waker;
pub use worker::Worker;

/// How long the lease of a dead worker keeps its jobs from the others.
#[derive(Debug, Clone, Copy)]
pub struct Lease {
    /// How long it lasts, milliseconds.
    pub life: Millis,
    /// How often it is renewed while the job runs.
    pub renewed_every: Duration,
}

impl Lease {
    /// The lease of a pool's jobs: short where people wait for another server to take over.
    #[must_use]
    pub const fn of(pool: Pool) -> Self {
        match pool {
            Pool::Matching => Self {
                life: 8 * SECOND,
                renewed_every: Duration::from_secs(3),
            },
            Pool::Money | Pool::Messages | Pool::Pushes => Self {
                life: 30 * SECOND,
                renewed_every: Duration::from_secs(10),
            },
        }
    }
}

/// The queue, and what is needed to run its jobs; cloning it is cheap.
#[derive(Clone)]
pub struct Jobs {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Clock,
    /// The services that do the work.
    pub services: Services,
    /// The photos, which housekeeping tidies up.
    pub photos: Photos,
    /// The papers of pros, of which it deletes the rejected ones, and their files.
    pub documents: Documents,
    /// The demo pros.
    pub demo: Demo,
    /// The sessions, which may end on another server.
    pub sessions: Sessions,
    /// Wakes the worker when a job has been enqueued for now.
    pub waker: Waker,
    /// Whether the worker of this process is alive.
    pub health: Health,
    /// How long a job of each pool is leased for.
    pub lease: fn(Pool) -> Lease,
    /// How often the safety sweep and the tidying run.
    pub housekeeping: Duration,
}

/// How many jobs of a pool this process runs at once.
#[must_use]
pub const fn at_once(pool: Pool) -> usize {
    match pool {
        Pool::Matching => 64,
        Pool::Money => 32,
        Pool::Messages | Pool::Pushes => 16,
    }
}

/// Runs every job that is due by the clock, and those that these enqueue for now, until none is left: what the worker does,
/// without waiting. Returns the number of jobs started. A failed job is put off and so not started again here.
pub async fn run_due(jobs: &Jobs) -> Fallible<usize> {
    Box::pin(jobs.services.matching.look()).await?;
    Box::pin(jobs.demo.look()).await?;
    let (mut begun, mut ended) = (0, Vec::new());
    loop {
        let mut leased = Vec::new();
        for pool in Pool::ALL.iter().copied() {
            leased.extend(jobs.turn(&ended, pool, at_once(pool)).await?);
            ended.clear();
        }
        if leased.is_empty() {
            return Ok(begun);
        }
        begun += leased.len();
        ended = join_all(leased.into_iter().map(|job| Box::pin(jobs.attempt(job)))).await;
    }
}

impl Jobs {
    /// Writes down how jobs ended and leases up to `most` due ones of a pool, in one transaction. An idle worker only reads.
    async fn turn(&self, ended: &[Ended], pool: Pool, most: usize) -> Fallible<Vec<jobs::Leased>> {
        let now = self.clock.now();
        if ended.is_empty() && (most == 0 || !jobs::any_due(&mut self.db.read().await?, pool, now).await?) {
            return Ok(Vec::new());
        }
        let most = i64::try_from(most).map_err(Failure::internal)?;
        let until = now + (self.lease)(pool).life;
        let ended = ended.to_vec();
        let turned = self.db.write(move |connection| {
            Box::pin(async move {
                attempt::record(connection, &ended, now).await?;
                match most {
                    0 => Ok(Vec::new()),
                    most => jobs::lease(connection, pool, most, now, until).await,
                }
            })
        });
        Ok(turned.await?)
    }
}
