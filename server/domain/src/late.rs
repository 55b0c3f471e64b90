//! What a pro says of themselves before the work begins: that they are late, or there. From when on a client may report that nobody came
//! follows from it.

use pricing_core::Urgency;

use super::booking::Booking;
use super::failure::{Failure, Fallible};
use super::missed_visit;
use super::status;
use crate::clock::{HOUR, MINUTE, Millis};

/// How late a pro may say that they are, minutes.
pub const MINUTES: [i64; 4] = [10, 20, 30, 60];

/// How long the same said again is taken for the first, milliseconds: a finger that taps twice, an answer that was lost.
const SAME: Millis = 10 * MINUTE;

/// How often it may be said of one visit. Decided for the product: whoever is late for longer should call.
const MOST: usize = 5;

/// How long before the window anything may be said, milliseconds. Decided for the product.
const EARLY: Millis = 2 * HOUR;

/// How long after assignment a pro who was called to an emergency counts as not turned up, milliseconds.
const EMERGENCY_WAIT: Millis = HOUR;

/// That a pro is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Late {
    /// When they said so.
    pub at: Millis,
    /// By how many minutes.
    pub minutes: i64,
    /// By how many minutes that moved the time from which they count as not turned up.
    pub moved_minutes: i64,
}

impl Late {
    /// When they expect to be there, at the latest.
    #[must_use]
    pub const fn until(&self) -> Millis {
        self.at + self.minutes * MINUTE
    }
}

/// What the pro of a visit has said of themselves so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OnTheWay {
    /// Each time that they were late, in order.
    pub late: Vec<Late>,
    /// When they said that they are there, though their place did not show it.
    pub here_at: Option<Millis>,
}

impl OnTheWay {
    /// How late they are, as they last said.
    #[must_use]
    pub fn last(&self) -> Option<Late> {
        self.late.last().copied()
    }

    /// Whether the same was said a moment ago.
    #[must_use]
    pub fn repeats(&self, minutes: i64, now: Millis) -> bool {
        self.last()
            .is_some_and(|last| last.minutes == minutes && now - last.at < SAME)
    }

    /// What it is to say now that they are late. The first moves the time from which they count as not turned up, unless that has come.
    ///
    /// # Errors
    /// 409 `illegal_transition` unless the work is still to begin, `too_early` long before the window, `said_enough`.
    pub fn say(&self, booking: &Booking, minutes: i64, now: Millis) -> Fallible<Late> {
        may_speak(booking, now)?;
        if self.late.len() >= MOST {
            let detail = "You have said so often enough. Please call your client.";
            return Err(Failure::conflict("said_enough", detail));
        }
        let moves = self.late.is_empty() && now < self.no_show_from(booking);
        Ok(Late {
            at: now,
            minutes,
            moved_minutes: if moves { minutes } else { 0 },
        })
    }

    /// From when on the pro counts as not turned up, Unix milliseconds.
    #[must_use]
    pub fn no_show_from(&self, booking: &Booking) -> Millis {
        let assigned = booking.assigned_at.unwrap_or(booking.updated_at);
        let from = match (booking.urgency, booking.slot_end) {
            (Urgency::Emergency, _) | (_, None) => assigned + EMERGENCY_WAIT,
            (_, Some(end)) => end,
        };
        let moved: i64 = self.late.iter().map(|late| late.moved_minutes).sum();
        from + moved * MINUTE
    }
}

/// Whether the pro of a job may say now that they are late, or there.
///
/// # Errors
/// 409 `illegal_transition` unless the work is still to begin, `too_early` long before the window.
pub fn may_speak(booking: &Booking, now: Millis) -> Fallible<()> {
    let from = missed_visit::arrive_from(booking).ok_or_else(|| status::illegal(booking.status))?;
    if now < from - EARLY {
        let detail = "Your visit is more than two hours away. Suggest another time in the chat.";
        return Err(Failure::conflict("too_early", detail));
    }
    Ok(())
}

/// How late the pro says that they are.
///
/// # Errors
/// 422 on `minutes`.
pub fn minutes(said: i64) -> Fallible<i64> {
    let known = MINUTES.contains(&said).then_some(said);
    known.ok_or_else(|| Failure::field("minutes", "Choose 10, 20, 30 or 60 minutes."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;
    use crate::status::BookingStatus;

    const START: Millis = 100 * HOUR;

    fn visit() -> Booking {
        Booking {
            status: BookingStatus::EnRoute,
            urgency: Urgency::Scheduled,
            assigned_at: Some(HOUR),
            slot_start: Some(START),
            slot_end: Some(START + 4 * HOUR),
            ..blank()
        }
    }

    fn after(said: &[Late]) -> OnTheWay {
        OnTheWay {
            late: said.to_vec(),
            here_at: None,
        }
    }

    #[test]
    fn only_four_answers_are_known() {
        for (said, is_known) in [
            (0, false),
            (10, true),
            (15, false),
            (60, true),
            (-10, false),
            (i64::MAX, false),
        ] {
            assert_eq!(minutes(said).is_ok(), is_known, "{said}");
        }
    }

    #[test]
    fn the_first_moves_the_no_show_and_no_other_does() {
        let end = START + 4 * HOUR;
        assert_eq!(after(&[]).no_show_from(&visit()), end);
        let first = after(&[]).say(&visit(), 20, end - 1).unwrap();
        assert_eq!((first.moved_minutes, first.until()), (20, end - 1 + 20 * MINUTE));
        let said = after(&[first]);
        assert_eq!(said.no_show_from(&visit()), end + 20 * MINUTE);
        let second = said.say(&visit(), 60, end).unwrap();
        assert_eq!((second.minutes, second.moved_minutes), (60, 0));
        assert_eq!(after(&[first, second]).no_show_from(&visit()), end + 20 * MINUTE);
    }

    #[test]
    fn nothing_moves_once_the_client_may_report_it() {
        let end = START + 4 * HOUR;
        assert_eq!(after(&[]).say(&visit(), 60, end).unwrap().moved_minutes, 0);
    }

    #[test]
    fn an_emergency_counts_from_its_assignment() {
        let called = Booking {
            urgency: Urgency::Emergency,
            slot_start: None,
            slot_end: None,
            ..visit()
        };
        let said = after(&[]).say(&called, 30, 2 * HOUR - 1).unwrap();
        assert_eq!(after(&[said]).no_show_from(&called), 2 * HOUR + 30 * MINUTE);
    }

    #[test]
    fn it_is_said_of_a_visit_that_is_near_and_not_too_often() {
        let early = START - 2 * HOUR - 1;
        assert_eq!(may_speak(&visit(), early).unwrap_err().code, "too_early");
        assert!(may_speak(&visit(), early + 1).is_ok());
        let begun = Booking {
            status: BookingStatus::InProgress,
            ..visit()
        };
        assert_eq!(may_speak(&begun, START).unwrap_err().code, "illegal_transition");
        let late = after(&[]).say(&visit(), 10, START).unwrap();
        assert!(after(&[late; 4]).say(&visit(), 10, START).is_ok());
        assert_eq!(
            after(&[late; 5]).say(&visit(), 10, START).unwrap_err().code,
            "said_enough"
        );
    }

    #[test]
    fn the_same_a_moment_later_is_the_same() {
        let late = after(&[]).say(&visit(), 10, START).unwrap();
        let said = after(&[late]);
        assert!(said.repeats(10, START + 10 * MINUTE - 1) && !said.repeats(10, START + 10 * MINUTE));
        assert!(!said.repeats(20, START + 1));
    }
}
