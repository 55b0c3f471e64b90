//! Bookings: made once, found by their many names, and moved from status to status by one conditional update.

pub mod passing;

use serde_json::{Value, json};

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError, Wake, clients, coupons, events, notifications, slots, table};
use crate::clock::Millis;
use crate::domain::booking::Booking;
use crate::domain::status::{BookingStatus, Transition};

/// `select` of whole rows; what follows says which.
macro_rules! select_bookings {
    ($rest:literal) => {
        concat!("select * from bookings ", $rest)
    };
}

/// Adds a booking as it stands in `booking` with its first events: `created` with `data`, and the status it begins in where
/// that is another one. Takes its slot's place if fewer than `capacity` are taken. False when its client has been erased or the
/// slot is full: the caller undoes the rest.
///
/// # Errors
/// `Duplicate` when its quote is redeemed already or its draft has a live booking; otherwise when the database fails.
pub async fn insert(
    connection: &mut Connection,
    booking: &Booking,
    data: &Value,
    capacity: u32,
) -> Result<bool, StoreError> {
    if !clients::hold(connection, &booking.client_id).await? {
        return Ok(false);
    }
    table::insert(connection, booking, "").await?;
    events::add(connection, &booking.id, 1, "created", booking.created_at, data).await?;
    if booking.status != BookingStatus::Created {
        let kind = booking.status.as_str();
        events::add(connection, &booking.id, 2, kind, booking.created_at, &json!({})).await?;
    }
    connection.wake_after_commit(Wake::Booking(booking.id.clone()));
    match booking.place() {
        Some(place) => slots::take(connection, place, capacity).await,
        None => Ok(true),
    }
}

/// The booking of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(connection, Booking, select_bookings!("where id = $1"), id)
}

/// The booking that redeemed this quote.
///
/// # Errors
/// When the database fails.
pub async fn by_quote(connection: &mut Connection, quote_id: &str) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(
        connection,
        Booking,
        select_bookings!("where quote_id = $1"),
        quote_id
    )
}

/// The booking that this provider's intent pays for now.
///
/// # Errors
/// When the database fails.
pub async fn by_payment(
    connection: &mut Connection,
    payment_id: &str,
) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(
        connection,
        Booking,
        select_bookings!("where payment_id = $1"),
        payment_id
    )
}

/// The draft's one booking that is not cancelled.
///
/// # Errors
/// When the database fails.
pub async fn live_of_draft(
    connection: &mut Connection,
    client_id: &str,
    draft_id: &str,
) -> Result<Option<Booking>, StoreError> {
    fetch_optional!(
        connection,
        Booking,
        select_bookings!(
            "where (client_id = $1 or made_by = $1) and draft_id = $2 and status <> 'cancelled'"
        ),
        client_id,
        draft_id,
    )
}

/// What stands in the way of redeeming a quote: its own booking, and the draft's live one (they may be the same).
///
/// # Errors
/// When the database fails.
pub async fn in_the_way(
    connection: &mut Connection,
    quote_id: &str,
    client_id: &str,
    draft_id: &str,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        select_bookings!(
            "where quote_id = $1 or ((client_id = $2 or made_by = $2) and draft_id = $3 and status <> 'cancelled') limit 2"
        ),
        quote_id,
        client_id,
        draft_id,
    )
}

/// A page of a client's bookings, newest first, without those that are not paid yet and those that never were.
/// `before` is `(created_at, id)` of the last one seen.
///
/// # Errors
/// When the database fails.
pub async fn of_client(
    connection: &mut Connection,
    client_id: &str,
    before: (Millis, &str),
    limit: i64,
) -> Result<Vec<Booking>, StoreError> {
    fetch_all!(
        connection,
        Booking,
        select_bookings!(
            "where (client_id = $1 or made_by = $1) and status <> 'created'
               and (cancel_reason is null or cancel_reason not in ('replaced', 'payment_abandoned'))
               and (created_at < $2 or (created_at = $2 and id < $3))
             order by created_at desc, id desc limit $4"
        ),
        client_id,
        before.0,
        before.1,
        limit,
    )
}

