//! The figures of the operators' desk: bookings, match rate, time to assign and fees, a London day at a time.

use std::collections::BTreeMap;

use pricing_core::Pence;

use crate::clock::Millis;
use callout_db::row;

use super::time;

/// Days of a plot, today among them.
pub const DAYS: usize = 14;
/// Days over which the match rate and the time to assign are taken, today among them.
const LATELY: usize = 7;

row! {
    /// A booking, as far as the figures need it. Times in Unix milliseconds.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Made {
        /// When it was made.
        pub created_at: Millis,
        /// When its pro took it; none while it has none.
        pub assigned_at: Option<Millis>,
        /// True once a pro was looked for.
        pub was_searched: bool,
    }
}

row! {
    /// A fee, as it was posted.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Fee {
        /// Unix milliseconds.
        pub at: Millis,
        /// Pence; negative for one that was given back.
        pub pence: i64,
    }
}

/// One London day.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Day {
    /// `2026-11-23`.
    pub day: String,
    /// Bookings made, apart from those that were never paid.
    pub bookings: i64,
    /// Of them, how many a pro was looked for.
    pub searched: i64,
    /// Of those, how many have one, with the milliseconds until each was found.
    pub waits: Vec<Millis>,
    /// Our fees of that day.
    pub fees: Pence,
}

impl Day {
    /// Bookings that found a pro, of 100 that looked for one.
    #[must_use]
    pub fn match_percent(&self) -> Option<i64> {
        percent(self.waits.len(), self.searched)
    }

    /// The middle one of the times until a pro was found, milliseconds.
    #[must_use]
    pub fn median_wait(&self) -> Option<Millis> {
        median(&self.waits)
    }
}

/// The last days, the oldest first; today is the last.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trends {
    /// Exactly [`DAYS`], unless the clock is outside the calendar.
    pub days: Vec<Day>,
    /// Bookings of today by the hour that they were made in.
    pub hours: [i64; 24],
}

impl Trends {
    /// The first millisecond that the figures of `now` go back to.
    #[must_use]
    pub fn since(now: Millis) -> Option<Millis> {
        starts(now)?.first().copied()
    }

    /// Sorts what was made and earned into days.
    #[must_use]
    pub fn of(made: &[Made], fees: &[Fee], now: Millis) -> Self {
        let starts = starts(now).unwrap_or_default();
        let mut days: BTreeMap<String, Day> = starts
            .into_iter()
            .map(|start| {
                let day = time::day(start);
                let empty = Day {
                    day: day.clone(),
                    ..Day::default()
                };
                (day, empty)
            })
            .collect();
        let today = time::day(now);
        let mut hours = [0; 24];
        for booking in made {
            let Some(day) = days.get_mut(&time::day(booking.created_at)) else {
                continue;
            };
            day.bookings += 1;
            if booking.was_searched || booking.assigned_at.is_some() {
                day.searched += 1;
                day.waits
                    .extend(booking.assigned_at.map(|at| (at - booking.created_at).max(0)));
            }
            let hour = time::london(booking.created_at).map(|there| there.time.minutes() / 60);
            if day.day == today
                && let Some(count) = hour.and_then(|hour| hours.get_mut(usize::from(hour)))
            {
                *count += 1;
            }
        }
        for fee in fees {
            if let Some(day) = days.get_mut(&time::day(fee.at)) {
                day.fees = Pence(day.fees.0 + fee.pence);
            }
        }
        Self {
            days: days.into_values().collect(),
            hours,
        }
    }

    /// The day that is not over yet.
    #[must_use]
    pub fn today(&self) -> Day {
        self.days.last().cloned().unwrap_or_default()
    }

    /// Of 100 bookings of the last week that looked for a pro, how many found one.
    #[must_use]
    pub fn match_percent(&self) -> Option<i64> {
        let (found, searched) = self.lately().fold((0, 0), |(found, searched), day| {
            (found + day.waits.len(), searched + day.searched)
        });
        percent(found, searched)
    }

    /// The middle one of last week's times until a pro was found, milliseconds.
    #[must_use]
    pub fn median_wait(&self) -> Option<Millis> {
        let waits: Vec<Millis> = self.lately().flat_map(|day| day.waits.iter().copied()).collect();
        median(&waits)
    }

    /// Our fees of the last week.
    #[must_use]
    pub fn fees_of_week(&self) -> Pence {
        self.lately().map(|day| day.fees).sum()
    }

    fn lately(&self) -> impl Iterator<Item = &Day> {
        self.days.iter().rev().take(LATELY)
    }
}

/// When each of the days began, the oldest first.
fn starts(now: Millis) -> Option<Vec<Millis>> {
    let mut starts = vec![time::day_began(now)?];
    while starts.len() < DAYS {
        let later = starts.last()?;
        starts.push(time::day_began(later - 1)?);
    }
    starts.reverse();
    Some(starts)
}

fn percent(part: usize, whole: i64) -> Option<i64> {
    let part = i64::try_from(part).ok()?;
    (whole > 0).then(|| (part * 200 + whole) / (2 * whole))
}

fn median(values: &[Millis]) -> Option<Millis> {
    let mut values = values.to_vec();
    values.sort_unstable();
    values.get(values.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{DAY, HOUR, MINUTE};

    /// Monday 23 November 2026, 10:05 in London.
    const NOW: Millis = 1_795_428_300_000;

    fn made(created_at: Millis, wait: Option<Millis>) -> Made {
        Made {
            created_at,
            assigned_at: wait.map(|wait| created_at + wait),
            was_searched: true,
        }
    }

    #[test]
    fn bookings_and_fees_are_sorted_into_london_days() {
        let bookings = [
            made(NOW - DAY, Some(MINUTE)),
            made(NOW, Some(3 * MINUTE)),
            made(NOW - HOUR, None),
            made(NOW - HOUR, Some(5 * MINUTE)),
            // Before the plot begins.
            made(NOW - 15 * DAY, Some(MINUTE)),
        ];
        let fees = [
            Fee {
                at: NOW,
                pence: 1_500,
            },
            Fee {
                at: NOW - MINUTE,
                pence: -500,
            },
            Fee {
                at: NOW - 8 * DAY,
                pence: 9_000,
            },
        ];
        let trends = Trends::of(&bookings, &fees, NOW);
        assert_eq!(trends.days.len(), DAYS);
        let today = trends.today();
        assert_eq!(
            (today.day.as_str(), today.bookings, today.fees),
            ("2026-11-23", 3, Pence(1_000))
        );
        assert_eq!(
            (today.match_percent(), today.median_wait()),
            (Some(67), Some(3 * MINUTE))
        );
        assert_eq!((trends.hours[9], trends.hours[10]), (2, 1));
        assert_eq!(
            (trends.match_percent(), trends.median_wait()),
            (Some(75), Some(3 * MINUTE))
        );
        assert_eq!(trends.fees_of_week(), Pence(1_000));
    }

    #[test]
    fn a_day_of_the_clock_change_has_its_25_hours() {
        // Sunday 25 October 2026, half an hour before midnight in London.
        let sunday = 1_792_972_800_000 - 30 * MINUTE;
        let trends = Trends::of(&[made(sunday - 24 * HOUR, None)], &[], sunday);
        assert_eq!(
            (trends.today().day.as_str(), trends.today().bookings),
            ("2026-10-25", 1)
        );
    }

    #[test]
    fn without_bookings_there_is_nothing_to_say() {
        let trends = Trends::of(&[], &[], NOW);
        assert_eq!((trends.match_percent(), trends.median_wait()), (None, None));
        assert_eq!(trends.today().match_percent(), None);
    }
}
