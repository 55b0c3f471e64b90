//! Places in slots: one counter per postcode area and window. Bookings take and return places as their status changes.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError, Wake, statuses};
use callout_db::{execute, fetch_all, fetch_optional};
use callout_domain::booking::SlotPlace;
use callout_domain::clock::Millis;
use callout_domain::time::Window;

/// Locks the counters of several places until the transaction ends, for everybody in the same order: two transactions that swap
/// places cannot deadlock then. One place needs no order.
pub async fn lock<'a>(
    connection: &mut Connection,
    places: impl IntoIterator<Item = SlotPlace<'a>>,
) -> Result<(), StoreError> {
    let places: BTreeSet<SlotPlace<'a>> = places.into_iter().collect();
    if places.len() < 2 {
        return Ok(());
    }
    for place in places {
        execute!(
            connection,
            "insert into slot_places (area, slot_start, slot_end, taken) values ($1, $2, $3, 0)
             on conflict (area, slot_start, slot_end) do update set taken = slot_places.taken",
            place.area,
            place.window.start,
            place.window.end,
        )?;
    }
    Ok(())
}

/// Takes a place if fewer than `capacity` are taken; false when the slot is full.
pub async fn take(
    connection: &mut Connection,
    place: SlotPlace<'_>,
    capacity: u32,
) -> Result<bool, StoreError> {
    let taken = execute!(
        connection,
        "insert into slot_places (area, slot_start, slot_end, taken)
         select cast($1 as text), cast($2 as bigint), cast($3 as bigint), 1 where $4 > 0
         on conflict (area, slot_start, slot_end) do update set taken = slot_places.taken + 1
         where slot_places.taken < $4",
        place.area,
        place.window.start,
        place.window.end,
        i64::from(capacity),
    )?;
    connection.tell_after_commit(Wake::Places(place.area.to_owned()));
    Ok(taken == 1)
}

/// Gives a place back.
pub async fn give_back(connection: &mut Connection, place: SlotPlace<'_>) -> Result<(), StoreError> {
    execute!(
        connection,
        "update slot_places set taken = taken - 1
         where area = $1 and slot_start = $2 and slot_end = $3 and taken > 0",
        place.area,
        place.window.start,
        place.window.end,
    )?;
    connection.tell_after_commit(Wake::Places(place.area.to_owned()));
    Ok(())
}

/// How many places of each window of an area are taken, for windows that start at `from` (Unix milliseconds) or later.
pub async fn taken(
    connection: &mut Connection,
    area: &str,
    from: Millis,
) -> Result<Vec<(Window, i64)>, StoreError> {
    let rows = fetch_all!(
        connection,
        (i64, i64, i64),
        "select slot_start, slot_end, taken from slot_places where area = $1 and slot_start >= $2 and taken > 0",
        area,
        from,
    )?;
    let counted = |(start, end, taken)| (Window { start, end }, taken);
    Ok(rows.into_iter().map(counted).collect())
}

/// The area and window that the draft's booking holds a place in while it is not paid yet.
pub async fn held_by_draft(
    connection: &mut Connection,
    client_id: &str,
    draft_id: &str,
) -> Result<Option<(String, Window)>, StoreError> {
    let unpaid = statuses::with("status || ''", |facts| facts.awaits_payment);
    let sql = AssertSqlSafe(format!(
        "select area, slot_start, slot_end from bookings
         where client_id = $1 and draft_id = $2 and {unpaid} and holds_place = 1"
    ));
    let row = fetch_optional!(connection, (String, i64, i64), sql, client_id, draft_id,)?;
    Ok(row.map(|(area, start, end)| (area, Window { start, end })))
}
