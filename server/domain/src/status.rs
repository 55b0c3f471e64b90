//! What each booking status means, in three tables: the facts of each status, the steps between them, and what the
//! client is told about a step. Nothing else distinguishes statuses. A change of status needs a [`Transition`], and only the
//! table of steps can make one.

pub use pricing_core::BookingStatus;

use crate::failure::Failure;
use crate::message_kind::MessageKind;
use Actor::{Client, Operator, Pro, System};
use BookingStatus::{
    Accepted, Assigned, Cancelled, Completed, Confirmed, Created, EnRoute, InProgress, NoResponse, Paid,
    Pending,
};
use callout_db::names;

/// The facts that follow from a booking's status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Facts {
    /// It is still to be done.
    pub is_open: bool,
    /// No step leads away from it; its links end some time later.
    pub is_final: bool,
    /// It keeps its place in the window from others.
    pub holds_place: bool,
    /// Its client sees it in the list of bookings.
    pub is_listed: bool,
    /// It exists only to be paid for, and gives way to another booking of its draft.
    pub awaits_payment: bool,
    /// It is paid for, and matching has not begun.
    pub awaits_matching: bool,
    /// A pro is looked for.
    pub is_matching: bool,
    /// A pro's answer waits for the client.
    pub waits_for_client: bool,
    /// No pro was found in time; it can be tried again.
    pub is_unmatched: bool,
    /// A pro is on it, or was.
    pub has_pro: bool,
    /// Its pro is on the way.
    pub is_on_the_way: bool,
    /// Its pro is at work there.
    pub is_at_work: bool,
    /// The work was done.
    pub is_done: bool,
    /// It was cancelled: its draft, its photo and its coupon are free again.
    pub is_called_off: bool,
}

/// Under way.
const UNDER_WAY: Facts = Facts {
    is_open: true,
    is_final: false,
    holds_place: true,
    is_listed: true,
    awaits_payment: false,
    awaits_matching: false,
    is_matching: false,
    waits_for_client: false,
    is_unmatched: false,
    has_pro: false,
    is_on_the_way: false,
    is_at_work: false,
    is_done: false,
    is_called_off: false,
};

/// The table of facts.
#[must_use]
pub const fn facts(status: BookingStatus) -> Facts {
    match status {
        Created => Facts {
            is_listed: false,
            awaits_payment: true,
            ..UNDER_WAY
        },
        Paid => Facts {
            awaits_matching: true,
            ..UNDER_WAY
        },
        Pending => Facts {
            is_matching: true,
            ..UNDER_WAY
        },
        Accepted => Facts {
            waits_for_client: true,
            ..UNDER_WAY
        },
        Confirmed => UNDER_WAY,
        Assigned => Facts {
            has_pro: true,
            ..UNDER_WAY
        },
        InProgress => Facts {
            has_pro: true,
            is_at_work: true,
            ..UNDER_WAY
        },
        EnRoute => Facts {
            has_pro: true,
            is_on_the_way: true,
            ..UNDER_WAY
        },
        Completed => Facts {
            is_open: false,
            is_final: true,
            has_pro: true,
            is_done: true,
            ..UNDER_WAY
        },
        Cancelled => Facts {
            is_open: false,
            is_final: true,
            holds_place: false,
            is_called_off: true,
            ..UNDER_WAY
        },
        NoResponse => Facts {
            is_open: false,
            holds_place: false,
            is_unmatched: true,
            ..UNDER_WAY
        },
    }
}

/// Who moves a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// The server by itself: payments, matching, timers, the creating transaction.
    System,
    /// The owner, or the holder of the guest link.
    Client,
    /// A pro: the assigned one or, before that, one who answers an offer.
    Pro,
    /// The operators' console.
    Operator,
}

/// A step that the table allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transition {
    from: BookingStatus,
    to: BookingStatus,
    by: Actor,
}

/// The steps by which people may cancel it.
const CALLED_OFF: (BookingStatus, &[Actor]) = (Cancelled, &[Client, Operator]);
/// The same where the server cancels by itself, too: nobody paid, or no pro was found.
const CALLED_OFF_OR_GIVEN_UP: (BookingStatus, &[Actor]) = (Cancelled, &[System, Client, Operator]);
/// The pro withdraws, or may not have the job any more (System, Operator): it is matched again.
const MATCHED_AGAIN: (BookingStatus, &[Actor]) = (Pending, &[Pro, System, Operator]);

/// The table of steps: where each status leads, and who may take it there.
const fn steps(from: BookingStatus) -> &'static [(BookingStatus, &'static [Actor])] {
    match from {
        Created => &[
            (Paid, &[System]),
            // Cash and budget only, in the creating transaction.
            (Pending, &[System]),
            // Replaced by the same draft or abandoned (System); otherwise cancelled by a person.
            CALLED_OFF_OR_GIVEN_UP,
        ],
        Paid => &[(Pending, &[System]), CALLED_OFF],
        Pending => &[
            // A pro proposed another price (Pro), a budget awaits its payment (System), or one of the named prices was chosen (Client).
            (Accepted, &[Pro, System, Client]),
            (Assigned, &[Pro, Operator]),
            (NoResponse, &[System]),
            // The hold ended by itself and nobody paid again (System); otherwise cancelled by a person.
            CALLED_OFF_OR_GIVEN_UP,
        ],
        Accepted => &[
            // Declined, lapsed, or taken back by the pro who proposed it.
            (Pending, &[Client, System, Pro]),
            (Confirmed, &[Client, System]),
            CALLED_OFF_OR_GIVEN_UP,
        ],
        Confirmed => &[(Assigned, &[Pro, System, Operator]), CALLED_OFF],
        Assigned => &[
            (EnRoute, &[Pro]),
            (InProgress, &[Pro]),
            MATCHED_AGAIN,
            CALLED_OFF_OR_GIVEN_UP,
        ],
        // Assigned: taken back, for a moment (`set_off`). System: a visit to put something right, which is never matched anew.
        EnRoute => &[
            (InProgress, &[Pro]),
            (Assigned, &[Pro]),
            MATCHED_AGAIN,
            CALLED_OFF_OR_GIVEN_UP,
        ],
        // Client: while the pro says that it is not what was booked (`mismatches`); `Bookings::cancel` is for before the work.
        // System: demonstration jobs of a server that is no longer one.
        InProgress => &[(Completed, &[Pro]), (Cancelled, &[Client, Operator, System])],
        // System: paid again.
        NoResponse => &[
            (Pending, &[Client, System]),
            (Assigned, &[Operator]),
            CALLED_OFF_OR_GIVEN_UP,
        ],
        Completed | Cancelled => &[],
    }
}

