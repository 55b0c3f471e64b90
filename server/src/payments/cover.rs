//! What the payments of a booking must cover.

use crate::domain::booking::Booking;
use crate::domain::failure::Fallible;
use crate::domain::intent_status::IntentStatus;
use crate::store::payments::{self as rows, Payment};
use crate::store::{Connection, chargebacks, ledger, refunds};

/// What there must be of these payments of a booking, pence: its price. Of a job that is done, only what they have and what its client
/// still owes by the ledger: a refund that was decided, or a bank that has taken a payment back, does not make it owed again. A client
/// who was asked to pay because a bank has a payment still is.
///
/// # Errors
/// When the database fails.
pub(super) async fn to_cover(
    connection: &mut Connection,
    booking: &Booking,
    payments: &[Payment],
) -> Fallible<i64> {
    let price = booking.amount_pence;
    let is_asked = booking.payment_due_until.is_some();
    if !booking.facts().is_done || (is_asked && chargebacks::is_open(connection, &booking.id).await?) {
        return Ok(price);
    }
    let charged = payments.iter().filter(|payment| !payment.is_held());
    let charged: i64 = charged.map(Payment::available_pence).sum();
    let owed = not_charged(connection, booking).await?;
    Ok((charged + owed).clamp(0, price))
}

/// What of a booking's earnings its client was not charged for, pence; below zero when too much was charged.
async fn not_charged(connection: &mut Connection, booking: &Booking) -> Fallible<i64> {
    let mut clients = ledger::of_client(connection, &booking.id).await?.0;
    for payment in rows::of_booking(connection, &booking.id).await? {
        if payment.status == IntentStatus::RequiresCapture.as_str() {
            clients -= payment.amount_pence;
        } else if payment.closing_at.is_some() {
            clients -= payment.kept_pence();
        }
    }
    let promised = refunds::refused_of_booking(connection, &booking.id).await?.0;
    Ok(promised - clients)
}
