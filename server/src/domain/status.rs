//! The booking's one state machine: decisions.md section 7 as data. A change of status needs a [`Transition`], and only
//! the table can make one.

pub use pricing_core::BookingStatus;

impl Column for BookingStatus {
    type Stored = String;

    fn to_value(&self) -> Value {
        Value::Text(Some(self.as_str().to_owned()))
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        Self::try_from(stored).map_err(|error| error.to_string())
    }
}

/// Who moves a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The server by itself: payments, matching, timers, the creating transaction.
    System,
    /// The owner, or the holder of the guest link.
    Client,
    /// A pro: the assigned one, or before that one who answers an offer.
    Pro,
    /// The console.
    Operator,
}

/// A step that the table allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    from: BookingStatus,
    to: BookingStatus,
}

use crate::domain::failure::Failure;
use crate::record::{Column, Value};
use Actor::{Client, Operator, Pro, System};
use BookingStatus::{
    Accepted, Assigned, Cancelled, Completed, Confirmed, Created, EnRoute, InProgress, NoResponse, Paid,
    Pending,
};

/// The whole table, a row a step: from, to, who may.
const TABLE: &[(BookingStatus, BookingStatus, &[Actor])] = &[
    (Created, Paid, &[System]),
    (Paid, Pending, &[System]),
    // Cash and budget only, in the creating transaction.
    (Created, Pending, &[System]),
    // A pro proposed another price (Pro), or a budget awaits its payment (System).
    (Pending, Accepted, &[Pro, System]),
    (Accepted, Pending, &[Client, System]),
    (Accepted, Confirmed, &[Client, System]),
    (Pending, Assigned, &[Pro]),
    (Confirmed, Assigned, &[Pro, System]),
    (Assigned, EnRoute, &[Pro]),
    (EnRoute, InProgress, &[Pro]),
    (Assigned, InProgress, &[Pro]),
    (InProgress, Completed, &[Pro]),
    (Pending, NoResponse, &[System]),
    (NoResponse, Pending, &[Client]),
    // That pro withdraws: the job is matched anew.
    (Assigned, Pending, &[Pro]),
    (EnRoute, Pending, &[Pro]),
    // Replaced by the same draft or abandoned (System); the rest is a person calling it off.
    (Created, Cancelled, &[System, Client, Operator]),
    (Paid, Cancelled, &[Client, Operator]),
    // The hold ended by itself and nobody paid again (System).
    (Pending, Cancelled, &[System, Client, Operator]),
    (Accepted, Cancelled, &[Client, Operator]),
    (Confirmed, Cancelled, &[Client, Operator]),
    (Assigned, Cancelled, &[Client, Operator]),
    (EnRoute, Cancelled, &[Client, Operator]),
    (NoResponse, Cancelled, &[Client, Operator]),
    (InProgress, Cancelled, &[Operator]),
];

/// The step from one status to another, if the table lets `who` take it.
///
/// # Errors
/// 409 `illegal_transition`.
pub fn transition(from: BookingStatus, to: BookingStatus, who: Actor) -> Result<Transition, Failure> {
    let allowed = TABLE
        .iter()
        .any(|(start, end, by)| *start == from && *end == to && by.contains(&who));
    if allowed {
        Ok(Transition { from, to })
    } else {
        Err(illegal(from))
    }
}

/// 409 `illegal_transition` for a booking that stands at `from`.
#[must_use]
pub fn illegal(from: BookingStatus) -> Failure {
    let detail = format!(
        "The booking is {} and cannot take that step.",
        from.as_str().replace('_', " ")
    );
    Failure::conflict("illegal_transition", detail).with("bookingStatus", from.as_str())
}

impl Transition {
    /// Where the booking must stand.
    #[must_use]
    pub fn from(self) -> BookingStatus {
        self.from
    }

    /// Where it goes.
    #[must_use]
    pub fn to(self) -> BookingStatus {
        self.to
    }

    /// What the client is notified of, if of anything. A booking that was never paid is never shown, and its end is no news.
    #[must_use]
    pub fn notification(self) -> Option<&'static str> {
        match (self.from, self.to) {
            (_, Assigned) => Some("assigned"),
            (_, EnRoute) => Some("en_route"),
            (_, InProgress) => Some("started"),
            (_, Completed) => Some("completed"),
            (_, NoResponse) => Some("no_response"),
            (Created, Cancelled) => None,
            (_, Cancelled) => Some("cancelled"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The specification's table, written out again by hand so that the data above cannot vouch for itself.
    fn specified(from: &str, to: &str, who: Actor) -> bool {
        let person = matches!(who, Client | Operator);
        match (from, to) {
            ("created", "paid" | "pending") | ("paid", "pending") | ("pending", "no_response") => {
                who == System
            }
            ("pending", "accepted") | ("confirmed", "assigned") => matches!(who, Pro | System),
            ("accepted", "pending" | "confirmed") => matches!(who, Client | System),
            ("pending", "assigned")
            | ("assigned", "en_route" | "in_progress" | "pending")
            | ("en_route", "in_progress" | "pending")
            | ("in_progress", "completed") => who == Pro,
            ("no_response", "pending") => who == Client,
            ("created" | "pending", "cancelled") => person || who == System,
            ("paid" | "accepted" | "confirmed" | "assigned" | "en_route" | "no_response", "cancelled") => {
                person
            }
            ("in_progress", "cancelled") => who == Operator,
            _ => false,
        }
    }

    fn status() -> impl Strategy<Value = BookingStatus> {
        proptest::sample::select(BookingStatus::ALL.to_vec())
    }

    fn actor() -> impl Strategy<Value = Actor> {
        proptest::sample::select(vec![System, Client, Pro, Operator])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn exactly_the_table_passes(from in status(), to in status(), who in actor()) {
            let answer = transition(from, to, who);
            prop_assert_eq!(answer.is_ok(), specified(from.as_str(), to.as_str(), who));
            match answer {
                Ok(step) => prop_assert_eq!((step.from(), step.to()), (from, to)),
                Err(error) => prop_assert_eq!(error.code, "illegal_transition"),
            }
        }

        /// However a booking wanders, an ended one stays ended and only a pro's work completes it.
        #[test]
        fn walks_end(steps in proptest::collection::vec((status(), actor()), 0..60)) {
            let mut at = Created;
            for (to, who) in steps {
                if let Ok(step) = transition(at, to, who) {
                    prop_assert!(!at.has_ended());
                    prop_assert!(step.to() != Completed || at == InProgress);
                    at = step.to();
                }
            }
        }
    }
}
