//! When a pro works, and for what: weekly hours, days off and blocked times, the least price, clients they do not work for. Whoever has
//! given nothing takes every job at any time.

use pricing_core::Pence;
use pricing_core::calendar::ClockTime;

use super::eligible::{Job, Reason, When};
use super::hours::{self, Days, Weekly};
use super::overlap::{self, Work};
use crate::clock::{DAY, HOUR, Millis};
use crate::time::{self, Window};
use callout_db::names;

names! {
    /// Why a pro is away.
    pub enum AwayKind {
        /// Whole days off.
        DayOff = "day_off",
        /// A time that is blocked.
        Block = "block",
    }
}

/// A time in which a pro does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Away {
    /// Why.
    pub kind: AwayKind,
    /// When.
    pub window: Window,
}

/// A client whom a pro does not work for, by the booking of theirs that was the last straw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockedClient {
    /// The account or guest of that booking.
    pub client: String,
    /// Its phone, `+447…`: guests are a new one each time.
    pub phone: String,
}

/// What a pro has said of when and for what they work.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diary {
    /// The hours of each week; `None`: always.
    pub weekly: Option<Weekly>,
    /// Emergencies are welcome outside them, too.
    pub emergencies_any_time: bool,
    /// The least price, before a coupon.
    pub minimum: Option<Pence>,
    /// No push at night for what can wait.
    pub is_quiet_at_night: bool,
    /// Days off and blocked times that are not over.
    pub away: Vec<Away>,
    /// Clients they do not work for.
    pub blocked: Vec<BlockedClient>,
}

/// Work that takes longer than this goes on for days: what lies inside a pro's hours is how it begins.
const LONGEST_VISIT: Millis = 8 * HOUR;

/// How much of it that is.
const BEGINNING: Millis = 2 * HOUR;

/// When night begins and ends, minutes after midnight, London time.
const NIGHT: (u16, u16) = (22 * 60, 7 * 60);

/// A search that can wait for a pro's morning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patience {
    /// When it ends, Unix milliseconds.
    deadline: Millis,
    /// When the night that it is now ends, Unix milliseconds.
    night_ends: Option<Millis>,
    /// The week ahead.
    days: Days,
}

impl Patience {
    /// That of a search which is looked at `now` and ends then, Unix milliseconds.
    #[must_use]
    pub fn of(now: Millis, deadline: Millis) -> Self {
        let week = Window {
            start: now,
            end: now.saturating_add(DAY * 8),
        };
        Self {
            deadline,
            night_ends: night_ends(now),
            days: Days::around(week),
        }
    }
}

/// When the night ends that it is at `now`, Unix milliseconds; `None` by day.
fn night_ends(now: Millis) -> Option<Millis> {
    let (begins, ends) = NIGHT;
    let there = time::london(now)?;
    let minutes = there.time.minutes();
    let date = if minutes < ends {
        there.date
    } else if minutes >= begins {
        there.date.next()?
    } else {
        return None;
    };
    let time = ClockTime::from_minutes(ends)?;
    time::instant(pricing_core::calendar::CivilDateTime { date, time })
}