/// Moves a booking one step and writes the event of it, and the client's notification where the step makes one, in the
/// caller's transaction. `None` (and nothing written) when it does not stand where the step begins; otherwise the event's
/// sequence number.
///
/// # Errors
/// When the database fails.
pub async fn change_status(
    connection: &mut Connection,
    id: &str,
    step: Transition,
    event_type: &str,
    data: &Value,
    now: Millis,
) -> Result<Option<i64>, StoreError> {
    let moved = fetch_optional!(
        connection,
        (i64, String, String),
        "update bookings set status = $1, seq = seq + 1, updated_at = $2 where id = $3 and status = $4
         returning seq, client_id, made_by",
        step.to().as_str(),
        now,
        id,
        step.from().as_str(),
    )?;
    let Some((seq, client_id, made_by)) = moved else {
        return Ok(None);
    };
    connection.wake_after_commit(Wake::Booking(id.to_owned()));
    events::add(connection, id, seq, event_type, now, data).await?;
    if let Some(kind) = step.notification() {
        notifications::add(connection, &client_id, id, kind, now).await?;
        // The guest who made it keeps its access.
        if made_by != client_id {
            notifications::add(connection, &made_by, id, kind, now).await?;
        }
    }
    Ok(Some(seq))
}

/// Why a booking is called off, as `cancel_reason` and its `cancelled` event tell it.
#[derive(Debug, Clone, Copy)]
pub struct Cancelling {
    /// `replaced`, `payment_abandoned` or `client`.
    pub reason: &'static str,
    /// What it costs the client, pence. A coupon returns only when it costs nothing.
    pub fee_pence: i64,
}

/// Calls a booking off in the caller's transaction: its status and event, its slot place and, without a fee, its coupon.
/// False (and nothing written) when it no longer stands where `booking` says. Payments are not touched.
///
/// # Errors
/// When the database fails.
pub async fn cancel(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    why: Cancelling,
    now: Millis,
) -> Result<bool, StoreError> {
    if !cancel_alone(connection, booking, step, why, now).await? {
        return Ok(false);
    }
    // Booking, place, coupon: whoever writes several of them does so in this order, so that nobody waits in a circle.
    if let Some(place) = booking.place() {
        slots::give_back(connection, place).await?;
    }
    if why.fee_pence == 0 {
        give_coupon_back(connection, booking).await?;
    }
    Ok(true)
}

/// Only the status, reason and event of [`cancel`]: place and coupon are left for the caller to move.
///
/// # Errors
/// When the database fails.
pub async fn cancel_alone(
    connection: &mut Connection,
    booking: &Booking,
    step: Transition,
    why: Cancelling,
    now: Millis,
) -> Result<bool, StoreError> {
    let data = serde_json::json!({ "reason": why.reason, "feePence": why.fee_pence });
    if change_status(connection, &booking.id, step, "cancelled", &data, now)
        .await?
        .is_none()
    {
        return Ok(false);
    }
    execute!(
        connection,
        "update bookings set cancel_reason = $1 where id = $2",
        why.reason,
        booking.id.as_str()
    )?;
    Ok(true)
}

/// Returns the coupon that a booking used, if it used one.
///
/// # Errors
/// When the database fails.
pub async fn give_coupon_back(connection: &mut Connection, booking: &Booking) -> Result<(), StoreError> {
    match &booking.coupon_code {
        Some(code) => coupons::give_back(connection, code, &booking.id).await,
        None => Ok(()),
    }
}

/// Names the intent that pays for a booking.
///
/// # Errors
/// When the database fails.
pub async fn set_payment(connection: &mut Connection, id: &str, payment_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update bookings set payment_id = $1 where id = $2",
        payment_id,
        id
    )?;
    Ok(())
}

/// Sets the generation of the share link if it is still `old`; false when somebody was faster.
///
/// # Errors
/// When the database fails.
pub async fn set_share_generation(
    connection: &mut Connection,
    id: &str,
    old: i64,
    new: i64,
) -> Result<bool, StoreError> {
    let changed = execute!(
        connection,
        "update bookings set share_generation = $1 where id = $2 and share_generation = $3",
        new,
        id,
        old,
    )?;
    Ok(changed == 1)
}
