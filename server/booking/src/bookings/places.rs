//! Taking places in slots, and the order in which they are locked.

use callout_domain::booking::{Booking, SlotPlace, slot_gone};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_store::changes::{self, Change};
use callout_store::{Connection, slots};

/// Takes a place in a window that has not begun.
///
/// # Errors
/// 409 `slot_gone` when it has, or all `capacity` places are taken: the caller must roll back.
pub async fn take_place(
    connection: &mut Connection,
    place: SlotPlace<'_>,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    if place.window.start > now && slots::take(connection, place, capacity).await? {
        Ok(())
    } else {
        Err(slot_gone())
    }
}

/// Locks every place that may be taken or given back while a booking becomes `after`, or ends when that is none: its own, the one
/// that a change keeps, and the next one. Returns that open change. The caller has locked the booking.
pub async fn lock_places(
    connection: &mut Connection,
    booking: &Booking,
    after: Option<&Booking>,
) -> Fallible<Option<Change>> {
    let change = changes::open(connection, &booking.id).await?;
    let kept = change
        .as_ref()
        .and_then(|change| change.held_place(&booking.area));
    let next = after.and_then(Booking::place);
    let places = [booking.held_place(), kept, next];
    slots::lock(connection, places.into_iter().flatten()).await?;
    Ok(change)
}
