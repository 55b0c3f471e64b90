//! Visits that came to nothing: one that the pro is said to have missed, and one whose client was not at home. Until when a pro may say
//! so, and what an operator may decide.

use pricing_core::{BasisPoints, Pence, PriceBook, Urgency};

use crate::booking::{Booking, CancelReason};
use crate::clock::{HOUR, MINUTE, Millis};
use crate::failure::{Failure, Fallible};
use crate::letters;
use crate::mask;
use callout_db::names;

/// How long after the cancellation a pro may contest it, milliseconds: decided for the product.
const TO_CONTEST: Millis = 48 * HOUR;

/// How long a pro waits at the door before they may report that nobody is at home, milliseconds: decided for the product.
const AT_THE_DOOR: Millis = 15 * MINUTE;

/// Shortest and longest report of a client who is not at home, characters.
pub const REPORT: std::ops::RangeInclusive<usize> = 10..=500;

names! {
    /// What a pro says.
    pub enum Kind {
        /// The client says that the pro did not come, and the pro says otherwise.
        NoShow = "no_show",
        /// Nobody opened to the pro.
        NotHome = "not_home",
    }
}

names! {
    /// What an operator decides.
    #[schema(as = MissedVisitVerdict)]
    pub enum Verdict {
        /// The client's report stands: the pro did not come.
        Stands = "stands",
        /// The visit counts as made.
        Overturned = "overturned",
        /// The client was not at home: the booking is cancelled, and they pay a part of the price, which may be nothing.
        Charged = "charged",
        /// The visit goes on.
        GoesOn = "goes_on",
    }
}

/// Until when the pro of a booking may contest that they did not come, Unix milliseconds; none where nobody says so.
#[must_use]
pub fn contest_until(booking: &Booking) -> Option<Millis> {
    let is_missed = booking.facts().is_called_off && booking.cancel_reason == Some(CancelReason::NoShow);
    let ended = booking.ended_at.filter(|_| is_missed)?;
    Some(ended + TO_CONTEST)
}

/// True while a pro may stand at the door of a client who does not open.
#[must_use]
pub fn is_before_the_work(booking: &Booking) -> bool {
    let facts = booking.facts();
    facts.has_pro && facts.is_open && !facts.is_at_work
}

/// From when on the pro may say that they are at the door, Unix milliseconds: from the beginning of the window or, without one, from the
/// assignment. None where no visit is to come.
#[must_use]
pub fn arrive_from(booking: &Booking) -> Option<Millis> {
    let assigned = booking.assigned_at.unwrap_or(booking.updated_at);
    is_before_the_work(booking).then(|| booking.slot_start.unwrap_or(assigned))
}

/// From when on a pro who has said so may report that nobody is at home, Unix milliseconds.
#[must_use]
pub const fn report_from(arrived_at: Millis) -> Millis {
    arrived_at + AT_THE_DOOR
}

/// What the pro writes of a client who is not at home, without phones and emails.
///
/// # Errors
/// 422 on `text`.
pub fn report_text(text: &str) -> Fallible<String> {
    let text = letters::plain_text(text);
    let text = text.trim();
    if REPORT.contains(&text.chars().count()) {
        Ok(mask::contacts(text).into_owned())
    } else {
        let detail = "Say in 10 to 500 characters what you did to reach the client.";
        Err(Failure::field("text", detail))
    }
}

/// What a visit that was made for nothing is worth to its pro: what the client would have paid to cancel with the pro on the way, less our
/// fee. Nothing for a job in cash, of which nothing passes through us.
///
/// # Errors
/// When the booking's price is no price.
pub fn compensation(book: &PriceBook, booking: &Booking) -> Fallible<Pence> {
    if booking.is_in_cash() {
        return Ok(Pence::ZERO);
    }
    Ok(pricing_core::fee::fee(book, call_out_share(book, booking))?.net_pence)
}

/// What pays for a pro's way: what the client would pay to cancel with the pro on the way. Nothing of a job in cash.
#[must_use]
pub fn call_out_share(book: &PriceBook, booking: &Booking) -> Pence {
    if booking.is_in_cash() {
        return Pence::ZERO;
    }
    let rules = &book.cancellation;
    let rate = if booking.urgency == Urgency::Emergency {
        rules.emergency_fee_bps
    } else {
        rules.cooling_off_en_route_bps
    };
    rules.call_out(Pence(booking.amount_pence), rate, booking.open_price)
}

/// The most that a client who was not at home pays of the price: as much as a late cancellation costs; nothing of a job in cash.
#[must_use]
pub fn most(book: &PriceBook, booking: &Booking) -> BasisPoints {
    if booking.is_in_cash() {
        BasisPoints(0)
    } else {
        book.cancellation.late_fee_bps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::{PaymentMethod, blank};
    use crate::status::BookingStatus;

    fn of(status: BookingStatus) -> Booking {
        Booking {
            status,
            payment_method: PaymentMethod::Card,
            amount_pence: 11_700,
            ..blank()
        }
    }

    #[test]
    fn only_a_missed_visit_is_contested_and_for_48_hours() {
        let cancelled = |reason| Booking {
            ended_at: Some(1_000),
            cancel_reason: Some(reason),
            ..of(BookingStatus::Cancelled)
        };
        assert_eq!(
            contest_until(&cancelled(CancelReason::NoShow)),
            Some(1_000 + 48 * HOUR)
        );
        assert_eq!(contest_until(&cancelled(CancelReason::Client)), None);
        assert_eq!(contest_until(&of(BookingStatus::Assigned)), None);
    }

    #[test]
    fn a_pro_is_at_the_door_from_the_window_on_and_before_the_work() {
        let visit = |status| Booking {
            assigned_at: Some(5),
            slot_start: Some(9),
            ..of(status)
        };
        for status in [BookingStatus::Assigned, BookingStatus::EnRoute] {
            assert_eq!(arrive_from(&visit(status)), Some(9));
        }
        for status in [
            BookingStatus::Pending,
            BookingStatus::InProgress,
            BookingStatus::Completed,
            BookingStatus::Cancelled,
        ] {
            assert_eq!(arrive_from(&visit(status)), None, "{status:?}");
        }
        let at_once = Booking {
            slot_start: None,
            ..visit(BookingStatus::Assigned)
        };
        assert_eq!(arrive_from(&at_once), Some(5));
        assert_eq!(report_from(9), 9 + 15 * MINUTE);
    }

    #[test]
    fn a_visit_for_nothing_is_worth_the_call_out_share_less_our_fee() {
        let book = PriceBook::builtin();
        let job = of(BookingStatus::Cancelled);
        // 35% of £117.00 is £40.95, of which 15% would be ours.
        assert_eq!(compensation(book, &job).unwrap(), Pence(3_481));
        assert_eq!(most(book, &job), BasisPoints(5_000));
        let cash = Booking {
            payment_method: PaymentMethod::Cash,
            ..job
        };
        assert_eq!(compensation(book, &cash).unwrap(), Pence::ZERO);
        assert_eq!(most(book, &cash), BasisPoints(0));
    }

    #[test]
    fn a_report_is_10_to_500_characters_without_contacts() {
        for (letters, fits) in [(9, false), (10, true), (500, true), (501, false)] {
            assert_eq!(report_text(&"ä".repeat(letters)).is_ok(), fits, "{letters}");
        }
        assert_eq!(report_text("I rang 07700 900123.").unwrap(), "I rang •••.");
    }
}
