//! Sessions: what a bearer token stands on.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// Starts a session of `subject` until `expires_at` (Unix milliseconds).
///
/// # Errors
/// When the database fails.
pub async fn start(
    connection: &mut Connection,
    id: &str,
    subject: &str,
    role: &str,
    now: Millis,
    expires_at: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into sessions (id, subject, role, created_at, expires_at) values ($1, $2, $3, $4, $5)",
        id,
        subject,
        role,
        now,
        expires_at,
    )?;
    Ok(())
}

/// True while the session has neither ended nor expired at `now`.
///
/// # Errors
/// When the database fails.
pub async fn is_alive(connection: &mut Connection, id: &str, now: Millis) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select expires_at from sessions where id = $1 and ended_at is null and expires_at > $2",
        id,
        now,
    )?;
    Ok(row.is_some())
}