/// The step from one status to another, if the table lets `who` take it.
///
/// # Errors
/// 409 `illegal_transition`.
pub fn transition(from: BookingStatus, to: BookingStatus, who: Actor) -> Result<Transition, Failure> {
    let allowed = steps(from)
        .iter()
        .any(|(end, by)| *end == to && by.contains(&who));
    if allowed {
        Ok(Transition { from, to, by: who })
    } else {
        Err(illegal(from))
    }
}

/// 409 `illegal_transition` for a booking in status `from`.
#[must_use]
pub fn illegal(from: BookingStatus) -> Failure {
    let detail = format!(
        "The booking is {} and cannot take that step.",
        from.as_str().replace('_', " ")
    );
    Failure::conflict("illegal_transition", detail).with("bookingStatus", from.as_str())
}

impl Transition {
    /// The status the booking must be in.
    #[must_use]
    pub fn from(self) -> BookingStatus {
        self.from
    }

    /// Where it goes.
    #[must_use]
    pub fn to(self) -> BookingStatus {
        self.to
    }

    /// The table of notifications: what the client and the pro are told about the step.
    #[must_use]
    pub const fn news(self) -> News {
        let notification = match self.to {
            Assigned if self.takes_back() => None,
            Assigned => Some(Notification::Assigned),
            EnRoute => Some(Notification::EnRoute),
            InProgress => Some(Notification::Started),
            Completed => Some(Notification::Completed),
            NoResponse => Some(Notification::NoResponse),
            // A booking that was never paid is never shown, so its end is not announced.
            Cancelled if facts(self.from).is_listed => Some(Notification::Cancelled),
            Cancelled | Created | Paid | Pending | Accepted | Confirmed => None,
        };
        let (to_client, to_pro) = match self.to {
            // Only if it was told that the pro is on the way (`bookings::news`).
            Assigned if self.takes_back() => (Some(MessageKind::NotOnTheWay), None),
            Assigned => (Some(MessageKind::Assigned), Some(MessageKind::JobAssigned)),
            EnRoute => (Some(MessageKind::OnTheWay), None),
            Completed => (Some(MessageKind::Completed), None),
            NoResponse => (Some(MessageKind::NoResponse), None),
            Pending if facts(self.from).has_pro => (Some(MessageKind::ProWithdrew), self.taken_away()),
            Cancelled if facts(self.from).has_pro => (
                Some(MessageKind::CancelledByOthers),
                Some(MessageKind::JobCancelled),
            ),
            Cancelled if facts(self.from).is_listed => (Some(MessageKind::CancelledByOthers), None),
            // What an accepted booking waits for is said where that begins.
            Cancelled | Created | Paid | Pending | Accepted | Confirmed | InProgress => (None, None),
        };
        News {
            notification,
            to_client,
            to_pro,
            // Said once, when the booking becomes certain; a later return to matching says nothing more.
            confirmation: matches!((self.from, self.to), (Created | Paid, Pending)),
        }
    }

    /// The pro has not set off after all.
    #[must_use]
    pub const fn takes_back(self) -> bool {
        takes_back(self.from, self.to)
    }

    /// What a pro is told who has the job no longer: nothing of their own withdrawal.
    const fn taken_away(self) -> Option<MessageKind> {
        match self.by {
            Pro => None,
            System | Client | Operator => Some(MessageKind::JobTakenAway),
        }
    }
}

names! {
    /// What a notification to a client says.
    pub enum Notification {
        /// A pro has the job.
        Assigned = "assigned",
        /// The pro is on the way.
        EnRoute = "en_route",
        /// The work has begun.
        Started = "started",
        /// The work is done.
        Completed = "completed",
        /// The booking was cancelled.
        Cancelled = "cancelled",
        /// No pro was found in time.
        NoResponse = "no_response",
    }
}

/// What a client and a pro are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct News {
    /// The kind of the client's notification, if there is one.
    pub notification: Option<Notification>,
    /// The message to the client, if there is one; about a cancellation only when somebody else cancelled.
    pub to_client: Option<MessageKind>,
    /// The message to the pro, if there is one.
    pub to_pro: Option<MessageKind>,
    /// Whether the booking is confirmed by message.
    pub confirmation: bool,
}

/// Whether the step from `from` to `to` takes back that the pro has set off (`set_off`).
#[must_use]
pub const fn takes_back(from: BookingStatus, to: BookingStatus) -> bool {
    matches!((from, to), (EnRoute, Assigned))
}

#[cfg(test)]
mod tests;
