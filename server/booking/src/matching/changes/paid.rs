//! A change that has been paid takes effect, unless it cannot be any more.

use callout_domain::change::ChangeOutcome;
use pricing_core::PriceBook;

use super::promised::keep;
use super::suggested::tell;
use super::{after, apply, is_moved};
use crate::bookings;
use crate::books::Current;
use crate::matching::Matching;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::Actor;
use callout_store as store;
use callout_store::changes::{self, Change};
use callout_store::payments::Payment;
use callout_store::{Connection, masters, slots};

/// What a payment for a change has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paid {
    /// Nothing: the change is over or cannot be any more. The payment must be let go.
    Nothing,
    /// It pays the booking from now on.
    Whole,
    /// It pays the rest of a price of which a part was charged before.
    Difference,
}

impl Matching {
    /// Makes what was paid of a booking, in the caller's transaction, which has locked the payment.
    pub async fn change_paid(
        &self,
        connection: &mut Connection,
        payment: &Payment,
        current: &Current,
        now: Millis,
    ) -> Fallible<Paid> {
        let Some(id) = payment.reference.as_deref() else {
            return Ok(Paid::Nothing);
        };
        let Some(found) = changes::find(connection, id).await? else {
            return Ok(Paid::Nothing);
        };
        if let Some(pro) = &found.master_id {
            masters::touch(connection, pro, now).await?;
        }
        let booking = store::bookings::lock(connection, &found.booking_id).await?;
        let open = changes::open(connection, &found.booking_id).await?;
        let open = open.filter(|open| {
            open.id == id && open.waits_for_payment() && open.due_pence == payment.amount_pence
        });
        let Some((booking, change)) = booking.zip(open) else {
            return Ok(Paid::Nothing);
        };
        let after = after(&booking, &change);
        bookings::lock_places(connection, &booking, Some(&after)).await?;
        let Some(capacity) = room(connection, &booking, &after, &change, &current.book, now).await? else {
            bookings::end_change(connection, &booking, &change, ChangeOutcome::Gone, now).await?;
            return Ok(Paid::Nothing);
        };
        let is_whole = change.due_pence == change.amount_pence;
        bookings::close_change(connection, &booking, &change, ChangeOutcome::Done, now).await?;
        if change.promised_to().is_some() {
            Box::pin(keep(
                connection,
                &booking,
                &change,
                capacity,
                current,
                &self.rules,
                now,
            ))
            .await?;
            return Ok(Paid::Whole);
        }
        Box::pin(apply(connection, &booking, after, Actor::System, capacity, now)).await?;
        if let Some(pro) = &change.master_id {
            bookings::tell_pro_of_change(connection, pro, &booking.id, now).await?;
            tell(connection, MessageKind::TimeAccepted, &change, now).await?;
        }
        Ok(if is_whole { Paid::Whole } else { Paid::Difference })
    }
}

/// How many places its window counts as having, for a booking that takes one there; none when the window has begun or is full. The
/// place that the change kept is free again by then, and held until the commit.
async fn room(
    connection: &mut Connection,
    booking: &Booking,
    after: &Booking,
    change: &Change,
    book: &PriceBook,
    now: Millis,
) -> Fallible<Option<u32>> {
    let takes_one = booking.facts().is_unmatched || is_moved(booking, after);
    let Some(place) = after.place().filter(|_| takes_one) else {
        return Ok(Some(0));
    };
    if place.window.start <= now {
        return Ok(None);
    }
    if change.holds_place {
        return Ok(Some(u32::MAX));
    }
    // Tried and given back, so that what follows cannot fail.
    let capacity = book.capacity.of_area(place.area);
    if !slots::take(connection, place, capacity).await? {
        return Ok(None);
    }
    slots::give_back(connection, place).await?;
    Ok(Some(u32::MAX))
}
