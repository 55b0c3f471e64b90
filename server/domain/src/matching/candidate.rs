//! A pro as matching knows them.

use pricing_core::Pence;
use pricing_core::book::ProblemType;
use pricing_core::calendar::{CivilDate, CivilDateTime, ClockTime};
use pricing_core::classify::Trade;

use super::diary::{Diary, Patience};
use super::overlap::Work;
use super::rules::MatchingRules;
use crate::clock::Millis;
use crate::districts::Location;
use crate::time;

/// Every skill.
pub const SKILLS: [Trade; 4] = [
    Trade::Plumber,
    Trade::Electrician,
    Trade::Handyman,
    Trade::Builder,
];

/// The skill of a code, e.g. `plumber`.
#[must_use]
pub fn skill(code: &str) -> Option<Trade> {
    SKILLS.into_iter().find(|skill| skill.code() == code)
}

/// A pro.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// `master-…`.
    pub id: String,
    /// Trades.
    pub skills: Vec<Trade>,
    /// Where the pro's own radius is counted from.
    pub base: Location,
    /// The pro's own radius, metres.
    pub radius: f64,
    /// Where the pro's page last was.
    pub position: Option<Position>,
    /// Verified papers.
    pub papers: Papers,
    /// Onboarding is finished, and nobody suspended the profile.
    pub active: bool,
    /// The switch: willing to take jobs now.
    pub online: bool,
    /// How the pro can be reached.
    pub presence: Presence,
    /// Proved email, lower case.
    pub email: Option<String>,
    /// Proved phone, `+447…`.
    pub phone: Option<String>,
    /// Fees of cash jobs not paid yet.
    pub debt: Pence,
    /// Jobs not ended, open proposals and held suggestions.
    pub busy: Vec<Work>,
    /// When and for what they work; `None`: always and for everything.
    pub diary: Option<Box<Diary>>,
}

/// A position with its time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Position {
    /// Where.
    pub place: Location,
    /// When, Unix milliseconds.
    pub at: Millis,
}

/// Verified papers. A registration is valid until an instant, see [`valid_until`]; `None`: there is no verified one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Papers {
    /// Somebody has seen who it is.
    pub identity: bool,
    /// Gas Safe registration.
    pub gas_safe: Option<Millis>,
    /// Electrical registration.
    pub electrical: Option<Millis>,
}

/// When a paper whose last day is `YYYY-MM-DD` ends: at midnight after that day in London, Unix milliseconds. `None` for
/// anything that is not a date.
#[must_use]
pub fn valid_until(last_day: &str) -> Option<Millis> {
    let date: CivilDate = last_day.parse().ok()?;
    time::instant(CivilDateTime {
        date: date.next()?,
        time: ClockTime::from_minutes(0)?,
    })
}

/// How a pro can be reached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Presence {
    /// A stream is open.
    pub streaming: bool,
    /// The last call, Unix milliseconds.
    pub seen_at: Millis,
    /// There is a push endpoint.
    pub has_push: bool,
}

/// Who gets an offer at all, the first to be asked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The page is open: an open stream, or a call within 2 minutes.
    Now,
    /// By push: seen within 12 hours.
    Push,
}

impl Presence {
    /// How the pro can be reached at `now` (Unix milliseconds); `None`: by the pool's list alone.
    #[must_use]
    pub fn reach(self, now: Millis, rules: &MatchingRules) -> Option<Reach> {
        let unseen = now.saturating_sub(self.seen_at);
        if self.streaming || unseen <= rules.reachable_for {
            Some(Reach::Now)
        } else if self.has_push && unseen <= rules.push_for {
            Some(Reach::Push)
        } else {
            None
        }
    }

    /// Whether the switch of a pro who is online turns off by itself: unseen for 12 hours.
    #[must_use]
    pub fn is_gone(self, now: Millis, rules: &MatchingRules) -> bool {
        !self.streaming && now.saturating_sub(self.seen_at) > rules.push_for
    }
}

