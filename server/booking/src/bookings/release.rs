//! Letting go of the money of a booking: decided here, carried out at the provider by the worker.

use callout_domain::change::ChangeOutcome;
use std::cmp::Reverse;
use std::collections::HashMap;

use pricing_core::Pence;

use super::waiting;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::spread;
use callout_domain::work::Work;
use callout_store::payments::Payment;
use callout_store::{Connection, bookings, changes, jobs, payments, payments_due};

/// Enqueues, once, the release of a payment less the fee (pence).
pub async fn release_payment(
    connection: &mut Connection,
    payment_id: &str,
    fee_pence: i64,
    now: Millis,
) -> Fallible<()> {
    let work = Work::ReleasePayment {
        payment_id: payment_id.to_owned(),
        fee_pence,
    };
    let key = format!("release:{payment_id}");
    jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    Ok(())
}

/// Lets go of the money of a booking that found no pro, unless it was tried again. From now on that money pays for nothing.
pub async fn let_go(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<()> {
    let kept = payments::not_released(connection, booking_id).await?;
    // Payments are locked before their booking, as by whoever settles them.
    for payment in &kept {
        payments::lock(connection, payment, now).await?;
    }
    let booking = bookings::lock(connection, booking_id).await?;
    let Some(booking) = booking.filter(|booking| booking.facts().is_unmatched) else {
        return Ok(());
    };
    if let Some(change) = changes::open(connection, booking_id).await? {
        if change.promised_to().is_some() {
            // Nothing is held: a booking is promised only then, and what may be paid meanwhile is for the pro.
            return Ok(());
        }
        waiting::end_change(connection, &booking, &change, ChangeOutcome::Over, now).await?;
    }
    for payment in &kept {
        payments::close(connection, payment, now).await?;
    }
    release_payments(connection, &booking, 0, now).await
}

/// Returns everything that was paid for a booking, but for the fee.
pub(super) async fn release_payments(
    connection: &mut Connection,
    booking: &Booking,
    fee_pence: i64,
    now: Millis,
) -> Fallible<()> {
    payments_due::end(connection, &booking.id).await?;
    let fees = fees(connection, booking, fee_pence).await?;
    for payment in payments::not_released(connection, &booking.id).await? {
        let fee_pence = fees.get(&payment).copied().unwrap_or_default();
        release_payment(connection, &payment, fee_pence, now).await?;
    }
    Ok(())
}

/// What is kept of which payment, the newest first: of the one that counts, and those that paid the rest of the price.
async fn fees(
    connection: &mut Connection,
    booking: &Booking,
    fee_pence: i64,
) -> Fallible<HashMap<String, i64>> {
    let Some(counts) = booking.payment_id.as_deref().filter(|_| fee_pence > 0) else {
        return Ok(HashMap::new());
    };
    let first = payments::find(connection, counts).await?;
    let rest = payments::differences(connection, &booking.id, counts).await?;
    let mut paid: Vec<Payment> = first.into_iter().chain(rest).collect();
    paid.reverse();
    paid.sort_by_key(|payment| Reverse(payment.created_at));
    let available: Vec<Pence> = paid
        .iter()
        .map(|payment| Pence(payment.available_pence()))
        .collect();
    let parts = spread::over(Pence(fee_pence), &available);
    let ids = paid.into_iter().map(|payment| payment.id);
    Ok(ids.zip(parts.into_iter().map(|part| part.0)).collect())
}