impl Diary {
    /// True when nothing was said: the same as no diary.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        *self == Self::default()
    }

    /// The times away alone.
    #[must_use]
    pub fn only_away(&self) -> Self {
        Self {
            away: self.away.clone(),
            ..Self::default()
        }
    }

    /// True when the pro does not work for the client of a job.
    #[must_use]
    pub fn blocks(&self, job: &Job) -> bool {
        self.blocked.iter().any(|blocked| {
            let has_phone = !blocked.phone.is_empty() && job.contacts.contains(&blocked.phone);
            blocked.client == job.client || has_phone
        })
    }

    /// True when the price of a job is too low.
    #[must_use]
    pub fn is_below_minimum(&self, job: &Job) -> bool {
        let is_below = |least: Pence| !job.names_price && job.price < least;
        self.minimum.is_some_and(is_below)
    }

    /// What speaks against the time of a job, beside the pro's other work.
    #[must_use]
    pub fn against_time(&self, job: &When, busy: &[Work]) -> Option<Reason> {
        if self.is_plainly_free(job, busy) {
            return None;
        }
        let (judged, whole) = (self.judged(job), job.work());
        let in_hours = self.in_hours(job, judged.window());
        if !holds(&in_hours, judged) {
            return Some(Reason::Hours);
        }
        // Work of days goes on whatever the hours, but no day off and no block may come in between.
        let open = if judged == whole {
            in_hours
        } else {
            vec![whole.window()]
        };
        let open = hours::without(open, self.windows(AwayKind::DayOff));
        if !holds(&open, whole) {
            return Some(Reason::DayOff);
        }
        if !holds(&hours::without(open, self.windows(AwayKind::Block)), whole) {
            return Some(Reason::Blocked);
        }
        let around = overlap::around(busy, whole);
        if around.is_empty() {
            return None;
        }
        let closed = self.closed(job, &around);
        let all: Vec<Work> = around.into_iter().chain(closed).collect();
        (!overlap::fits(&all, whole)).then_some(Reason::Busy)
    }

    /// Whether the whole window lies inside the hours and meets nothing: the short answer for most pros, for which nothing is worked out.
    fn is_plainly_free(&self, job: &When, busy: &[Work]) -> bool {
        let window = job.work().window();
        let is_apart = |other: Window| other.end <= window.start || window.end <= other.start;
        let weekly = self.weekly_for(job);
        self.away.iter().all(|away| is_apart(away.window))
            && busy.iter().all(|work| is_apart(work.window()))
            && weekly.is_none_or(|weekly| weekly.covers(job.days(), window))
    }

    /// Until when an offer of such a search waits that only push would bring, Unix milliseconds; `None`: it goes out at once.
    #[must_use]
    pub fn quiet_until(&self, patience: &Patience, now: Millis) -> Option<Millis> {
        let night = patience.night_ends.filter(|_| self.is_quiet_at_night);
        let opens = self
            .weekly
            .as_ref()
            .and_then(|weekly| weekly.opens(&patience.days, now));
        let until = night.max(opens)?;
        (now < until && until < patience.deadline).then_some(until)
    }

    /// The hours that a job is judged by.
    fn weekly_for(&self, job: &When) -> Option<&Weekly> {
        let is_welcome = job.is_emergency() && self.emergencies_any_time;
        self.weekly.as_ref().filter(|_| !is_welcome)
    }

    /// What of a stretch of time lies inside them.
    fn in_hours(&self, job: &When, stretch: Window) -> Vec<Window> {
        let weekly = self.weekly_for(job);
        weekly.map_or_else(|| vec![stretch], |weekly| weekly.within(job.days(), stretch))
    }

    /// What of a job must lie inside the hours: the whole, or the beginning of what goes on for days.
    fn judged(&self, job: &When) -> Work {
        let (window, takes) = (job.work().window(), job.work().takes());
        if takes <= LONGEST_VISIT {
            return job.work();
        }
        let end = window.end.saturating_sub(takes).saturating_add(BEGINNING);
        Work::new(Window { end, ..window }, BEGINNING)
    }

    fn windows(&self, kind: AwayKind) -> impl Iterator<Item = Window> {
        let of_kind = self.away.iter().filter(move |away| away.kind == kind);
        of_kind.map(|away| away.window)
    }

    /// When the pro does not work around a job, as work that fills its window. Other work that was agreed outside the hours all the same
    /// counts once: not beside the time off in which it lies.
    fn closed(&self, job: &When, others: &[Work]) -> Vec<Work> {
        let Some(known) = job.days().known() else {
            return Vec::new();
        };
        let hull = others.iter().fold(job.work().window(), |hull, other| Window {
            start: hull.start.min(other.window().start),
            end: hull.end.max(other.window().end),
        });
        let hull = Window {
            start: hull.start.max(known.start),
            end: hull.end.min(known.end),
        };
        let goes_on = self.judged(job) != job.work();
        let hours = if goes_on {
            vec![hull]
        } else {
            self.in_hours(job, hull)
        };
        let open = hours::without(hours, self.away.iter().map(|away| away.window));
        let fits = |other: &Work| {
            let stretches = open
                .iter()
                .map(|open| open.end.min(other.window().end) - open.start.max(other.window().start));
            stretches.max().is_some_and(|longest| longest >= other.takes())
        };
        let outside = others
            .iter()
            .filter(|other| !fits(other))
            .map(|other| other.window());
        let closed = hours::without(vec![hull], open.iter().copied().chain(outside));
        closed
            .into_iter()
            .map(|closed| Work::new(closed, closed.end - closed.start))
            .collect()
    }
}

/// True when one of these stretches is long enough for the work.
fn holds(open: &[Window], work: Work) -> bool {
    open.iter().any(|open| open.end - open.start >= work.takes())
}

#[cfg(test)]
mod tests;
