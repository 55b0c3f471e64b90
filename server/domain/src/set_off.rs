//! Setting off, which a pro may take back for a moment: by mistake, or pressed in a pocket.

use crate::booking::Booking;
use crate::clock::{Millis, SECOND};
use crate::failure::{Failure, Fallible};
use crate::status::BookingStatus;

/// How long a pro may take it back, and a cancellation does not count it, milliseconds: decided for the product.
pub const UNDO: Millis = 60 * SECOND;

/// Whether a pro who set off at `set_off_at` (Unix milliseconds) has only just done so.
fn is_fresh(set_off_at: Option<Millis>, now: Millis) -> bool {
    set_off_at.is_some_and(|at| now - at < UNDO)
}

/// Whether a pro who set off at `set_off_at` may take it back at `now` (Unix milliseconds).
///
/// # Errors
/// 409 `too_late` from [`UNDO`] on.
pub fn may_undo(set_off_at: Option<Millis>, now: Millis) -> Fallible<()> {
    if is_fresh(set_off_at, now) {
        return Ok(());
    }
    let detail = "It is too late to take this back: write to your client.";
    Err(Failure::conflict("too_late", detail))
}

/// The status by which a cancellation at `now` is charged, for a booking whose pro set off at `set_off_at` (Unix milliseconds).
#[must_use]
pub fn charged_as(booking: &Booking, set_off_at: Option<Millis>, now: Millis) -> BookingStatus {
    if booking.facts().is_on_the_way && is_fresh(set_off_at, now) {
        BookingStatus::Assigned
    } else {
        booking.status
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::booking::blank;

    fn at(status: BookingStatus) -> Booking {
        Booking { status, ..blank() }
    }

    #[test]
    fn it_is_taken_back_within_a_minute_and_counts_from_then_on() {
        let set_off = Some(1_000);
        let on_the_way = at(BookingStatus::EnRoute);
        for (now, is_early) in [(1_000, true), (60_999, true), (61_000, false), (600_000, false)] {
            let refused = may_undo(set_off, now).err().map(|failure| failure.code);
            assert_eq!(refused, (!is_early).then_some("too_late"), "{now}");
            let counted = if is_early {
                BookingStatus::Assigned
            } else {
                BookingStatus::EnRoute
            };
            assert_eq!(charged_as(&on_the_way, set_off, now), counted, "{now}");
        }
        assert_eq!(charged_as(&on_the_way, None, 0), BookingStatus::EnRoute);
        assert!(may_undo(None, 0).is_err());
    }

    #[test]
    fn no_other_status_is_charged_as_another() {
        for status in BookingStatus::ALL {
            let charged = charged_as(&at(status), Some(0), 1);
            assert_eq!(charged == status, status != BookingStatus::EnRoute, "{status}");
        }
    }
}
