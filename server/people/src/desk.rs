//! What is going on right now, for the people who run Callout.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Mutex;

use callout_domain::clock::{Clock, DAY, Millis, SECOND};
use callout_domain::desk::Trends;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::time;
use callout_store::desk::{self, Latest, Queues, Unmatched};
use callout_store::{Connection, Db};

/// How old what waits may be when it is shown.
const NOW_AGE: Millis = 2 * SECOND;
/// How old the figures of days may be: they are made from all bookings of two weeks.
const TRENDS_AGE: Millis = 15 * SECOND;
/// Bookings of each table.
const AT_ONCE: i64 = 50;
/// Bookings of today that are named.
const LATEST: i64 = 10;

/// What waits.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Waiting {
    /// Bookings without a pro.
    pub unmatched: Vec<Unmatched>,
    /// Lengths of the queues.
    pub queues: Queues,
    /// The last bookings of today.
    pub latest: Vec<Latest>,
    /// Visits that begin today.
    pub visits: i64,
}

/// The desk.
#[derive(Debug, Clone)]
pub struct Shown {
    /// What waits.
    pub waiting: Arc<Waiting>,
    /// The figures of the last days.
    pub trends: Arc<Trends>,
}

impl Shown {
    /// Differs when something that the desk shows has changed.
    #[must_use]
    pub fn mark(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.waiting.hash(&mut hasher);
        self.trends.days.iter().for_each(|day| {
            (&day.day, day.bookings, &day.waits, day.fees.0).hash(&mut hasher);
        });
        hasher.finish()
    }
}

/// A value and when it was read, Unix milliseconds.
type Kept<T> = Option<(Arc<T>, Millis)>;

/// Reads the desk; cloning it is cheap. However many operators look, it is read once every few seconds.
#[derive(Clone)]
pub struct Desk {
    db: Db,
    clock: Clock,
    /// Held while reading, so that all who look read together.
    waiting: Arc<Mutex<Kept<Waiting>>>,
    trends: Arc<Mutex<Kept<Trends>>>,
}

impl Desk {
    /// The desk of this database.
    #[must_use]
    pub fn new(db: Db, clock: Clock) -> Self {
        Self {
            db,
            clock,
            waiting: Arc::default(),
            trends: Arc::default(),
        }
    }

    /// What the desk shows now.
    pub async fn look(&self) -> Fallible<Shown> {
        Ok(Shown {
            waiting: self.waiting().await?,
            trends: self.trends().await?,
        })
    }

    /// How long what was read last is still shown: a change since then is not in it.
    pub async fn shown_for(&self) -> Duration {
        let kept = self.waiting.lock().await;
        let at = kept.as_ref().map_or(0, |(_, at)| *at);
        let left = (at + NOW_AGE - self.clock.now()).clamp(0, NOW_AGE);
        Duration::from_millis(left.unsigned_abs())
    }

    async fn waiting(&self) -> Fallible<Arc<Waiting>> {
        let now = self.clock.now();
        let mut kept = self.waiting.lock().await;
        if let Some(waiting) = fresh(&kept, now, NOW_AGE) {
            return Ok(waiting);
        }
        let waiting = Arc::new(waiting(&mut self.db.read().await?, now).await?);
        *kept = Some((Arc::clone(&waiting), now));
        Ok(waiting)
    }

    async fn trends(&self) -> Fallible<Arc<Trends>> {
        let now = self.clock.now();
        let mut kept = self.trends.lock().await;
        if let Some(trends) = fresh(&kept, now, TRENDS_AGE) {
            return Ok(trends);
        }
        let from = Trends::since(now).ok_or_else(outside_the_calendar)?;
        let mut connection = self.db.read().await?;
        let made = desk::made(&mut connection, from).await?;
        let fees = desk::fees(&mut connection, from).await?;
        drop(connection);
        let trends = Arc::new(Trends::of(&made, &fees, now));
        *kept = Some((Arc::clone(&trends), now));
        Ok(trends)
    }
}

fn fresh<T>(kept: &Kept<T>, now: Millis, age: Millis) -> Option<Arc<T>> {
    let (value, at) = kept.as_ref()?;
    (0..age).contains(&(now - at)).then(|| Arc::clone(value))
}

async fn waiting(connection: &mut Connection, now: Millis) -> Fallible<Waiting> {
    let today = time::day_began(now).ok_or_else(outside_the_calendar)?;
    // A day may have 25 hours: the one after it begins where 26 hours later is.
    let tomorrow =
        time::day_began(today + DAY + 2 * callout_domain::clock::HOUR).ok_or_else(outside_the_calendar)?;
    Ok(Waiting {
        unmatched: desk::unmatched(connection, AT_ONCE).await?,
        queues: desk::queues(connection, now).await?,
        latest: desk::latest(connection, today, LATEST).await?,
        visits: desk::visits(connection, today, tomorrow).await?,
    })
}

fn outside_the_calendar() -> Failure {
    Failure::internal("the clock is outside the calendar")
}
