//! Holds on cards that end before their job, and the cards that are kept to renew them.

use sqlx::AssertSqlSafe;

use super::connection::{execute, fetch_all};
use super::{Connection, StoreError, statuses};
use crate::clock::Millis;
use crate::domain::renewal::{self, SavedCard};

/// Notes that a payment is held until `ends` (Unix milliseconds), and the card that is kept.
///
/// # Errors
/// When the database fails.
pub async fn note(
    connection: &mut Connection,
    payment_id: &str,
    ends: Millis,
    card: Option<&SavedCard>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set capture_before = $2, renew_at = $3, customer_id = $4, card_id = $5 where id = $1",
        payment_id,
        ends,
        renewal::renew_at(ends),
        card.map(|card| card.customer_id.as_str()),
        card.map(|card| card.card_id.as_str()),
    )?;
    Ok(())
}

/// Notes which card pays.
///
/// # Errors
/// When the database fails.
pub async fn note_card(
    connection: &mut Connection,
    payment_id: &str,
    fingerprint: &str,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set card_fingerprint = $2 where id = $1",
        payment_id,
        fingerprint,
    )?;
    Ok(())
}

/// Ids of payments at `provider` whose hold is to be renewed by `now`: their booking looks for a pro, and its visit is after the end of the
/// hold. At most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn to_renew(
    connection: &mut Connection,
    provider: &str,
    now: Millis,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let matching = statuses::with("bookings.status", |facts| facts.is_matching);
    let sql = AssertSqlSafe(format!(
        "select payments.id from payments join bookings on bookings.payment_id = payments.id \
         where payments.renew_at <= $2 and payments.provider = $1 and payments.status = 'requires_capture' \
         and payments.closing_at is null and {matching} and bookings.slot_start > payments.capture_before \
         order by payments.renew_at limit $3"
    ));
    let rows = fetch_all!(connection, (String,), sql, provider, now, limit)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Sets when the renewal of a hold is tried again; never, with none.
///
/// # Errors
/// When the database fails.
pub async fn renew_at(
    connection: &mut Connection,
    payment_id: &str,
    at: Option<Millis>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set renew_at = $2 where id = $1",
        payment_id,
        at
    )?;
    Ok(())
}

/// Cards kept at `provider` for bookings that ended before `before` (Unix milliseconds). At most `limit`.
///
/// # Errors
/// When the database fails.
pub async fn cards_to_forget(
    connection: &mut Connection,
    provider: &str,
    before: Millis,
    limit: i64,
) -> Result<Vec<SavedCard>, StoreError> {
    let ended = statuses::with("bookings.status", |facts| facts.is_final);
    let sql = AssertSqlSafe(format!(
        "select distinct payments.customer_id, payments.card_id from payments \
         join bookings on bookings.id = payments.booking_id \
         where payments.card_id is not null and payments.customer_id is not null and payments.provider = $1 \
         and {ended} and coalesce(bookings.ended_at, bookings.updated_at) <= $2 limit $3"
    ));
    let rows = fetch_all!(connection, (String, String), sql, provider, before, limit)?;
    let card = |(customer_id, card_id)| SavedCard { customer_id, card_id };
    Ok(rows.into_iter().map(card).collect())
}

/// Notes that a card is not kept any more.
///
/// # Errors
/// When the database fails.
pub async fn forgot(connection: &mut Connection, card_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set customer_id = null, card_id = null where card_id = $1",
        card_id
    )?;
    Ok(())
}
