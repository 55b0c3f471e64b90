//! Paying again for a booking that found no pro, once its money was let go: the card page is opened, and the search begins anew when
//! that is paid. And asking again once a price or a time has changed.

use callout_domain::master_event::MasterEventKind;
use pricing_core::Pence;

use super::promised::refuse_promised;
use super::{Money, change_to, wait_for};
use crate::matching::Matching;
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::change::ChangeKind;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::work::Work;
use callout_store::{Connection, bookings, jobs, master_events, offers};

/// Opens the card page for the whole price of `after`, which is what the booking becomes once it is paid.
pub(super) async fn pay_again(
    connection: &mut Connection,
    booking: &Booking,
    after: &Booking,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    let change = change_to(after, ChangeKind::Again, Pence(after.amount_pence), now)?;
    wait_for(connection, booking, change, capacity, now).await?;
    Ok(())
}

/// Whether the money of a booking that found no pro is gone. Then the card page is open from now on, and the booking stays where it is.
pub(in crate::matching) async fn must_pay_again(
    connection: &mut Connection,
    booking: &Booking,
    capacity: u32,
    now: Millis,
) -> Fallible<bool> {
    if booking.slot_start.is_some_and(|start| start <= now) {
        return Err(slot_gone());
    }
    refuse_promised(connection, booking).await?;
    if !matches!(Money::of(connection, booking).await?, Money::Gone) {
        return Ok(false);
    }
    pay_again(connection, booking, booking, capacity, now).await?;
    Ok(true)
}

impl Matching {
    /// Tells the pros of a booking whose price or time has changed: those whose offers ended with the change, and those whose offers go
    /// on at the new price. Then the search goes on.
    pub async fn reoffer(&self, booking_id: &str, withdrawn: &[String]) -> Fallible<()> {
        let (id, withdrawn, now) = (booking_id.to_owned(), withdrawn.to_vec(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::find(connection, &id).await?;
                    let is_matching = booking.is_some_and(|booking| booking.facts().is_matching);
                    let standing = offers::pros_with_one(connection, &id, now).await?;
                    let asked = standing
                        .iter()
                        .filter(|_| is_matching)
                        .map(|pro| (pro, MasterEventKind::Booking));
                    let left = withdrawn.iter().filter(|pro| !standing.contains(pro));
                    let mut told: Vec<_> = asked
                        .chain(left.map(|pro| (pro, MasterEventKind::Withdrawn)))
                        .collect();
                    // In the order in which everybody locks pros.
                    told.sort_unstable();
                    for (pro, kind) in told {
                        master_events::add(connection, pro, kind, &id, now).await?;
                    }
                    if is_matching {
                        let work = Work::Match { booking_id: id };
                        jobs::enqueue(connection, &work, None, now, now).await?;
                    }
                    Ok(())
                })
            })
            .await
    }
}
