//! What a client is asked for a proposal: an answer, or a payment.

use crate::messages::{self, Telling};
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_domain::work::Work;
use callout_store::proposals::Proposal;
use callout_store::{Connection, jobs, payments_due};

/// Asks for the payment of the new price.
pub(super) async fn ask_to_pay(
    connection: &mut Connection,
    booking: &Booking,
    proposal: &Proposal,
    now: Millis,
) -> Fallible<()> {
    let amount = booking.amount_pence + proposal.delta_pence;
    payments_due::begin(connection, &booking.id, amount, proposal.until).await?;
    let end = Work::EndPaymentDue {
        booking_id: booking.id.clone(),
    };
    let key = format!("payment-due-ends:{}:{}", booking.id, proposal.until);
    jobs::enqueue(connection, &end, Some(&key), proposal.until, now).await?;
    tell(connection, proposal, MessageKind::PaymentAsked, now).await
}

/// Has the client told of what waits for them.
pub(super) async fn tell(
    connection: &mut Connection,
    proposal: &Proposal,
    message: MessageKind,
    now: Millis,
) -> Fallible<()> {
    let telling = Telling {
        message,
        booking_id: &proposal.booking_id,
        master_id: Some(&proposal.master_id),
        occasion: &proposal.id,
    };
    messages::enqueue(connection, &telling, now).await
}
