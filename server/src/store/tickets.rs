//! Single-use tickets, stored hashed.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// Adds a ticket that opens what `grants` says (JSON) until `expires_at` (Unix milliseconds).
///
/// # Errors
/// When the database fails.
pub async fn add(
    connection: &mut Connection,
    hash: &str,
    grants: &str,
    expires_at: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into tickets (hash, grants, expires_at) values ($1, $2, $3)",
        hash,
        grants,
        expires_at,
    )?;
    Ok(())
}

/// Takes a ticket: what it grants, once and in time.
///
/// # Errors
/// When the database fails.
pub async fn take(
    connection: &mut Connection,
    hash: &str,
    now: Millis,
) -> Result<Option<String>, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "delete from tickets where hash = $1 and expires_at > $2 returning grants",
        hash,
        now,
    )?;
    Ok(row.map(|(grants,)| grants))
}

/// Deletes tickets whose time is over.
///
/// # Errors
/// When the database fails.
pub async fn forget(connection: &mut Connection, now: Millis) -> Result<u64, StoreError> {
    execute!(connection, "delete from tickets where expires_at <= $1", now)
}
