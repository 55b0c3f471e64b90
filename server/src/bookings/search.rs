//! What a step of a booking means for the search for its pro: it begins, goes on, or ends, and the pros who are concerned are told.
//!
//! Pros are told by jobs of their own: in the transaction of the step the booking is locked already, and everybody locks pros before
//! bookings.

use super::waiting::tell_pro_of_change;
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::status::{Transition, facts};
use crate::domain::work::Work;
use crate::store::{Connection, jobs, matchings, proposals};

/// Begins to look for a pro, or tells the pros who are concerned that the booking is no longer to be had, or no longer theirs.
pub(super) async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    now: Millis,
) -> Fallible<()> {
    let (from, to) = (facts(step.from()), facts(step.to()));
    let booking_id = booking.id.clone();
    if to.is_matching && from.waits_for_client {
        matchings::resume(connection, &booking_id, now).await?;
        return match_now(connection, &booking_id, now).await;
    }
    if to.is_matching {
        // Whoever gets a message that the job is no longer theirs has it taken off their open pages, too.
        if let Some(pro) = booking.assigned_master_id.as_deref()
            && step.news().to_pro.is_some()
        {
            tell_pro_of_change(connection, pro, &booking_id, now).await?;
        }
        return begin(connection, &booking_id, now).await;
    }
    if from.waits_for_client && to.is_called_off {
        end_proposal(connection, booking, now).await?;
    }
    if from.is_matching {
        matchings::stop(connection, &booking_id, now).await?;
        let over = Work::EndOffers {
            booking_id: booking_id.clone(),
        };
        let key = format!("end-offers:{booking_id}:{}", booking.seq);
        jobs::enqueue(connection, &over, Some(&key), now, now).await?;
    }
    match &booking.assigned_master_id {
        Some(master_id) if to.is_called_off => tell_pro(connection, booking, master_id, now).await,
        _ => Ok(()),
    }
}

/// Has a pro told that the booking was cancelled.
async fn tell_pro(
    connection: &mut Connection,
    booking: &Booking,
    master_id: &str,
    now: Millis,
) -> Fallible<()> {
    let told = Work::TellPro {
        master_id: master_id.to_owned(),
        booking_id: booking.id.clone(),
    };
    let key = format!("tell-pro:{}:{}", booking.id, booking.seq);
    jobs::enqueue(connection, &told, Some(&key), now, now).await?;
    Ok(())
}

/// Ends the proposal of a booking that is called off, and has its pro told.
async fn end_proposal(connection: &mut Connection, booking: &Booking, now: Millis) -> Fallible<()> {
    if let Some(proposal) = proposals::open(connection, &booking.id).await? {
        proposals::end(connection, &proposal.id, "over", now).await?;
        tell_pro(connection, booking, &proposal.master_id, now).await?;
    }
    Ok(())
}

/// Begins a round of matching; the worker sends its first wave right after the commit.
pub(super) async fn begin(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<()> {
    matchings::begin(connection, booking_id, now).await?;
    match_now(connection, booking_id, now).await
}

/// Has the worker decide about a booking's matching right after the commit.
///
/// # Errors
/// When the database fails.
pub async fn match_now(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<()> {
    let work = Work::Match {
        booking_id: booking_id.to_owned(),
    };
    jobs::enqueue(connection, &work, None, now, now).await?;
    Ok(())
}
