//! A pro who can work no longer: what they have is taken from them by the server.

use super::{Matching, proposals as answers};
use crate::bookings::{self, Change};
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::status::{Actor, BookingStatus};
use crate::store::candidates::{self, Which};
use crate::store::{Connection, bookings as rows, masters, proposals};

impl Matching {
    /// Takes everything from a pro, and turns their switch off: jobs that have not begun are matched anew, one under way is cancelled
    /// because of `why`, and an open proposal is over.
    ///
    /// # Errors
    /// When the database fails; nothing is taken then.
    pub async fn take_off(&self, master_id: &str, why: &'static str) -> Fallible<()> {
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let taken: Fallible<()> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    if !masters::touch(connection, &master, now).await? {
                        return Ok(());
                    }
                    masters::set_online(connection, &master, false, now).await?;
                    for open in proposals::open_of_master(connection, &master).await? {
                        let booking = rows::lock(connection, &open.booking_id).await?;
                        if let Some(booking) = booking.filter(|booking| booking.facts().waits_for_client) {
                            answers::give_up(connection, &booking, &open, "gone", Actor::System, now).await?;
                        }
                    }
                    for job in candidates::jobs(connection, Which::One(&master)).await? {
                        let booking = rows::lock(connection, &job.id).await?;
                        let own = booking.filter(|booking| is_under_way_with(booking, &master));
                        if let Some(booking) = own {
                            take_away(connection, &booking, why, now).await?;
                        }
                    }
                    Ok(())
                })
            })
            .await;
        taken?;
        self.index.reload(master_id).await
    }
}

/// True while a pro has a booking that is not ended.
pub(super) fn is_under_way_with(booking: &Booking, master: &str) -> bool {
    let facts = booking.facts();
    facts.has_pro && facts.is_open && booking.assigned_master_id.as_deref() == Some(master)
}

/// Has a booking matched anew, or cancelled where the work has begun.
async fn take_away(
    connection: &mut Connection,
    booking: &Booking,
    why: &'static str,
    now: Millis,
) -> Fallible<()> {
    let change = match Change::of(booking, BookingStatus::Pending, Actor::System) {
        Ok(again) => again.noting("withdrawn", true),
        Err(_) => Change::of(booking, BookingStatus::Cancelled, Actor::System)?.because(why, 0),
    };
    // False cannot be: the booking is locked.
    bookings::change(connection, booking, &change, now).await?;
    Ok(())
}
