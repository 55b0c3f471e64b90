//! What a client may change in a booking after it was made, its price and its time, and what that makes of the price.

use pricing_core::book::BudgetRules;
use pricing_core::calendar::{CivilDate, CivilDateTime};
use pricing_core::quote::{LineKind, QuoteLine};
use pricing_core::slots::{self, Slot};
use pricing_core::{Pence, PriceBook, Urgency};

use super::booking::slot_gone;
use super::failure::{Failure, Fallible};
use super::time;
use crate::clock::{DAY, HOUR, MINUTE, Millis};
use callout_db::names;

names! {
    /// What a client changes.
    pub enum ChangeKind {
        /// The price, which becomes higher.
        Raise = "raise",
        /// The time, before a pro is assigned.
        Time = "time",
        /// Nothing: it is paid again after nobody was found in time.
        Again = "again",
        /// The time, which the assigned pro must accept.
        Suggested = "suggested",
        /// Nothing: a pro agreed by phone and has the booking once its client has paid.
        Promised = "promised",
    }
}

names! {
    /// How a change ended.
    pub enum ChangeOutcome {
        /// It was made.
        Done = "done",
        /// Another one took its place.
        Replaced = "replaced",
        /// The pro cannot come at that time.
        Declined = "declined",
        /// Nobody answered or paid in time.
        Lapsed = "lapsed",
        /// It can no longer be made.
        Gone = "gone",
        /// The booking went on without it.
        Over = "over",
    }
}

/// How long a client has to pay for a change, milliseconds.
pub const TIME_TO_PAY: Millis = 15 * MINUTE;

/// How long a client has to pay for a booking whose hold is gone, milliseconds.
const TIME_TO_PAY_AGAIN: Millis = 12 * HOUR;

/// How long before the visit that must be paid, so that the pro knows in time, milliseconds.
const BEFORE_SLOT: Millis = 12 * HOUR;

/// How long a pro has to answer a suggested time, milliseconds.
const TIME_TO_ANSWER: Millis = 2 * HOUR;

/// How long before the old window a suggestion is over, milliseconds.
const BEFORE_OLD_SLOT: Millis = HOUR;

/// For how long a late cancellation of a cash booking counts, milliseconds.
pub const LATE_COUNTS_FOR: Millis = 365 * DAY;

/// From how many late cancellations on a person books by card only.
pub const LATE_LIMIT: i64 = 3;

/// Until when a booking can be paid whose hold is gone and whose window begins at `start`, Unix milliseconds; in the past when it is too
/// late for that.
#[must_use]
pub fn pay_again_until(start: Option<Millis>, now: Millis) -> Millis {
    let latest = start.map_or(Millis::MAX, |start| start - BEFORE_SLOT);
    (now + TIME_TO_PAY_AGAIN).min(latest)
}

/// A higher price, as a client asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Raise {
    /// To this price.
    To(Pence),
    /// By so much.
    By(Pence),
}

impl Raise {
    /// Exactly one of the two.
    ///
    /// # Errors
    /// 422 on `amountGBP` when both or none are given.
    pub fn parse(amount: Option<Pence>, delta: Option<Pence>) -> Fallible<Self> {
        match (amount, delta) {
            (Some(amount), None) => Ok(Self::To(amount)),
            (None, Some(delta)) => Ok(Self::By(delta)),
            _ => Err(Failure::field(
                "amountGBP",
                "Give the new price or the difference.",
            )),
        }
    }

    /// The new price of a booking that costs `now`.
    ///
    /// # Errors
    /// 422 on the field that was given: parts of a pound, not higher, or above what the price book allows for a budget.
    pub fn new_price(self, now: Pence, rules: &BudgetRules) -> Fallible<Pence> {
        let (field, given, new) = match self {
            Self::To(amount) => ("amountGBP", amount, amount),
            Self::By(delta) => ("deltaGBP", delta, Pence(now.0.saturating_add(delta.0))),
        };
        let most = rules.maximum_pence;
        if given.0 % 100 != 0 {
            Err(Failure::field(field, "Use whole pounds."))
        } else if new <= now {
            Err(Failure::field(field, format!("Offer more than {now}.")))
        } else if new > most {
            Err(Failure::field(field, format!("Offer at most {most}.")))
        } else {
            Ok(new)
        }
    }
}

/// The slot of this id that can be booked now.
///
/// # Errors
/// 422 on `timeslotId` for something that is not an id; 409 `slot_gone`.
pub fn slot(book: &PriceBook, id: &str, now: Millis) -> Fallible<Slot> {
    let is_id = id
        .rsplit_once('-')
        .is_some_and(|(day, number)| number.parse::<u8>().is_ok() && day.parse::<CivilDate>().is_ok());
    if !is_id {
        return Err(Failure::field("timeslotId", "This is not the id of a time slot."));
    }
    slots::slot_by_id(book, there(now)?, id).ok_or_else(slot_gone)
}

