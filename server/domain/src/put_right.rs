//! Putting right what was done: client or pro asks for another visit, free of charge, and both agree on its window. Then it is a booking of
//! its own, a child of the one that was done.

use callout_db::names;

use super::booking::{Booking, Json, PaymentMethod, QuoteMode};
use super::failure::{Failure, Fallible};
use super::letters;
use super::mask;
use super::status::{self, BookingStatus};
use super::time::Window;
use crate::clock::{DAY, Millis};
use pricing_core::{Tier, Urgency};

/// How long after its end a job may be put right, milliseconds.
pub const WITHIN: Millis = 90 * DAY;

/// How long after the last window that was named somebody may answer, milliseconds.
pub const ANSWER_WITHIN: Millis = DAY;

/// So many times one may ask to have a job put right. Each is told by text, so that without an end one person could use up all texts.
pub const MOST_OF_A_JOB: i64 = 5;

/// So many windows may be named of one request, the first among them.
pub const MOST_WINDOWS: i64 = 6;

/// How long the entry notes of a job are good for its visit, milliseconds: as long as they are kept (`Booking::entry_info`).
const ENTRY_NOTES: Millis = DAY;

/// Shortest and longest words, characters.
pub const TEXT: std::ops::RangeInclusive<usize> = 10..=500;

names! {
    /// Who says something of it.
    #[schema(as = PutRightSide)]
    pub enum Side {
        /// The client.
        Client = "client",
        /// The pro.
        Pro = "pro",
    }
}

names! {
    /// How it ended.
    #[schema(as = PutRightOutcome)]
    pub enum Outcome {
        /// The visit was made.
        Done = "done",
        /// One of the two did not want it, nobody answered in time, or one of them is gone.
        Refused = "refused",
        /// The visit was agreed and called off.
        Cancelled = "cancelled",
    }
}

/// What is to be put right, in words that both read, without phones and emails.
///
/// # Errors
/// 422 on `text`.
pub fn text(typed: &str) -> Fallible<String> {
    let text = letters::plain_text(typed);
    let text = text.trim();
    if TEXT.contains(&text.chars().count()) {
        Ok(mask::contacts(text).into_owned())
    } else {
        let detail = "Say in 10 to 500 characters what is to be put right.";
        Err(Failure::field("text", detail))
    }
}

/// Until when a job may be put right, Unix milliseconds; none where its work was not done, or was itself to put something right.
#[must_use]
pub fn ask_until(job: &Booking) -> Option<Millis> {
    let is_it = job.facts().is_done && job.parent_id.is_none() && job.assigned_master_id.is_some();
    job.ended_at.filter(|_| is_it).map(|ended| ended + WITHIN)
}

/// Whether somebody may ask now to have a job put right.
///
/// # Errors
/// 409 `illegal_transition` for a job that is not done; `too_late`.
pub fn may_ask(job: &Booking, now: Millis) -> Fallible<()> {
    let until = ask_until(job).ok_or_else(|| status::illegal(job.status))?;
    if now < until {
        return Ok(());
    }
    let detail = "This job was done more than 90 days ago. Please contact support.";
    Err(Failure::conflict("too_late", detail))
}

/// 409 `put_right_limit`.
#[must_use]
pub fn too_many() -> Failure {
    let detail = "You have gone to and fro too often. Please talk to each other, or contact support.";
    Failure::conflict("put_right_limit", detail)
}

/// When the visit is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// `YYYY-MM-DD-N`.
    pub slot_id: String,
    /// The window.
    pub window: Window,
}

