//! What the only pro who is asked for a booking is told of it. Whoever has it is told as any pro is.

use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{Transition, facts};
use callout_store::jobs::NewJob;

/// The job that tells them; none for a booking that is open to all.
pub(super) fn told(booking: &Booking, message: MessageKind, now: Millis) -> Fallible<Option<NewJob>> {
    let Some(master) = booking.reserved_for.as_deref() else {
        return Ok(None);
    };
    let telling = Telling {
        message,
        booking_id: &booking.id,
        master_id: Some(master),
        occasion: "promised",
    };
    messages::job(&telling, now).map(Some)
}

/// The job that tells them that they are not asked any more, where it ends before it was theirs.
pub(super) fn over(booking: &Booking, step: Transition, now: Millis) -> Fallible<Option<NewJob>> {
    let (from, to) = (facts(step.from()), facts(step.to()));
    let was_asked = from.is_matching || from.waits_for_client;
    if was_asked && to.is_called_off {
        told(booking, MessageKind::NewWorkOver, now)
    } else {
        Ok(None)
    }
}