/// What London's clocks show.
///
/// # Errors
/// Never while the clock is right.
pub fn there(now: Millis) -> Fallible<CivilDateTime> {
    time::london(now).ok_or_else(|| Failure::internal("the clock is outside the calendar"))
}

/// How urgent a booking is at another time: ASAP is for today.
#[must_use]
pub fn urgency_at(urgency: Urgency, start: Millis, now: Millis) -> Urgency {
    match urgency {
        Urgency::Asap if time::day(start) != time::day(now) => Urgency::Scheduled,
        urgency => urgency,
    }
}

/// A price with its lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// What is to be paid.
    pub amount: Pence,
    /// How it adds up.
    pub lines: Vec<QuoteLine>,
}

impl Price {
    /// The price raised to `amount`.
    #[must_use]
    pub fn raised_to(&self, amount: Pence) -> Self {
        let mut lines = self.lines.clone();
        lines.push(QuoteLine::raised(amount - self.amount));
        Self { amount, lines }
    }

    /// The price at a slot that adds `delta`, everything else as it is: level, coupon and what was agreed. An adjustment takes off at
    /// most what is there.
    #[must_use]
    pub fn at_slot(&self, delta: Pence) -> Self {
        let is_schedule = |line: &&QuoteLine| line.kind == LineKind::Schedule;
        let old: i64 = self
            .lines
            .iter()
            .filter(is_schedule)
            .map(|line| line.amount.0)
            .sum();
        let without = self.amount.0 - old;
        let new = delta.0.max(-without);
        let mut lines: Vec<QuoteLine> = Vec::with_capacity(self.lines.len() + 1);
        let mut placed = false;
        for line in &self.lines {
            if line.kind != LineKind::Schedule {
                lines.push(line.clone());
            } else if !placed {
                lines.push(QuoteLine::slot(Pence(new)));
                placed = true;
            }
        }
        if !placed && new != 0 {
            lines.push(QuoteLine::slot(Pence(new)));
        }
        Self {
            amount: Pence(without + new),
            lines,
        }
    }
}

/// Until when a pro can answer a suggested time; none when it is too late to suggest one.
#[must_use]
pub fn answer_until(now: Millis, old_start: Option<Millis>) -> Option<Millis> {
    let latest = old_start.map_or(Millis::MAX, |start| start - BEFORE_OLD_SLOT);
    (latest > now).then(|| latest.min(now + TIME_TO_ANSWER))
}

