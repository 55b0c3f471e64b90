//! How many pros there are for a visit in a district, window by window: a hint for whoever chooses a time. It promises nothing: other jobs
//! are not looked at, and nobody is asked.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;
use pricing_core::postcode::Prefix;

use super::{Matching, candidates, job};
use callout_domain::booking::Booking;
use callout_domain::clock::{DAY, MINUTE, Millis};
use callout_domain::districts::{self, Location};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::geo;
use callout_domain::matching::candidate::{Candidate, skill};
use callout_domain::matching::eligible::fit;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::pros::Pros;
use callout_domain::time::Window;
use callout_store as store;
use callout_store::candidates::Near;
use pricing_core::classify::Trade;

use super::assign::FURTHEST;

/// Pros count who were heard of within this time, milliseconds.
const HEARD_OF: Millis = 14 * DAY;
/// Most pros who are looked at, the nearest first.
const LOOKED_AT: i64 = 100;
/// How long a count holds, milliseconds.
const HOLDS: Millis = MINUTE;
/// After how long it is forgotten.
const FORGOTTEN: Duration = Duration::from_secs(60);
/// Most counts that are kept.
const KEPT: u64 = 10_000;

/// Who is counted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Wanted {
    /// The outward half of the postcode, or what is known of it.
    district: String,
    /// The trade.
    skill: Trade,
    /// Only Gas Safe registered pros.
    gas: bool,
}

/// Pros around a district, and how many of them there are for each window that was asked for.
struct Counts {
    /// When that was, Unix milliseconds.
    at: Millis,
    by_window: HashMap<Window, Pros>,
}

/// What was counted lately.
#[derive(Clone)]
pub(super) struct Around(Cache<Wanted, Arc<Counts>>);

impl Around {
    pub(super) fn new() -> Self {
        Self(
            Cache::builder()
                .max_capacity(KEPT)
                .time_to_live(FORGOTTEN)
                .build(),
        )
    }
}

impl Matching {
    /// How many pros there are for these windows, in their order, for a problem type in a place; none for a type that the book in force does
    /// not have, such as that of an old draft, and in a demonstration.
    pub async fn pros_around(
        &self,
        place: &Prefix,
        problem_type: &str,
        gas_work: bool,
        windows: &[Window],
    ) -> Fallible<Option<Vec<Pros>>> {
        let current = self.books.current().await?;
        let kind = current.book.problem_type(problem_type);
        let Some((kind, skill)) = kind.and_then(|kind| Some((kind, skill(&kind.trade)?))) else {
            return Ok(None);
        };
        let wanted = Wanted {
            district: place.to_string(),
            skill,
            gas: gas_work || kind.gas_safe,
        };
        let middle = districts::location_of_prefix(place);
        self.counted(wanted, middle, windows).await
    }

    /// The same for a booking that is to be moved.
    pub async fn pros_around_booking(
        &self,
        booking: &Booking,
        windows: &[Window],
    ) -> Fallible<Option<Vec<Pros>>> {
        let current = self.books.current().await?;
        let first = booking.skills.0.first().and_then(|name| skill(name));
        let kind = current
            .of_version(&booking.book_version)
            .problem_type(&booking.problem_type);
        let wanted = Wanted {
            district: booking.outward_code().to_owned(),
            skill: first.ok_or_else(|| Failure::internal("a booking without a known skill"))?,
            gas: booking.gas_work == Some(true) || kind.is_some_and(|kind| kind.gas_safe),
        };
        let middle = Location {
            lat: booking.lat,
            lng: booking.lng,
        };
        self.counted(wanted, middle, windows).await
    }

    async fn counted(
        &self,
        wanted: Wanted,
        middle: Location,
        windows: &[Window],
    ) -> Fallible<Option<Vec<Pros>>> {
        let Some(around) = &self.around else {
            return Ok(None);
        };
        let now = self.clock.now();
        let kept = around.0.get(&wanted).filter(|kept| kept.holds(windows, now));
        let counts = match kept {
            Some(kept) => kept,
            None => {
                let pros = self.pros_near(&wanted, middle).await?;
                let counts = Arc::new(Counts::of(&pros, &wanted, middle, windows, now, &self.rules));
                around.0.insert(wanted, Arc::clone(&counts));
                counts
            }
        };
        let count = |window| counts.by_window.get(window).copied().unwrap_or(Pros::None);
        Ok(Some(windows.iter().map(count).collect()))
    }

    /// The nearest pros of a trade who were heard of lately and whose own area covers the place.
    async fn pros_near(&self, wanted: &Wanted, middle: Location) -> Fallible<Vec<Candidate>> {
        let mut connection = self.db.read().await?;
        let near = Near {
            skill: wanted.skill.code(),
            middle,
            furthest: FURTHEST,
            seen_since: self.clock.now() - HEARD_OF,
        };
        let ids = store::candidates::nearest(&mut connection, near, LOOKED_AT).await?;
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut pros = candidates::free(&mut connection, &ids).await?;
        pros.retain(|pro| geo::distance(pro.base, middle) <= pro.radius);
        // Whoever was there lately may be there then, whatever their switch says now.
        pros.iter_mut().for_each(|pro| pro.online = true);
        Ok(pros)
    }
}

impl Counts {
    /// Whether it still holds and has all these windows.
    fn holds(&self, windows: &[Window], now: Millis) -> bool {
        let is_fresh = (self.at..self.at.saturating_add(HOLDS)).contains(&now);
        is_fresh && windows.iter().all(|window| self.by_window.contains_key(window))
    }

    fn of(
        pros: &[Candidate],
        wanted: &Wanted,
        middle: Location,
        windows: &[Window],
        now: Millis,
        rules: &MatchingRules,
    ) -> Self {
        let counted = |window: &Window| {
            let visit = job::not_booked(
                wanted.skill,
                wanted.gas,
                middle,
                job::in_window(*window, now, rules),
            );
            let fitting = pros.iter().filter(|pro| fit(pro, &visit, now, rules).is_ok());
            (*window, Pros::of(fitting.take(Pros::ENOUGH).count()))
        };
        Self {
            at: now,
            by_window: windows.iter().map(counted).collect(),
        }
    }
}