impl Candidate {
    /// When the position stops counting, Unix milliseconds.
    #[must_use]
    pub fn position_until(&self, rules: &MatchingRules) -> Option<Millis> {
        let position = self.position?;
        Some(position.at.saturating_add(rules.position_fresh))
    }

    /// Until when an offer that only push would bring waits for the pro's morning, Unix milliseconds; `None`: it goes out at once.
    #[must_use]
    pub fn quiet_until(&self, patience: Option<&Patience>, now: Millis) -> Option<Millis> {
        self.diary.as_deref()?.quiet_until(patience?, now)
    }

    /// The same pro as if they had said nothing of when and for what they work, but for clients whom they do not work for: for a job to
    /// which they have agreed by word of mouth.
    #[must_use]
    pub fn as_agreed(self) -> Self {
        let kept = self.diary.map(|diary| Diary {
            blocked: diary.blocked,
            ..Diary::default()
        });
        Self {
            online: true,
            diary: kept.filter(|diary| !diary.is_blank()).map(Box::new),
            ..self
        }
    }

    /// Whether the pro does work of this type at all.
    #[must_use]
    pub fn does(&self, kind: &ProblemType) -> bool {
        let is_trade = skill(&kind.trade).is_some_and(|trade| self.skills.contains(&trade));
        is_trade && (!kind.gas_safe || self.papers.gas_safe.is_some())
    }

    /// The same pro, whatever they have said since of prices and weekly hours: for what they have proposed themselves. Days off count.
    #[must_use]
    pub fn as_proposed(self) -> Self {
        let kept = self.diary.map(|diary| Diary {
            weekly: None,
            minimum: None,
            ..*diary
        });
        Self {
            online: true,
            diary: kept.filter(|diary| !diary.is_blank()).map(Box::new),
            ..self
        }
    }

    /// Where distances are counted from at `now`: the position while it is under 30 minutes old, or else the base.
    #[must_use]
    pub fn place(&self, now: Millis, rules: &MatchingRules) -> Location {
        let is_fresh = self.position_until(rules).is_some_and(|until| now < until);
        let position = self.position.filter(|_| is_fresh);
        position.map_or(self.base, |position| position.place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{HOUR, MINUTE};

    #[test]
    fn every_skill_has_a_code_of_its_own() {
        for trade in SKILLS {
            assert_eq!(skill(trade.code()), Some(trade));
        }
        assert_eq!(["", "Plumber", "roofer"].map(skill), [None; 3]);
    }

    #[test]
    fn the_open_page_comes_before_push_and_both_end() {
        let rules = MatchingRules::default();
        let now = 100 * HOUR;
        let reach = |streaming, ago, has_push| {
            let presence = Presence {
                streaming,
                seen_at: now - ago,
                has_push,
            };
            (presence.reach(now, &rules), presence.is_gone(now, &rules))
        };
        assert_eq!(reach(true, 20 * HOUR, false), (Some(Reach::Now), false));
        assert_eq!(reach(false, 2 * MINUTE, false), (Some(Reach::Now), false));
        assert_eq!(reach(false, 2 * MINUTE + 1, false), (None, false));
        assert_eq!(reach(false, 2 * MINUTE + 1, true), (Some(Reach::Push), false));
        assert_eq!(reach(false, 12 * HOUR, true), (Some(Reach::Push), false));
        assert_eq!(reach(false, 12 * HOUR + 1, true), (None, true));
        assert!(Reach::Now < Reach::Push);
    }

    #[test]
    fn papers_are_valid_through_their_last_day_in_london() {
        let at = |text: &str| text.parse::<jiff::Timestamp>().unwrap().as_millisecond();
        assert_eq!(valid_until("2026-11-24"), Some(at("2026-11-25T00:00:00Z")));
        assert_eq!(valid_until("2026-06-30"), Some(at("2026-06-30T23:00:00Z")));
        assert_eq!(valid_until("2026-12-31"), Some(at("2027-01-01T00:00:00Z")));
        assert_eq!(["", "2026-02-30", "soon"].map(valid_until), [None; 3]);
    }
}
