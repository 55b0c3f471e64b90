//! What every refund that a person decides on goes through.

use pricing_core::Pence;

use crate::payments::refund;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_store::Connection;
use callout_store::payments::{self, Payment};

/// The payments of a booking, what was charged last first, each locked until the transaction ends: before the pro, and the booking.
pub async fn lock_charged(
    connection: &mut Connection,
    booking_id: &str,
    now: Millis,
) -> Fallible<Vec<Payment>> {
    let mut charged = Vec::new();
    for payment in payments::of_booking(connection, booking_id).await? {
        charged.extend(payments::lock(connection, &payment.id, now).await?);
    }
    Ok(charged)
}

/// Promises `amount` from what was charged last; `reference` names the refund.
pub async fn promise(
    connection: &mut Connection,
    reference: &str,
    charged: &[Payment],
    amount: Pence,
    now: Millis,
) -> Fallible<()> {
    let mut left = amount.0;
    for payment in charged {
        let part = left.min(payment.kept_pence());
        if part > 0 {
            let reference = format!("{reference}:{}", payment.id);
            refund::promise(connection, &payment.id, &reference, part, now).await?;
            left -= part;
        }
    }
    Ok(())
}
