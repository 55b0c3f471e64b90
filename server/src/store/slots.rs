//! Places in slots: one counter for each postcode area and window. A booking takes its place as it is added.

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;
use crate::domain::time::Window;

/// A counter of one window in one postcode area.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place<'a> {
    /// Postcode area, e.g. `SW`.
    pub area: &'a str,
    /// From when to when.
    pub window: Window,
}

/// Gives a place back.
///
/// # Errors
/// When the database fails.
pub async fn give_back(connection: &mut Connection, place: Place<'_>) -> Result<(), StoreError> {
    execute!(
        connection,
        "update slot_places set taken = taken - 1
         where area = $1 and slot_start = $2 and slot_end = $3 and taken > 0",
        place.area,
        place.window.start,
        place.window.end,
    )?;
    Ok(())
}

/// How many places of each window of an area are taken, for windows that start at `from` (Unix milliseconds) or later.
///
/// # Errors
/// When the database fails.
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
///
/// # Errors
/// When the database fails.
pub async fn held_by_draft(
    connection: &mut Connection,
    client_id: &str,
    draft_id: &str,
) -> Result<Option<(String, Window)>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String, i64, i64),
        "select area, slot_start, slot_end from bookings
         where client_id = $1 and draft_id = $2 and status = 'created' and slot_start is not null",
        client_id,
        draft_id,
    )?;
    Ok(row.map(|(area, start, end)| (area, Window { start, end })))
}