/// What must be paid for a price of `amount` while `kept` of an earlier price is there already.
#[must_use]
pub fn due(amount: Pence, kept: Pence) -> Pence {
    (amount - kept).max(Pence::ZERO)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn rules() -> &'static BudgetRules {
        &PriceBook::builtin().budget
    }

    fn price(lines: &[(LineKind, i64)]) -> Price {
        let line = |(kind, amount): &(LineKind, i64)| QuoteLine {
            kind: *kind,
            label: "a line".to_owned(),
            amount: Pence(*amount),
        };
        Price {
            amount: Pence(lines.iter().map(|(_, amount)| amount).sum()),
            lines: lines.iter().map(line).collect(),
        }
    }

    #[test]
    fn a_hold_is_made_again_within_twelve_hours_and_twelve_before_the_visit() {
        for (begins, expected) in [
            (None, 12),
            (Some(72), 12),
            (Some(24), 12),
            (Some(20), 8),
            (Some(5), -7),
        ] {
            let start = begins.map(|hours| hours * HOUR);
            assert_eq!(pay_again_until(start, 0), expected * HOUR, "{begins:?}");
        }
    }

    #[test]
    fn a_raise_is_whole_pounds_higher_and_within_the_book() {
        let now = Pence(9_750);
        for (raise, expected) in [
            (Raise::By(Pence(100)), Ok(9_850)),
            (Raise::By(Pence(2_000)), Ok(11_750)),
            (Raise::To(Pence(9_800)), Ok(9_800)),
            (Raise::To(Pence(10_000_000)), Ok(10_000_000)),
            (Raise::By(Pence(150)), Err(("deltaGBP", "Use whole pounds."))),
            (Raise::To(Pence(9_850)), Err(("amountGBP", "Use whole pounds."))),
            (Raise::By(Pence(0)), Err(("deltaGBP", "Offer more than £97.50."))),
            (
                Raise::By(Pence(-100)),
                Err(("deltaGBP", "Offer more than £97.50.")),
            ),
            (
                Raise::To(Pence(9_700)),
                Err(("amountGBP", "Offer more than £97.50.")),
            ),
            (
                Raise::To(Pence(10_000_100)),
                Err(("amountGBP", "Offer at most £100000.")),
            ),
            (
                Raise::By(Pence(i64::MAX - 7)),
                Err(("deltaGBP", "Offer at most £100000.")),
            ),
        ] {
            match (raise.new_price(now, rules()), expected) {
                (Ok(new), Ok(expected)) => assert_eq!(new, Pence(expected)),
                (Err(failure), Err((field, message))) => {
                    assert_eq!(
                        failure.errors.get(field).map(String::as_str),
                        Some(message),
                        "{raise:?}"
                    );
                }
                (told, expected) => panic!("{raise:?}: {told:?}, not {expected:?}"),
            }
        }
        assert_eq!(Raise::parse(Some(now), None).unwrap(), Raise::To(now));
        assert_eq!(Raise::parse(None, Some(now)).unwrap(), Raise::By(now));
        for (amount, delta) in [(None, None), (Some(now), Some(now))] {
            assert!(
                Raise::parse(amount, delta)
                    .unwrap_err()
                    .errors
                    .contains_key("amountGBP")
            );
        }
    }

    #[test]
    fn another_slot_changes_its_own_line_only() {
        let old = price(&[
            (LineKind::Base, 9_750),
            (LineKind::Tier, 1_950),
            (LineKind::Schedule, 1_000),
            (LineKind::Coupon, -1_000),
            (LineKind::Agreed, 500),
        ]);
        for (delta, amount) in [(0, 11_200), (1_500, 12_700), (-500, 10_700), (1_000, 12_200)] {
            let new = old.at_slot(Pence(delta));
            assert_eq!(new.amount, Pence(amount));
            assert_eq!(new.lines.iter().map(|line| line.amount.0).sum::<i64>(), amount);
            let kinds: Vec<_> = new.lines.iter().map(|line| line.kind).collect();
            let before: Vec<_> = old.lines.iter().map(|line| line.kind).collect();
            assert_eq!(kinds, before);
        }
    }

    #[test]
    fn a_price_without_a_line_for_its_slot_gets_one() {
        let old = price(&[(LineKind::Base, 9_750)]);
        assert_eq!(old.at_slot(Pence(0)), old);
        let new = old.at_slot(Pence(1_500));
        assert_eq!((new.amount, new.lines.len()), (Pence(11_250), 2));
    }

    #[test]
    fn a_suggestion_waits_two_hours_but_not_into_the_last_hour() {
        assert_eq!(answer_until(0, Some(10 * HOUR)), Some(2 * HOUR));
        assert_eq!(answer_until(0, Some(3 * HOUR)), Some(2 * HOUR));
        assert_eq!(answer_until(0, Some(2 * HOUR)), Some(HOUR));
        assert_eq!(answer_until(0, Some(HOUR + 1)), Some(1));
        assert_eq!(answer_until(0, Some(HOUR)), None);
        assert_eq!(answer_until(0, Some(-HOUR)), None);
        assert_eq!(answer_until(7, None), Some(7 + 2 * HOUR));
    }

    #[test]
    fn asap_is_for_today() {
        let day = 24 * HOUR;
        assert_eq!(urgency_at(Urgency::Asap, 10 * HOUR, 9 * HOUR), Urgency::Asap);
        assert_eq!(
            urgency_at(Urgency::Asap, day + 10 * HOUR, 9 * HOUR),
            Urgency::Scheduled
        );
        assert_eq!(
            urgency_at(Urgency::Scheduled, 10 * HOUR, 9 * HOUR),
            Urgency::Scheduled
        );
    }

    #[test]
    fn what_is_not_the_id_of_a_slot_is_no_slot() {
        let book = PriceBook::builtin();
        let now = time::instant(CivilDateTime {
            date: "2026-11-23".parse().unwrap(),
            time: pricing_core::calendar::ClockTime::from_minutes(600).unwrap(),
        })
        .unwrap();
        assert_eq!(slot(book, "2026-11-25-2", now).unwrap().id, "2026-11-25-2");
        for gone in ["2026-11-22-1", "2027-11-25-1", "2026-11-25-99"] {
            assert_eq!(slot(book, gone, now).unwrap_err().code, "slot_gone", "{gone}");
        }
        for wrong in ["", "EMERGENCY_NOW", "2026-11-25", "2026-13-25-1", "2026-11-25-x"] {
            assert!(
                slot(book, wrong, now)
                    .unwrap_err()
                    .errors
                    .contains_key("timeslotId"),
                "{wrong}"
            );
        }
    }

    proptest! {
        #[test]
        fn lines_always_add_up_and_no_price_is_negative(
            base in 0..100_000_i64, schedule in -3_000..3_000_i64, agreed in -3_000..3_000_i64, delta in -200_000..200_000_i64,
        ) {
            prop_assume!(base + schedule + agreed >= 0);
            let old = price(&[(LineKind::Base, base), (LineKind::Schedule, schedule), (LineKind::Agreed, agreed)]);
            let new = old.at_slot(Pence(delta));
            prop_assert!(new.lines.iter().map(|line| line.amount.0).sum::<i64>() == new.amount.0);
            prop_assert!(new.amount.0 >= 0);
            prop_assert_eq!(due(new.amount, old.amount).0, (new.amount.0 - old.amount.0).max(0));
        }
    }
}
