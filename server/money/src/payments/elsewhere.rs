//! Refunds that somebody made on the provider's own page: our books follow them.

use pricing_core::Pence;

use super::debt_returned::{self, Movement};
use super::postings::Posting;
use super::{Payments, superseded};
use callout_booking::bookings::note_refund;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::work::Work;
use callout_outside::providers::provider::MadeRefund;
use callout_store::{Connection, bookings, jobs, ledger, masters, payments, refunds};

impl Payments {
    /// Takes a refund into our books that was not made by us, or that a restored backup has left out, once. Does nothing for a payment
    /// that is not ours.
    pub(super) async fn follow_elsewhere(&self, made: MadeRefund) -> Fallible<()> {
        // What was charged must be in our books first.
        self.settle(&made.intent_id).await?;
        let now = self.clock.now();
        self.db
            .write(move |connection| Box::pin(async move { follow(connection, &made, now).await }))
            .await
    }
}

async fn follow(connection: &mut Connection, made: &MadeRefund, now: Millis) -> Fallible<()> {
    let movement = Movement {
        id: &made.id,
        intent_id: &made.intent_id,
        amount: Pence(made.amount_pence),
    };
    if made.has_failed {
        return debt_returned::restore(connection, movement, now).await;
    }
    if debt_returned::take_back(connection, movement, now).await? {
        return Ok(());
    }
    if made.is_ours && payments::find(connection, &made.intent_id).await?.is_none() {
        let alert = MoneyAlert::UnknownRefund {
            refund_id: made.id.clone(),
            intent_id: made.intent_id.clone(),
            amount_pence: made.amount_pence,
        };
        return Ok(jobs::alert(connection, alert, now).await?);
    }
    take_in(connection, made, now).await
}

/// What nobody has earned yet comes from the client's own money; the platform bears the rest as goodwill.
async fn take_in(connection: &mut Connection, made: &MadeRefund, now: Millis) -> Fallible<()> {
    let Some(payment) = payments::find(connection, &made.intent_id).await? else {
        return Ok(());
    };
    let mut charged = payments::lock_of_booking(connection, &payment.booking_id, now).await?;
    charged.sort_by_key(|one| one.id != payment.id);
    let Some(payment) = charged.first().filter(|payment| payment.captured_pence > 0) else {
        return Ok(());
    };
    let booking = lock_booking(connection, &payment.booking_id, now).await?;
    let amount = Pence(made.amount_pence);
    // Ours keeps its reference, so that what is done again after a restore does not make it a second time.
    let reference = made.reference.as_deref().unwrap_or(&made.id);
    let of_client = ledger::of_client(connection, &booking.id).await?;
    let unearned = amount.min(of_client.max(Pence::ZERO));
    let goodwill = amount - unearned;
    if !refunds::take_in(
        connection,
        &payment.id,
        reference,
        made.amount_pence,
        unearned.0,
        now,
    )
    .await?
    {
        return Ok(());
    }
    // It may have been made by hand because the provider had refused to make it for us, if need be of another payment of the booking.
    let mut refused = Vec::new();
    for one in &charged {
        refused.extend(refunds::refused_of(connection, &one.id).await?);
    }
    superseded::end(connection, &booking.id, refused, amount, now).await?;
    tracing::warn!(payment = %payment.id, refund = %made.id, "a refund was made at the provider");
    let posting = Posting {
        payment,
        client_id: &booking.made_by,
        now,
    };
    posting.goodwill(connection, reference, goodwill).await?;
    posting.refund(connection, reference, amount).await?;
    let told = Work::RefundedMessage {
        reference: reference.to_owned(),
        fee_pence: 0,
    };
    jobs::enqueue(connection, &told, None, now, now).await?;
    note_refund(connection, &booking, amount, now).await?;
    let alert = MoneyAlert::RefundElsewhere {
        refund_id: made.id.clone(),
        booking_id: booking.id,
        amount_pence: amount.0,
        goodwill_pence: goodwill.0,
    };
    Ok(jobs::alert(connection, alert, now).await?)
}

/// Locks the pro, then the booking; its payments are locked before.
async fn lock_booking(connection: &mut Connection, id: &str, now: Millis) -> Fallible<Booking> {
    let without = || Failure::internal("a payment without its booking");
    let booking = bookings::find(connection, id).await?.ok_or_else(without)?;
    if let Some(master) = &booking.assigned_master_id {
        masters::touch(connection, master, now).await?;
    }
    bookings::lock(connection, id).await?.ok_or_else(without)
}
