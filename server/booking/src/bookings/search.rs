//! What a step of a booking means for the search for its pro: it begins, goes on, or ends, and the pros who are concerned are told.
//!
//! Pros are told by jobs of their own: in the transaction of the step the booking is locked already, and everybody locks pros before
//! bookings.

use super::waiting::change_told;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::status::{Transition, facts};
use callout_domain::work::Work;
use callout_store::jobs::{self, NewJob};
use callout_store::{Connection, matchings, proposals};

/// Begins to look for a pro, or stops. Gives the jobs that are left to add: the first decision, or telling the pros who are concerned that
/// the booking is no longer to be had, or no longer theirs.
pub(super) async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    now: Millis,
) -> Fallible<Vec<NewJob>> {
    let (from, to) = (facts(step.from()), facts(step.to()));
    let booking_id = booking.id.as_str();
    let mut jobs = Vec::new();
    if to.is_matching && from.waits_for_client {
        matchings::resume(connection, booking_id, now).await?;
        jobs.push(decision(booking_id, now)?);
        return Ok(jobs);
    }
    if to.is_matching {
        // Whoever gets a message that the job is no longer theirs has it taken off their open pages, too.
        if let Some(pro) = booking.assigned_master_id.as_deref()
            && step.news().to_pro.is_some()
        {
            jobs.push(change_told(pro, booking_id, now)?);
        }
        jobs.push(begin(connection, booking_id, now).await?);
        return Ok(jobs);
    }
    if from.waits_for_client && to.is_called_off {
        jobs.extend(end_proposal(connection, booking, now).await?);
    }
    if from.is_matching {
        matchings::stop(connection, booking_id, now).await?;
    }
    // Prices that stand beside the chosen one are over with it.
    if from.is_matching || (from.waits_for_client && booking.open_price) {
        let over = Work::EndOffers {
            booking_id: booking_id.to_owned(),
        };
        let key = format!("end-offers:{booking_id}:{}", booking.seq);
        jobs.push(NewJob::new(&over, Some(key), now, now)?);
    }
    if let Some(master_id) = booking.assigned_master_id.as_deref()
        && to.is_called_off
    {
        jobs.push(cancellation_told(booking, master_id, now)?);
    }
    Ok(jobs)
}

/// The job that tells a pro that the booking was cancelled.
fn cancellation_told(booking: &Booking, master_id: &str, now: Millis) -> Fallible<NewJob> {
    let told = Work::TellPro {
        master_id: master_id.to_owned(),
        booking_id: booking.id.clone(),
    };
    let key = format!("tell-pro:{}:{}", booking.id, booking.seq);
    Ok(NewJob::new(&told, Some(key), now, now)?)
}

/// Ends the proposal of a booking that is called off, and has its pro told.
async fn end_proposal(
    connection: &mut Connection,
    booking: &Booking,
    now: Millis,
) -> Fallible<Option<NewJob>> {
    let Some(proposal) = proposals::open(connection, &booking.id).await? else {
        return Ok(None);
    };
    proposals::end(connection, &proposal.id, ProposalOutcome::Over, now).await?;
    cancellation_told(booking, &proposal.master_id, now).map(Some)
}

/// Begins a round of matching; the worker sends its first wave right after the commit.
pub(super) async fn begin(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<NewJob> {
    matchings::begin(connection, booking_id, now).await?;
    decision(booking_id, now)
}

/// Has the worker decide about a booking's matching right after the commit.
pub async fn match_now(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<()> {
    Ok(jobs::add(connection, &[decision(booking_id, now)?]).await?)
}

fn decision(booking_id: &str, now: Millis) -> Fallible<NewJob> {
    let work = Work::Match {
        booking_id: booking_id.to_owned(),
    };
    Ok(NewJob::new(&work, None, now, now)?)
}
