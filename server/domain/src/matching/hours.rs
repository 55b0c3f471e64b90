//! The hours in which a pro works, London time, and what of a stretch of time lies inside them.

use std::ops::Range;

use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};
use serde::{Deserialize, Serialize};

use crate::clock::{DAY, MINUTE, Millis};
use crate::time::{self, Window};

/// Most spans that a weekday may have.
pub const SPANS_A_DAY: usize = 3;

/// How far around a stretch of time its days are known, so that every hour is for a day on each side: other work may begin and end there.
const BESIDE: Millis = 2 * DAY;

/// Days of a week.
const WEEK: usize = 7;

/// Hours on one weekday, by London's clocks. What ends at or before its beginning ends on the next day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// When it begins.
    pub from: ClockTime,
    /// When it ends.
    pub to: ClockTime,
}

impl Span {
    /// Its minutes after the midnight that its day begins with, up to twice a day's.
    #[must_use]
    pub fn minutes(self) -> Range<u16> {
        let (from, to) = (self.from.minutes(), self.to.minutes());
        from..if to <= from { to + 24 * 60 } else { to }
    }
}

/// The hours of a week, Monday first.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Weekly(pub [Vec<Span>; WEEK]);

impl Weekly {
    /// What of a stretch of time lies inside these hours: stretches apart from each other, the earliest first. Days that are not among
    /// `days` have no hours.
    #[must_use]
    pub fn within(&self, days: &Days, stretch: Window) -> Vec<Window> {
        let cut = |hours: Window| Window {
            start: hours.start.max(stretch.start),
            end: hours.end.min(stretch.end),
        };
        let open = self.spans(days, stretch).map(cut);
        joined(open.filter(|open| open.start < open.end).collect())
    }

    /// Whether the hours of one span hold a whole stretch of time.
    #[must_use]
    pub fn covers(&self, days: &Days, stretch: Window) -> bool {
        let mut spans = self.spans(days, stretch);
        spans.any(|hours| hours.start <= stretch.start && stretch.end <= hours.end)
    }

    /// The hours of the days around a stretch of time.
    fn spans(&self, days: &Days, stretch: Window) -> impl Iterator<Item = Window> {
        let pairs = days.0.iter().zip(days.0.iter().skip(1));
        // Hours end on the next day at the latest.
        let around = pairs.filter(move |(today, tomorrow)| {
            today.midnight < stretch.end && stretch.start < tomorrow.midnight.saturating_add(BESIDE)
        });
        around.flat_map(|(today, tomorrow)| {
            let spans = self.0.get(today.weekday).map(Vec::as_slice).unwrap_or_default();
            spans.iter().map(move |span| Window {
                start: today.at(span.from),
                end: if span.to <= span.from { tomorrow } else { today }.at(span.to),
            })
        })
    }

    /// When the hours begin that are the first to begin after `now`, or `now` itself while they last, Unix milliseconds.
    #[must_use]
    pub fn opens(&self, days: &Days, now: Millis) -> Option<Millis> {
        let ahead = Window {
            start: now,
            end: now.saturating_add(DAY * 8),
        };
        self.within(days, ahead).first().map(|open| open.start)
    }
}

/// A day of London.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Day {
    date: CivilDate,
    /// From Monday on, 0 to 6.
    weekday: usize,
    midnight: Millis,
    /// The clocks are not changed on it.
    is_even: bool,
}

impl Day {
    /// The instant at which clocks show this on the day.
    fn at(&self, time: ClockTime) -> Millis {
        let plain = self.midnight + Millis::from(time.minutes()) * MINUTE;
        if self.is_even {
            return plain;
        }
        let date = self.date;
        time::instant(CivilDateTime { date, time }).unwrap_or(plain)
    }
}

/// The days of London around a stretch of time: worked out once for a job, and looked at for each pro.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Days(Vec<Day>);

impl Days {
    /// The days that a stretch touches, and those beside it: hours may reach into it across midnight, and other work around it counts.
    #[must_use]
    pub fn around(stretch: Window) -> Self {
        let mut days = Vec::new();
        let midnight = ClockTime::from_minutes(0);
        let first = time::london(stretch.start.saturating_sub(BESIDE)).map(|there| there.date);
        let last = time::london(stretch.end.saturating_add(BESIDE)).map(|there| there.date);
        let (Some(mut date), Some(last), Some(midnight)) = (first, last, midnight) else {
            return Self(days);
        };
        let begins = |date| time::instant(CivilDateTime { date, time: midnight });
        while date <= last {
            let Some((began, next, ends)) =
                begins(date).and_then(|began| Some((began, date.next()?, begins(date.next()?)?)))
            else {
                break;
            };
            days.push(Day {
                date,
                weekday: time::weekday(began),
                midnight: began,
                is_even: ends - began == DAY,
            });
            date = next;
        }
        Self(days)
    }

    /// The stretch of time for which [`Weekly::within`] knows every hour: without the first day, into which hours of the day before may
    /// reach, and the last.
    #[must_use]
    pub fn known(&self) -> Option<Window> {
        let (start, end) = (self.0.get(1)?.midnight, self.0.last()?.midnight);
        Some(Window { start, end }).filter(|known| known.start < known.end)
    }
}

/// The same stretches of time, in order, with those joined that touch or overlap.
fn joined(mut stretches: Vec<Window>) -> Vec<Window> {
    stretches.sort_unstable();
    stretches.dedup_by(|next, last| {
        let touches = next.start <= last.end;
        if touches {
            last.end = last.end.max(next.end);
        }
        touches
    });
    stretches
}

/// What is left of stretches of time, which are in order and apart, without others of any order.
pub(super) fn without(mut stretches: Vec<Window>, taken: impl Iterator<Item = Window>) -> Vec<Window> {
    for away in taken {
        let meets = |stretch: &Window| away.start < stretch.end && stretch.start < away.end;
        // Mostly nothing is met, and nothing is copied.
        if stretches.iter().any(meets) {
            stretches = stretches
                .iter()
                .flat_map(|stretch| parts(*stretch, away))
                .collect();
        }
    }
    stretches
}

/// What is left of one without another.
fn parts(stretch: Window, away: Window) -> impl Iterator<Item = Window> {
    let before = Window {
        end: stretch.end.min(away.start),
        ..stretch
    };
    let after = Window {
        start: stretch.start.max(away.end),
        ..stretch
    };
    // One that is not met is kept once.
    let is_apart = away.end <= stretch.start || stretch.end <= away.start;
    let both = if is_apart {
        [Some(stretch), None]
    } else {
        [Some(before), Some(after)]
    };
    both.into_iter().flatten().filter(|part| part.start < part.end)
}

#[cfg(test)]
mod tests;
