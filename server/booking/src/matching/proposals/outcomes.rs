//! What becomes of a proposal, in the caller's transaction: paid for, agreed, or given up.

use callout_domain::master_event::MasterEventKind;
use callout_domain::matching::eligible::OutWhy;
use pricing_core::Pence;
use pricing_core::quote::QuoteLine;

use crate::bookings::{self, Change};
use crate::books::Current;
use crate::matching::answers::assigned;
use crate::matching::asks::{ask_to_pay, tell};
use crate::matching::{candidates, job, not_found};
use callout_domain::booking::{Booking, PaymentMethod};
use callout_domain::cash;
use callout_domain::clock::{MINUTE, Millis};
use callout_domain::failure::{Failure, Fallible};
use callout_domain::matching::candidate::Candidate;
use callout_domain::matching::eligible;
use callout_domain::matching::proposal::ProposalOutcome;
use callout_domain::matching::rules::MatchingRules;
use callout_domain::message_kind::MessageKind;
use callout_domain::status::{self, Actor, BookingStatus};
use callout_store as store;
use callout_store::bookings::details;
use callout_store::offers::{self, ProOut};
use callout_store::proposals::{self, Proposal};
use callout_store::{Connection, master_events, masters, payments_due};

/// How long a client has to pay for what was agreed, milliseconds.
pub(super) const TIME_TO_PAY: Millis = 15 * MINUTE;

/// A card must be held for more than it is held for now.
pub(in crate::matching) fn needs_payment(booking: &Booking, proposal: &Proposal) -> bool {
    let is_held = booking.payment_id.is_some();
    is_by_card(booking, proposal) && (!is_held || proposal.delta_pence > 0)
}

/// A price that was named may be too dear for cash, whatever the client wanted to pay by.
fn is_by_card(booking: &Booking, proposal: &Proposal) -> bool {
    let price = Pence(booking.amount_pence + proposal.delta_pence);
    !booking.is_in_cash() || cash::is_above_limit(price)
}

/// Approves a proposal that must be paid, and asks for that.
pub(in crate::matching) async fn pay_within(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    now: Millis,
) -> Fallible<()> {
    let until = now + TIME_TO_PAY;
    proposals::approve(connection, &proposal.id, until, now).await?;
    let approved = Proposal {
        until,
        ..proposal.clone()
    };
    ask_to_pay(connection, booking, &approved, now).await
}

/// Locks the pro, then the booking, and reads the proposal again.
pub(in crate::matching) async fn lock(
    connection: &mut Connection,
    open: &Proposal,
    now: Millis,
) -> Fallible<(Booking, Proposal)> {
    masters::touch(connection, &open.master_id, now).await?;
    let booking = store::bookings::lock(connection, &open.booking_id).await?;
    let booking = booking.filter(|booking| booking.facts().waits_for_client);
    let proposal = proposals::open(connection, &open.booking_id).await?;
    let proposal = proposal.filter(|proposal| proposal.id == open.id);
    booking.zip(proposal).ok_or_else(no_proposal)
}

/// `accepted` -> `confirmed` -> `assigned` at the new price. False when the pro can no longer do it: the search goes on.
pub(in crate::matching) async fn agree(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<bool> {
    payments_due::end(connection, &booking.id).await?;
    let master = proposal.master_id.as_str();
    if !can_come(connection, booking, proposal, current, rules, now).await? {
        proposals::end(connection, &proposal.id, ProposalOutcome::Gone, now).await?;
        search_again(connection, booking, Actor::System, now).await?;
        master_events::add(connection, master, MasterEventKind::Withdrawn, &booking.id, now).await?;
        tell(connection, proposal, MessageKind::ProWithdrew, now).await?;
        return Ok(false);
    }
    proposals::end(connection, &proposal.id, ProposalOutcome::Agreed, now).await?;
    let amount_pence = booking.amount_pence + proposal.delta_pence;
    let mut lines = booking.lines.clone();
    if proposal.delta_pence != 0 {
        lines.0.push(QuoteLine::agreed(Pence(proposal.delta_pence)));
    }
    details::agree(connection, &booking.id, amount_pence, &lines).await?;
    if let Some(minutes) = proposal.length_minutes {
        // It was asked for by card, and paid.
        let is_paid = booking.payment_due_until.is_some();
        let method = if is_paid {
            PaymentMethod::Card
        } else {
            booking.payment_method
        };
        details::visit(connection, &booking.id, minutes, method).await?;
    }
    let confirm = Change::of(booking, BookingStatus::Confirmed, Actor::Client)?;
    moved(
        booking,
        bookings::change(connection, booking, &confirm, now).await?,
    )?;
    let confirmed = store::bookings::find(connection, &booking.id)
        .await?
        .ok_or_else(not_found)?;
    let assign = Change::of(&confirmed, BookingStatus::Assigned, Actor::Pro)?.to_master(master);
    moved(
        &confirmed,
        bookings::change(connection, &confirmed, &assign, now).await?,
    )?;
    assigned(connection, &confirmed, master, now).await?;
    Ok(true)
}

/// Whether the pro can do the work that was proposed, beside everything else. What was proposed stands, even if the pro takes no
/// further jobs now, or has said other hours and prices since; a day off that they have taken since counts.
pub(in crate::matching) async fn can_come(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    current: &Current,
    rules: &MatchingRules,
    now: Millis,
) -> Fallible<bool> {
    let booking = Booking {
        visit_minutes: proposal.length_minutes.or(booking.visit_minutes),
        ..booking.clone()
    };
    let job = job::read(connection, &booking, current, now, rules).await?;
    let pro = candidates::besides(connection, &proposal.master_id, &booking.id, rules).await?;
    let pro = pro.map(Candidate::as_proposed);
    Ok(pro.is_some_and(|pro| eligible::fit(&pro, &job, now, rules).is_ok()))
}

/// Ends a proposal that came to nothing: the search goes on without this pro, unless the price rises.
pub(in crate::matching) async fn give_up(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    outcome: ProposalOutcome,
    by: Actor,
    now: Millis,
) -> Fallible<()> {
    proposals::end(connection, &proposal.id, outcome, now).await?;
    payments_due::end(connection, &booking.id).await?;
    let out = ProOut {
        master_id: proposal.master_id.clone(),
        why: OutWhy::ProposalOver,
        price_pence: proposal.price_pence,
    };
    offers::put_out(connection, &booking.id, &out, now).await?;
    search_again(connection, booking, by, now).await?;
    if by != Actor::Pro {
        master_events::add(
            connection,
            &proposal.master_id,
            MasterEventKind::Withdrawn,
            &booking.id,
            now,
        )
        .await?;
    } else if proposal.approved_at.is_some() {
        // The client was asked to pay for it.
        tell(connection, proposal, MessageKind::ProWithdrew, now).await?;
    }
    Ok(())
}

pub(in crate::matching) async fn search_again(
    connection: &mut Connection,
    booking: &Booking,
    by: Actor,
    now: Millis,
) -> Fallible<()> {
    let back = Change::of(booking, BookingStatus::Pending, by)?;
    moved(booking, bookings::change(connection, booking, &back, now).await?)
}

/// The booking was locked, so nobody else can have moved it.
fn moved(booking: &Booking, is_moved: bool) -> Fallible<()> {
    if is_moved {
        Ok(())
    } else {
        Err(status::illegal(booking.status))
    }
}

/// Code of the failure below.
pub(in crate::matching) const NO_PROPOSAL: &str = "no_proposal";

pub(in crate::matching) fn no_proposal() -> Failure {
    Failure::conflict(NO_PROPOSAL, "There is no proposal to answer any more.")
}
