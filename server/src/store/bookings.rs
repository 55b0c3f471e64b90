//! Bookings: made once, found by their many names, and moved from status to status by one conditional update.

pub mod passing;
mod row;

use serde_json::Value;

use super::connection::{execute, fetch_all, fetch_last, fetch_optional};
use super::{Connection, StoreError, coupons, events, notifications, slots, to_json};
use crate::clock::Millis;
use crate::domain::status::Transition;

pub use row::Booking;

/// `select` of whole rows; what follows says which.
macro_rules! select_bookings {
    ($rest:literal) => {
        concat!("select * from bookings ", $rest)
    };
}

/// Adds a booking as it stands in `booking`, and its first events: `created` with `data`, and the status it begins in where
/// that is another one, and holds its client. Takes its slot's place if fewer than `capacity` are taken: false when the slot is
/// full or the client has ended, and the caller undoes the rest. Without a slot nothing is known of the client.
///
/// # Errors
/// `Duplicate` when its quote is redeemed already or its draft has a live booking; otherwise when the database fails.
pub async fn insert(
    connection: &mut Connection,
    booking: &Booking,
    data: &Value,
    capacity: u32,
) -> Result<bool, StoreError> {
    let data = to_json(data)?;
    let placed = fetch_last!(
        connection,
        (i64,),
        [
            "update clients set created_at = created_at where id = $4 and ended_at is null";
            "insert into bookings (
                id, client_id, draft_id, quote_id, status, seq, quote_mode, payment_method, manual_quote, description,
                problem_type, readable_name, quick_fix, skills, tier, urgency, customer_name, phone, email, address_line1,
                address_line2, city, postcode, area, entry_info, lat, lng, slot_id, slot_start, slot_end, estimated_pence,
                amount_pence, discount_pence, proposed_pence, currency, coupon_code, lines, book_version, photo_id,
                payment_id, pay_by, cancel_reason, calendar_sequence, share_generation, guest_generation,
                assigned_master_id, address_key, created_at, updated_at, made_by)
             values ($1, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
                $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $36, $37, $38, $39, $40, $41, $42, $43, $44, $45,
                $46, $47, $48, $49, $50, $51, $52)";
            "insert into booking_events (booking_id, seq, type, at, data)
             select id, 1, 'created', created_at, $2 from bookings where id = $1
             union all select id, 2, status, created_at, '{}' from bookings where id = $1 and seq = 2";
            "insert into slot_places (area, slot_start, slot_end, taken)
             select area, slot_start, slot_end, 1
             from bookings join clients on clients.id = client_id and ended_at is null
             where bookings.id = $1 and slot_start is not null and $3 > 0
             on conflict (area, slot_start, slot_end) do update set taken = slot_places.taken + 1
             where slot_places.taken < $3
             returning taken"
        ],
        [
            booking.id.as_str(),
            data.as_str(),
            i64::from(capacity),
            booking.client_id.as_str(),
        ],
        [
            booking.draft_id.as_str(),
            booking.quote_id.as_str(),
            booking.status.as_str(),
            booking.seq,
            booking.quote_mode.as_str(),
            booking.payment_method.as_str(),
            booking.manual_quote,
            booking.description.as_str(),
            booking.problem_type.as_str(),
            booking.readable_name.as_str(),
            booking.quick_fix.as_deref(),
            booking.skills.as_str(),
            booking.tier.as_str(),
            booking.urgency.as_str(),
            booking.customer_name.as_str(),
            booking.phone.as_str(),
            booking.email.as_deref(),
            booking.address_line1.as_str(),
            booking.address_line2.as_deref(),
            booking.city.as_deref(),
            booking.postcode.as_str(),
            booking.area.as_str(),
            booking.entry_info.as_deref(),
            booking.lat,
            booking.lng,
            booking.slot_id.as_deref(),
            booking.slot_start,
            booking.slot_end,
            booking.estimated_pence,
            booking.amount_pence,
            booking.discount_pence,
            booking.proposed_pence,
            booking.currency.as_str(),
            booking.coupon_code.as_deref(),
            booking.lines.as_str(),
            booking.book_version.as_str(),
            booking.photo_id.as_deref(),
            booking.payment_id.as_deref(),
            booking.pay_by,
            booking.cancel_reason.as_deref(),
            booking.calendar_sequence,
            booking.share_generation,
            booking.guest_generation,
            booking.assigned_master_id.as_deref(),
            booking.address_key.as_str(),
            booking.created_at,
            booking.updated_at,
            booking.made_by.as_str(),
        ],
    )?;
    Ok(booking.slot_start.is_none() || !placed.is_empty())
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
