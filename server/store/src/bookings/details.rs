//! What may change in a booking besides its status.

use crate::{Connection, StoreError, Wake};
use callout_db::{Column as _, execute, fetch_optional};
use callout_domain::booking::{Booking, Json, PaymentMethod};
use callout_domain::clock::Millis;
use pricing_core::quote::QuoteLine;

/// Saves the entry notes and the second address line of a booking that the caller has locked, and gives the number of the event
/// about it.
pub async fn save(connection: &mut Connection, booking: &Booking, now: Millis) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "update bookings set entry_info = $2, address_line2 = $3, seq = seq + 1, updated_at = $4 where id = $1 returning seq",
        booking.id.as_str(),
        booking.entry_info.as_deref(),
        booking.address_line2.as_deref(),
        now,
    )?;
    let (seq,) = row.ok_or_else(|| StoreError::Corrupt("a locked booking is not there".to_owned()))?;
    connection.tell_after_commit(Wake::Booking(booking.id.clone()));
    Ok(seq)
}

/// Notes in a booking that the caller has locked whether its pro may suggest further work.
pub async fn let_suggest(connection: &mut Connection, id: &str, may_suggest: bool) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set may_suggest = $2 where id = $1",
        id,
        may_suggest,
    )?;
    Ok(())
}

/// Writes the price that client and pro agreed on, with the lines that add up to it, into a booking that the caller has locked.
pub async fn agree(
    connection: &mut Connection,
    id: &str,
    amount_pence: i64,
    lines: &Json<Vec<QuoteLine>>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set amount_pence = $2, lines = $3 where id = $1",
        id,
        amount_pence,
        lines.to_value(),
    )?;
    Ok(())
}

/// Writes how long the visit takes that was agreed on, minutes, and how it is paid, into a booking that the caller has locked.
pub async fn visit(
    connection: &mut Connection,
    id: &str,
    minutes: i64,
    payment_method: PaymentMethod,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set visit_minutes = $2, payment_method = $3 where id = $1",
        id,
        minutes,
        payment_method,
    )?;
    Ok(())
}

/// Writes what a change makes of a booking that the caller has locked: price, lines, budget, urgency and window. Gives the number of
/// the event about it.
pub async fn alter(connection: &mut Connection, booking: &Booking, now: Millis) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "update bookings set amount_pence = $2, lines = $3, proposed_pence = $4, urgency = $5, slot_id = $6, slot_start = $7,
           slot_end = $8, calendar_sequence = $9, seq = seq + 1, updated_at = $10 where id = $1 returning seq",
        booking.id.as_str(),
        booking.amount_pence,
        booking.lines.to_value(),
        booking.proposed_pence,
        booking.urgency.as_str(),
        booking.slot_id.as_deref(),
        booking.slot_start,
        booking.slot_end,
        booking.calendar_sequence,
        now,
    )?;
    let (seq,) = row.ok_or_else(|| StoreError::Corrupt("a locked booking is not there".to_owned()))?;
    connection.tell_after_commit(Wake::Booking(booking.id.clone()));
    Ok(seq)
}

/// Takes the number of an event that changes nothing else in a booking that the caller has locked.
pub(crate) async fn next_seq(connection: &mut Connection, id: &str, now: Millis) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "update bookings set seq = seq + 1, updated_at = $2 where id = $1 returning seq",
        id,
        now,
    )?;
    let (seq,) = row.ok_or_else(|| StoreError::Corrupt("a locked booking is not there".to_owned()))?;
    connection.tell_after_commit(Wake::Booking(id.to_owned()));
    Ok(seq)
}

/// Remembers that a cash booking was cancelled so late that it would have cost a fee by card.
pub async fn cancelled_late(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set late_cancelled_at = $2 where id = $1 and late_cancelled_at is null",
        id,
        now,
    )?;
    Ok(())
}

/// Remembers that the postcode of a booking was typed.
pub async fn unlock(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set entry_unlocked = 1 where id = $1 and entry_unlocked = 0",
        id
    )?;
    Ok(())
}
