//! How many texts may be sent, and which of them come first when few are left. Each costs money, and whoever has texts sent to numbers of
//! their own may earn by it.

use crate::clock::{HOUR, Millis};

/// What a text is for, the most important first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Tells a client of the pro who comes, or is there.
    Visit,
    /// Holds a link to pay, or tells a client something else about a booking.
    Booking,
    /// Tells a pro of a job.
    Pro,
    /// Holds a code or a link, asked for by somebody whom we know.
    Known,
    /// Holds a code, asked for by anybody.
    Unknown,
}

impl Urgency {
    /// Every kind, the most important first.
    pub const ALL: [Self; 5] = [Self::Visit, Self::Booking, Self::Pro, Self::Known, Self::Unknown];

    /// How many percent of the texts may be used up before one of this kind is sent no longer.
    #[must_use]
    pub const fn share(self) -> i64 {
        match self {
            Self::Visit => 100,
            Self::Booking => 95,
            Self::Pro => 90,
            Self::Known => 80,
            Self::Unknown => 50,
        }
    }
}

/// How many texts of a span of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Texts {
    /// Of an hour of the clock.
    pub hour: i64,
    /// Of that hour and the 23 before.
    pub day: i64,
}

/// A part of the texts that is used up: whoever looks after Callout is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// 80 or 100.
    pub percent: i64,
    /// True for those of a day, false for those of an hour.
    pub of_day: bool,
}

/// The percentages of which somebody is told.
const TOLD_AT: [i64; 2] = [80, 100];

/// The hour of the clock, counted since 1970.
#[must_use]
pub const fn hour_of(now: Millis) -> i64 {
    now.div_euclid(HOUR)
}

impl Texts {
    /// True when one more of this kind may be sent after so many others.
    #[must_use]
    pub const fn allow(self, urgency: Urgency, sent: Self) -> bool {
        let share = urgency.share();
        sent.hour * 100 < self.hour * share && sent.day * 100 < self.day * share
    }

    /// What is reached with the last of so many texts.
    #[must_use]
    pub fn reached(self, sent: Self) -> Vec<Reached> {
        let spans = [(sent.hour, self.hour, false), (sent.day, self.day, true)];
        let all = spans.into_iter().flat_map(|(sent, most, of_day)| {
            let just = move |percent: &i64| (sent - 1) * 100 < most * percent && most * percent <= sent * 100;
            TOLD_AT
                .into_iter()
                .filter(just)
                .map(move |percent| Reached { percent, of_day })
        });
        all.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: Texts = Texts {
        hour: 300,
        day: 2_000,
    };

    fn sent(hour: i64, day: i64) -> Texts {
        Texts { hour, day }
    }

    #[test]
    fn the_less_urgent_end_first() {
        for (used, kinds) in [
            (0, 5),
            (149, 5),
            (150, 4),
            (239, 4),
            (240, 3),
            (270, 2),
            (285, 1),
            (299, 1),
            (300, 0),
        ] {
            let allowed = Urgency::ALL
                .into_iter()
                .filter(|kind| MOST.allow(*kind, sent(used, used)));
            assert_eq!(allowed.collect::<Vec<_>>(), Urgency::ALL[..kinds], "{used}");
        }
        assert!(MOST.allow(Urgency::Visit, sent(0, 1_999)));
        assert!(!MOST.allow(Urgency::Visit, sent(0, 2_000)));
        assert!(!MOST.allow(Urgency::Unknown, sent(0, 1_000)));
    }

    #[test]
    fn each_mark_is_reached_once() {
        let marks = |sent: fn(i64) -> Texts, up_to: i64| -> Vec<(i64, i64, bool)> {
            let reached = (1..=up_to).flat_map(|number| {
                let reached = MOST.reached(sent(number)).into_iter();
                reached.map(move |mark| (number, mark.percent, mark.of_day))
            });
            reached.collect()
        };
        assert_eq!(
            marks(|number| sent(number, number), 310),
            [(240, 80, false), (300, 100, false)]
        );
        assert_eq!(
            marks(|number| sent(1, number), 2_010),
            [(1_600, 80, true), (2_000, 100, true)]
        );
    }
}
