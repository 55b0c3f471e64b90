//! Cash jobs whose clients did not pay: until when a pro may say so, and what an operator decides.

use crate::booking::Booking;
use crate::clock::{DAY, Millis};
use callout_db::names;

/// How long after its end a pro may say that a job was not paid, milliseconds: as long as its client may dispute it.
const OPEN_FOR: Millis = 14 * DAY;

names! {
    /// What an operator decides.
    #[schema(as = UnpaidVerdict)]
    pub enum Verdict {
        /// The pro does not owe the fee.
        Waived = "waived",
        /// The pro owes the fee.
        Upheld = "upheld",
    }
}

/// True for a job that its client pays the pro in cash and that is done.
#[must_use]
pub fn is_paid_in_cash(booking: &Booking) -> bool {
    booking.is_in_cash() && booking.facts().is_done
}

/// Until when the pro of a job may say that its client did not pay, Unix milliseconds; none for other jobs.
#[must_use]
pub fn open_until(booking: &Booking) -> Option<Millis> {
    let ended = booking.ended_at.filter(|_| is_paid_in_cash(booking))?;
    Some(ended + OPEN_FOR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_stored_by_their_words() {
        for verdict in [Verdict::Waived, Verdict::Upheld] {
            assert_eq!(Verdict::parse(verdict.as_str()), Some(verdict));
        }
        assert_eq!(Verdict::parse("paid"), None);
    }
}
