//! A pro who can work no longer: what they have is taken from them by the server.

use super::{Matching, named, new_work, proposals as answers, put_right};
use crate::bookings::{self, Change};
use callout_domain::booking::{Booking, CancelReason};
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::status::{Actor, BookingStatus};
use callout_store as store;
use callout_store::candidates::{self, Which};
use callout_store::{Connection, masters, proposals};

impl Matching {
    /// Takes everything from a pro, and turns their switch off: jobs that have not begun are matched anew, one under way is cancelled
    /// because of `why`, and an open proposal, a request to put something right, or what waits for them alone, is over.
    ///
    /// # Errors
    /// When the database fails; nothing is taken then.
    pub async fn take_off(&self, master_id: &str, why: CancelReason) -> Fallible<()> {
        let (master, now) = (master_id.to_owned(), self.clock.now());
        let taken: Fallible<()> = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    if masters::touch(connection, &master, now).await? {
                        take_everything(connection, &master, why, now).await?;
                    }
                    Ok(())
                })
            })
            .await;
        taken?;
        self.index.reload(master_id).await
    }
}

/// The same for a pro whom the caller has locked; how many jobs were taken.
pub async fn take_everything(
    connection: &mut Connection,
    master: &str,
    why: CancelReason,
    now: Millis,
) -> Fallible<usize> {
    masters::set_online(connection, master, false, now).await?;
    for open in proposals::open_of_master(connection, master).await? {
        let booking = store::bookings::lock(connection, &open.booking_id).await?;
        let Some(booking) = booking else { continue };
        if open.is_standing() {
            named::end(
                connection,
                &booking,
                &open,
                ProposalOutcome::Gone,
                Actor::System,
                now,
            )
            .await?;
        } else if booking.facts().waits_for_client {
            answers::give_up(
                connection,
                &booking,
                &open,
                ProposalOutcome::Gone,
                Actor::System,
                now,
            )
            .await?;
        }
    }
    put_right::end_of_pro(connection, master, now).await?;
    let mut taken = 0;
    for job in candidates::jobs(connection, Which::One(master)).await? {
        let booking = store::bookings::lock(connection, &job.id).await?;
        let own = booking.filter(|booking| is_under_way_with(booking, master));
        if let Some(booking) = own {
            take_away(connection, &booking, why, now).await?;
            taken += 1;
        }
    }
    new_work::end_waiting(connection, master, now).await?;
    Ok(taken)
}

/// The jobs that a pro is working on now.
pub async fn at_work(connection: &mut Connection, master: &str) -> Fallible<Vec<String>> {
    let jobs = candidates::jobs(connection, Which::One(master)).await?;
    let at_work = jobs.into_iter().filter(|job| job.facts().is_at_work);
    Ok(at_work.map(|job| job.id).collect())
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
    why: CancelReason,
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
