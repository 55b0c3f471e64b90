//! Price books that are newer than the one compiled in.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// The JSON of the book in force at `now`, if any was stored.
///
/// # Errors
/// When the database fails.
pub async fn in_force(connection: &mut Connection, now: Millis) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select body from price_books where active_from <= $1 order by active_from desc, created_at desc limit 1",
        now,
    )?;
    Ok(row.map(|(body,)| body))
}

/// The JSON of the book of this version, if it was stored.
///
/// # Errors
/// When the database fails.
pub async fn of_version(connection: &mut Connection, version: &str) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select body from price_books where version = $1",
        version,
    )?;
    Ok(row.map(|(body,)| body))
}

/// Stores a book, in force from `active_from` (Unix milliseconds).
///
/// # Errors
/// `Duplicate` when there is a book of this version.
pub async fn add(
    connection: &mut Connection,
    version: &str,
    body: &str,
    active_from: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into price_books (version, body, created_at, active_from) values ($1, $2, $3, $4)",
        version,
        body,
        now,
        active_from,
    )?;
    Ok(())
}
