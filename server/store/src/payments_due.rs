//! What must be paid for a booking: its hold has ended, the bank refused, or a change waits for it.

use super::{Connection, StoreError, Wake};
use callout_db::execute;
use callout_domain::clock::Millis;

/// Notes that `amount_pence` is to be paid until `until` (Unix milliseconds).
pub async fn begin(
    connection: &mut Connection,
    booking_id: &str,
    amount_pence: i64,
    until: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set payment_due_pence = $2, payment_due_until = $3 where id = $1",
        booking_id,
        amount_pence,
        until,
    )?;
    connection.tell_after_commit(Wake::Booking(booking_id.to_owned()));
    Ok(())
}

/// Notes that nothing is due any more.
pub async fn end(connection: &mut Connection, booking_id: &str) -> Result<(), StoreError> {
    let ended = execute!(
        connection,
        "update bookings set payment_due_pence = null, payment_due_until = null \
         where id = $1 and payment_due_until is not null",
        booking_id,
    )?;
    if ended == 1 {
        connection.tell_after_commit(Wake::Booking(booking_id.to_owned()));
    }
    Ok(())
}
