//! Letting go of the money of a booking: decided here, carried out at the provider by the worker.

use super::waiting;
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::work::Work;
use crate::store::{Connection, bookings as rows, changes, jobs, payments, payments_due};

/// Enqueues, once, the release of a payment less the fee (pence).
///
/// # Errors
/// When the database fails.
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
///
/// # Errors
/// When the database fails.
pub async fn let_go(connection: &mut Connection, booking_id: &str, now: Millis) -> Fallible<()> {
    let kept = payments::not_released(connection, booking_id).await?;
    // Payments are locked before their booking, as by whoever settles them.
    for payment in &kept {
        payments::lock(connection, payment, now).await?;
    }
    let booking = rows::lock(connection, booking_id).await?;
    let Some(booking) = booking.filter(|booking| booking.facts().is_unmatched) else {
        return Ok(());
    };
    if let Some(change) = changes::open(connection, booking_id).await? {
        waiting::end_change(connection, &booking, &change, "over", now).await?;
    }
    for payment in &kept {
        payments::close(connection, payment, now).await?;
    }
    release_payments(connection, &booking, 0, now).await
}

/// The fee is taken from the payment that counts; any other payment is returned in full.
pub(super) async fn release_payments(
    connection: &mut Connection,
    booking: &Booking,
    fee_pence: i64,
    now: Millis,
) -> Fallible<()> {
    payments_due::end(connection, &booking.id).await?;
    for payment in payments::not_released(connection, &booking.id).await? {
        let counts = booking.payment_id.as_deref() == Some(&payment);
        release_payment(connection, &payment, if counts { fee_pence } else { 0 }, now).await?;
    }
    Ok(())
}
