//! The dispute that a client's bank has opened by taking a payment back: whose it is, and what is frozen for it. A bank may do so long
//! before the visit, so the dispute goes with the booking from pro to pro, and what the job earns later is frozen as it is earned.
//!
//! The caller has locked the pro, as for everything that is frozen.

use crate::frozen;
use callout_domain::clock::Millis;
use callout_domain::dispute::{DisputeStatus, News, Origin, Reader, Reason};
use callout_domain::failure::Fallible;
use callout_domain::ids;
use callout_store::clearing::{self, NewClearing};
use callout_store::disputes::{self, Dispute};
use callout_store::{Connection, chargebacks, jobs};

/// The bank's disputes of a booking that are open, the newest first.
pub async fn open_ones(connection: &mut Connection, booking_id: &str) -> Fallible<Vec<Dispute>> {
    let all = disputes::of_booking(connection, booking_id).await?;
    let is_it = |dispute: &Dispute| dispute.status == DisputeStatus::Open && dispute.origin == Origin::Bank;
    Ok(all.into_iter().filter(is_it).collect())
}

/// Opens the bank's dispute of a booking, which is this pro's, and freezes what it has earned so far.
pub async fn open(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Fallible<Dispute> {
    let dispute = Dispute::opened(
        ids::prefixed("dispute-")?,
        (booking_id.to_owned(), master_id.to_owned()),
        (Origin::Bank, Reason::Chargeback),
        "The client's bank has taken the payment back.".to_owned(),
        now,
    );
    disputes::add(connection, &dispute).await?;
    frozen::freeze(connection, &dispute, now).await?;
    Ok(dispute)
}

/// While a bank has a payment of a booking: makes its dispute that of this pro, who has the booking now, and tells them. Gives the
/// dispute; none while no bank has anything.
pub async fn follow(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Fallible<Option<Dispute>> {
    if !chargebacks::is_open(connection, booking_id).await? {
        return Ok(None);
    }
    let disputes = open_ones(connection, booking_id).await?;
    if disputes.is_empty() {
        // The bank acted while the booking had no pro.
        let dispute = open(connection, booking_id, master_id, now).await?;
        tell_pro(connection, &dispute, now).await?;
        return Ok(Some(dispute));
    }
    for dispute in disputes {
        if disputes::give_to(connection, &dispute.id, master_id).await? {
            tell_pro(connection, &dispute, now).await?;
        }
    }
    Ok(open_ones(connection, booking_id).await?.into_iter().next())
}

async fn tell_pro(connection: &mut Connection, dispute: &Dispute, now: Millis) -> Fallible<()> {
    Ok(jobs::tell_of_dispute(connection, &dispute.id, News::Opened, Reader::Pro, now).await?)
}

/// Notes what a posting has put into a pro's clearing, in its transaction. It is frozen at once while a bank has a payment of the booking.
pub async fn earn(connection: &mut Connection, earned: NewClearing<'_>, now: Millis) -> Fallible<()> {
    clearing::add(connection, earned).await?;
    freeze_earned(connection, earned.booking_id, earned.master_id, now).await
}

/// Freezes what a pro has earned by a booking and is free, while a bank has a payment of it.
pub async fn freeze_earned(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Fallible<()> {
    match follow(connection, booking_id, master_id, now).await? {
        Some(dispute) => frozen::freeze_left(connection, &dispute, now).await,
        None => Ok(()),
    }
}