/// The visit that puts a job right: free, its pro's at once, and without a place in its window.
#[must_use]
pub fn visit(job: &Booking, id: String, when: &When, now: Millis) -> Booking {
    Booking {
        draft_id: id.clone(),
        quote_id: id.clone(),
        parent_id: Some(job.id.clone()),
        id,
        invitation_id: None,
        reserved_for: None,
        may_suggest: false,
        status: BookingStatus::Assigned,
        seq: 2,
        quote_mode: QuoteMode::Paid,
        payment_method: PaymentMethod::Card,
        manual_quote: false,
        open_price: false,
        visit_minutes: None,
        tier: Tier::Standard,
        urgency: Urgency::Scheduled,
        reading: Json(None),
        slot_id: Some(when.slot_id.clone()),
        slot_start: Some(when.window.start),
        slot_end: Some(when.window.end),
        holds_place: false,
        estimated_pence: None,
        amount_pence: 0,
        discount_pence: 0,
        proposed_pence: None,
        coupon_code: None,
        lines: Json::default(),
        photo_id: None,
        payment_id: None,
        pay_by: None,
        payment_due_pence: None,
        payment_due_until: None,
        cancel_reason: None,
        calendar_sequence: 0,
        entry_info: job.entry_info.clone().filter(|_| are_notes_fresh(job, now)),
        share_generation: 1,
        guest_generation: 1,
        assigned_at: Some(now),
        start_generation: 1,
        start_tries: 0,
        start_opened: false,
        started_without: None,
        start_photo_id: None,
        completion_photos: Json::default(),
        not_photographed: None,
        stop_asked_at: None,
        stop_text: None,
        stop_words: None,
        extra_allowed_pence: 0,
        ended_at: None,
        created_at: now,
        updated_at: now,
        ..job.clone()
    }
}

/// Door codes change: the notes of a job count as long as they would be kept, whether anybody has deleted them by then or not.
fn are_notes_fresh(job: &Booking, now: Millis) -> bool {
    job.ended_at.is_some_and(|ended| now < ended + ENTRY_NOTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;

    fn done() -> Booking {
        Booking {
            id: "C-1".to_owned(),
            status: BookingStatus::Completed,
            ended_at: Some(5),
            assigned_master_id: Some("m-1".to_owned()),
            amount_pence: 11_700,
            coupon_code: Some("TEN".to_owned()),
            entry_info: Some("Code 1234".to_owned()),
            payment_id: Some("pi".to_owned()),
            holds_place: true,
            ..blank()
        }
    }

    #[test]
    fn a_job_that_was_done_may_be_put_right_for_90_days() {
        assert!(may_ask(&done(), 5 + WITHIN - 1).is_ok());
        assert_eq!(may_ask(&done(), 5 + WITHIN).unwrap_err().code, "too_late");
        for status in BookingStatus::ALL
            .into_iter()
            .filter(|status| *status != BookingStatus::Completed)
        {
            let job = Booking { status, ..done() };
            assert_eq!(
                may_ask(&job, 6).unwrap_err().code,
                "illegal_transition",
                "{status}"
            );
        }
        let child = Booking {
            parent_id: Some("C-0".to_owned()),
            ..done()
        };
        assert_eq!(may_ask(&child, 6).unwrap_err().code, "illegal_transition");
    }

    #[test]
    fn the_visit_is_free_and_the_pros_at_once() {
        let when = When {
            slot_id: "2026-11-24-2".to_owned(),
            window: Window { start: 10, end: 20 },
        };
        let visit = visit(&done(), "C-2".to_owned(), &when, 7);
        assert_eq!(
            (visit.status, visit.amount_pence, visit.holds_place),
            (BookingStatus::Assigned, 0, false)
        );
        assert_eq!(
            (visit.coupon_code, visit.payment_id, visit.ended_at),
            (None, None, None)
        );
        assert_eq!(
            (visit.parent_id.as_deref(), visit.assigned_master_id.as_deref()),
            (Some("C-1"), Some("m-1"))
        );
        assert_eq!(visit.entry_info.as_deref(), Some("Code 1234"));
        assert_eq!((visit.quote_id.as_str(), visit.slot_start), ("C-2", Some(10)));
    }

    #[test]
    fn a_door_code_of_days_ago_is_not_passed_on() {
        let when = When {
            slot_id: "2026-11-24-2".to_owned(),
            window: Window { start: 10, end: 20 },
        };
        let notes = |now| visit(&done(), "C-2".to_owned(), &when, now).entry_info;
        assert!(notes(5 + ENTRY_NOTES - 1).is_some() && notes(5 + ENTRY_NOTES).is_none());
    }

    #[test]
    fn words_are_few_enough_and_without_contacts() {
        for (letters, fits) in [(9, false), (10, true), (500, true), (501, false)] {
            assert_eq!(text(&"ä".repeat(letters)).is_ok(), fits, "{letters}");
        }
        assert_eq!(text("Ring me on 07700 900123.").unwrap(), "Ring me on •••.");
    }
}
