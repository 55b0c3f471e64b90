//! Changes that wait: for their payment, or for the pro's answer. Any step of the booking that makes one pointless ends it, in the
//! transaction of the step.

use super::release::release_payment;
use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::change::ChangeOutcome;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{Facts, Transition, facts};
use callout_domain::work::Work;
use callout_store::changes::{self, Change};
use callout_store::jobs::{self, NewJob};
use callout_store::{Connection, payments_due, slots};

/// Ends the open change of a booking that takes this step, unless a pro is still looked for after it.
pub(super) async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    now: Millis,
) -> Fallible<()> {
    let is_unassigned = |facts: Facts| facts.is_matching || facts.is_unmatched;
    let (from, to) = (facts(step.from()), facts(step.to()));
    if !(is_unassigned(from) || from.has_pro) || (is_unassigned(from) && is_unassigned(to)) {
        return Ok(());
    }
    if let Some(change) = changes::open(connection, &booking.id).await? {
        end_change(connection, booking, &change, ChangeOutcome::Over, now).await?;
    }
    Ok(())
}

/// Ends an open change of a booking that the caller has locked: its place is given back, what was opened to pay for it is let go, and a
/// pro whom it promised the booking is told. False when it has ended already.
pub async fn end_change(
    connection: &mut Connection,
    booking: &Booking,
    change: &Change,
    outcome: ChangeOutcome,
    now: Millis,
) -> Fallible<bool> {
    if !close_change(connection, booking, change, outcome, now).await? {
        return Ok(false);
    }
    // The rows of payments are locked before bookings, so this only enqueues.
    for payment in changes::payments(connection, &change.id).await? {
        release_payment(connection, &payment, 0, now).await?;
    }
    tell_promise_over(connection, change, now).await?;
    Ok(true)
}

/// Has the pro whom a change promised its booking told that it is not theirs after all. Nothing for any other change.
pub async fn tell_promise_over(connection: &mut Connection, change: &Change, now: Millis) -> Fallible<()> {
    if let Some(pro) = change.promised_to() {
        let telling = Telling {
            message: MessageKind::PromiseOver,
            booking_id: &change.booking_id,
            master_id: Some(pro),
            occasion: &change.id,
        };
        messages::enqueue(connection, &telling, now).await?;
    }
    Ok(())
}

/// The same, but what was paid for it is kept.
pub async fn close_change(
    connection: &mut Connection,
    booking: &Booking,
    change: &Change,
    outcome: ChangeOutcome,
    now: Millis,
) -> Fallible<bool> {
    if !changes::end(connection, &change.id, outcome, now).await? {
        return Ok(false);
    }
    if let Some(place) = change.held_place(&booking.area) {
        slots::give_back(connection, place).await?;
    }
    if change.waits_for_payment() {
        payments_due::end(connection, &booking.id).await?;
    }
    Ok(true)
}

/// Has a pro told, by a job of its own, that something about a job of theirs has changed.
pub async fn tell_pro_of_change(
    connection: &mut Connection,
    master_id: &str,
    booking_id: &str,
    now: Millis,
) -> Fallible<()> {
    Ok(jobs::add(connection, &[change_told(master_id, booking_id, now)?]).await?)
}

/// The job that tells a pro so.
pub(super) fn change_told(master_id: &str, booking_id: &str, now: Millis) -> Fallible<NewJob> {
    let told = Work::TellProOfChange {
        master_id: master_id.to_owned(),
        booking_id: booking_id.to_owned(),
    };
    Ok(NewJob::new(&told, None, now, now)?)
}
