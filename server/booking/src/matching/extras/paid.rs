//! What a payment for extra work does. Each call is part of the transaction that learns of it, which has locked the payment.

use callout_domain::master_event::MasterEventKind;
use pricing_core::Pence;
use pricing_core::quote::QuoteLine;
use serde_json::json;

use super::answered::{ask_to_pay, expired, lock};
use super::{note, tell};
use crate::matching::changes::give_back_surplus;
use crate::matching::{Matching, mismatches};
use callout_domain::booking::Booking;
use callout_domain::booking_event::EventKind;
use callout_domain::change_order::Status;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::message_kind::MessageKind;
use callout_store::bookings::details;
use callout_store::change_orders::{self, ChangeOrder};
use callout_store::payments::Payment;
use callout_store::{Connection, events, master_events, payments_due};

impl Matching {
    /// What a change order costs is held. True when it is to be charged; otherwise it must be let go.
    pub async fn extra_held(
        &self,
        connection: &mut Connection,
        payment: &Payment,
        now: Millis,
    ) -> Fallible<bool> {
        let awaited = awaited(connection, payment, now).await?;
        // Otherwise another card is being charged for it.
        let is_due = awaited.is_some_and(|(booking, order)| order.is_due(&booking));
        if is_due {
            payments_due::end(connection, &payment.booking_id).await?;
        }
        Ok(is_due)
    }

    /// What a change order costs was charged: it becomes part of the price. False when it cannot any more and the money must be given
    /// back.
    pub async fn extra_charged(
        &self,
        connection: &mut Connection,
        payment: &Payment,
        now: Millis,
    ) -> Fallible<bool> {
        let Some((booking, order)) = awaited(connection, payment, now).await? else {
            return Ok(false);
        };
        add(connection, &booking, &order, Some(&payment.id), now).await?;
        Ok(true)
    }

    /// The bank has refused to pay what was held: another card may be tried for what is left of the time.
    pub async fn extra_refused(
        &self,
        connection: &mut Connection,
        payment: &Payment,
        now: Millis,
    ) -> Fallible<()> {
        let Some((booking, order)) = awaited(connection, payment, now).await? else {
            return Ok(());
        };
        if order.is_due(&booking) {
            return Ok(());
        }
        if order.until <= now {
            return expired(connection, &booking, &order, now).await;
        }
        note(connection, &order, EventKind::ExtraRefused, now).await?;
        if booking.payment_due_until.is_some() {
            // Another payment comes first.
            change_orders::set_approved(connection, &order.id, None).await?;
            return Ok(());
        }
        ask_to_pay(connection, &order, now).await
    }
}

/// The booking, and its change order that waits for this payment, both locked.
async fn awaited(
    connection: &mut Connection,
    payment: &Payment,
    now: Millis,
) -> Fallible<Option<(Booking, ChangeOrder)>> {
    let Some(id) = payment.reference.as_deref() else {
        return Ok(None);
    };
    let Some(known) = change_orders::find(connection, id).await? else {
        return Ok(None);
    };
    let (booking, order) = lock(connection, &known, now).await?;
    let is_awaited = order.waits_for_payment() && order.sum_pence == payment.amount_pence;
    Ok(is_awaited.then_some((booking, order)))
}

/// Makes a change order part of the price; what a card paid beyond a lower one is given back.
pub(super) async fn add(
    connection: &mut Connection,
    booking: &Booking,
    order: &ChangeOrder,
    payment_id: Option<&str>,
    now: Millis,
) -> Fallible<()> {
    change_orders::end(connection, &order.id, Status::Approved, payment_id, now).await?;
    if order.replaces {
        mismatches::replaced(connection, &order.id, now).await?;
    }
    let mut after = Booking {
        amount_pence: booking.amount_pence + order.sum_pence,
        ..booking.clone()
    };
    after.lines.0.push(QuoteLine::extra(Pence(order.sum_pence)));
    let seq = details::alter(connection, &after, now).await?;
    let told =
        json!({ "number": order.number, "sumPence": order.sum_pence, "amountPence": after.amount_pence });
    events::add(connection, &booking.id, seq, EventKind::ExtraApproved, now, &told).await?;
    if order.sum_pence < 0 && booking.payment_id.is_some() {
        give_back_surplus(connection, &booking.id, seq, now).await?;
    }
    master_events::add(
        connection,
        &order.master_id,
        MasterEventKind::Updated,
        &booking.id,
        now,
    )
    .await?;
    tell(connection, order, MessageKind::ExtraApproved, now).await?;
    tell(connection, order, MessageKind::ExtraAgreed, now).await
}
