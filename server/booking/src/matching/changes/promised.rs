//! A booking that is given to a pro before its client has paid for it.
//!
//! An operator gives a booking to a pro who has agreed by phone, but only its client can put money down. Where no hold stands, the booking is
//! promised: a change of the kind `promised` waits for the client's payment and names the pro, whose time it keeps free as a suggested time
//! does. There are two cases. A booking that found nobody (its hold was let go) and a budget (it never had one) get a payment of their own,
//! as when they are paid again, with the place kept: due within 12 hours, never later than 12 hours before the window, except that everybody
//! has the 15 minutes that whoever pays again has anyway (a scheduled visit finds nobody just 12 hours before it). A booking whose hold the
//! bank has ended asks for its payment already: that one stands with its deadline, and the promise only says what follows. Whichever is
//! paid, the pro is judged anew in that transaction and has the job, or others are asked as usual. All that ends a change ends a promise,
//! too, and its pro is told: no payment in time (a hold that ended: the booking is cancelled, as it would have been; otherwise it stays
//! where it is), another time, a cancellation, a pro who accepts in the app, an operator who promises it to somebody else. Meanwhile its
//! price stays, since the pro agreed to that, and matching does not give it up.

use pricing_core::Pence;

use super::suggested::{note, tell};
use super::{Money, apply, change_to, wait_for};
use crate::bookings;
use crate::books::Current;
use crate::matching::answers::Moment;
use crate::matching::{Matching, assign};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::change::pay_again_until;
use callout_domain::change::{ChangeKind, ChangeOutcome};
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::rules::MatchingRules;
use callout_domain::message_kind::MessageKind;
use callout_domain::status;
use callout_store as store;
use callout_store::changes::{self, Change};
use callout_store::{Connection, masters, payments};

/// Whether a booking's client must pay before a pro can have it.
pub(in crate::matching) async fn is_unpaid(connection: &mut Connection, booking: &Booking) -> Fallible<bool> {
    if booking.is_unpaid_budget() || matches!(Money::of(connection, booking).await?, Money::Gone) {
        return Ok(true);
    }
    let Some(id) = booking.payment_id.as_deref().filter(|_| !booking.is_in_cash()) else {
        return Ok(false);
    };
    // The card page makes a payment the booking's own as soon as it is opened.
    let payment = payments::find(connection, id).await?;
    Ok(payment.is_none_or(|payment| payment.authorised_at.is_none()))
}

/// Refuses what would change what a pro has agreed to.
pub(super) async fn refuse_promised(connection: &mut Connection, booking: &Booking) -> Fallible<()> {
    match changes::open(connection, &booking.id).await? {
        Some(open) if open.promised_to().is_some() => Err(Failure::conflict(
            "payment_due",
            "A pro has agreed to do this job. Please pay for it first.",
        )),
        _ => Ok(()),
    }
}

impl Moment {
    /// Promises an unpaid booking to a pro, and asks its client to pay. The caller has locked payment, pro and booking, and judged the pro.
    pub(in crate::matching) async fn promise(
        &self,
        connection: &mut Connection,
        booking: &Booking,
        master: &str,
    ) -> Fallible<()> {
        let (now, open) = (self.now, changes::open(connection, &booking.id).await?);
        // What no change asks for, the booking does, and goes on doing so.
        let asked = booking
            .payment_due_until
            .filter(|_| booking.facts().is_matching && !open.is_some_and(|open| open.waits_for_payment()));
        let due = match asked {
            Some(_) => Pence::ZERO,
            None => Pence(booking.amount_pence),
        };
        let change = change_to(booking, ChangeKind::Promised, due, now)?;
        let until = asked.unwrap_or_else(|| pay_again_until(booking.slot_start, now).max(change.until));
        if until <= now {
            return Err(too_late());
        }
        if let Some(old) = booking.payment_id.as_deref().filter(|_| asked.is_none())
            && payments::close_unpaid(connection, old, now).await?
        {
            // Its card page may still be open, but from now on it pays for nothing.
            bookings::release_payment(connection, old, 0, now).await?;
        }
        let change = Change {
            master_id: Some(master.to_owned()),
            until,
            ..change
        };
        let capacity = self.current.book.capacity.of_area(&booking.area);
        let change = wait_for(connection, booking, change, capacity, now).await?;
        note(connection, booking, EventKind::ProPromised, now).await?;
        tell(connection, MessageKind::PaymentAsked, &change, now).await
    }
}

impl Matching {
    /// Keeps the promise of a booking whose hold was made again, in the caller's transaction, which has locked the payment. Nothing happens
    /// for a booking that is promised to nobody.
    pub async fn keep_promise(
        &self,
        connection: &mut Connection,
        booking_id: &str,
        current: &Current,
        now: Millis,
    ) -> Fallible<()> {
        let found = changes::open(connection, booking_id).await?;
        let Some(master) = found.as_ref().and_then(Change::promised_to) else {
            return Ok(());
        };
        masters::touch(connection, master, now).await?;
        let booking = store::bookings::lock(connection, booking_id).await?;
        let booking = booking.filter(|booking| booking.facts().is_matching);
        // Read again, now that it cannot change any more.
        let open = changes::open(connection, booking_id).await?;
        let open = open.filter(|open| open.promised_to() == Some(master));
        let Some((booking, open)) = booking.zip(open) else {
            return Ok(());
        };
        bookings::close_change(connection, &booking, &open, ChangeOutcome::Done, now).await?;
        keep(connection, &booking, &open, 0, current, &self.rules, now).await
    }
}

/// Gives a paid booking to the pro it was promised to, or has others asked when they may not have it any more. The promise has been closed,
/// so that it does not stand in their way; `capacity` is how many places the window has for a booking that takes one again.
pub(super) async fn keep(
    connection: &mut Connection,
    booking: &Booking,
    promise: &Change,
    capacity: u32,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<()> {
    let master = promise.promised_to().unwrap_or_default();
    let job = assign::agreed_job(connection, booking, current, rules, now).await?;
    if assign::judge(connection, master, &job, rules, now)
        .await?
        .is_err()
    {
        note(connection, booking, EventKind::PromiseGone, now).await?;
        bookings::tell_promise_over(connection, promise, now).await?;
        let by = status::Actor::System;
        return apply(connection, booking, booking.clone(), by, capacity, now).await;
    }
    match assign::give(connection, booking, master, capacity, now).await? {
        true => Ok(()),
        // Cannot be: it is locked.
        false => Err(status::illegal(booking.status)),
    }
}

fn too_late() -> Failure {
    Failure::conflict(
        "payment_required",
        "The client has not paid, and there is no time left for that. Check the booking’s current state.",
    )
}
