//! Sessions: what a bearer token stands on.

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// Whose session it is.
#[derive(Debug, Clone, PartialEq, Eq, sqlx::FromRow)]
pub struct Session {
    /// The client's or pro's id.
    pub subject: String,
    /// `client` or `master`.
    pub role: String,
}

/// Starts a session until `expires_at` (Unix milliseconds).
///
/// # Errors
/// When the database fails.
pub async fn start(
    connection: &mut Connection,
    id: &str,
    session: &Session,
    now: Millis,
    expires_at: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into sessions (id, subject, role, created_at, expires_at) values ($1, $2, $3, $4, $5)",
        id,
        session.subject.as_str(),
        session.role.as_str(),
        now,
        expires_at,
    )?;
    Ok(())
}

/// The session, while it has neither ended nor expired at `now`.
///
/// # Errors
/// When the database fails.
pub async fn live(connection: &mut Connection, id: &str, now: Millis) -> Result<Option<Session>, StoreError> {
    fetch_optional!(
        connection,
        Session,
        "select subject, role from sessions where id = $1 and ended_at is null and expires_at > $2",
        id,
        now,
    )
}

/// Ends one session; nothing when it has ended already.
///
/// # Errors
/// When the database fails.
pub async fn end(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sessions set ended_at = $2 where id = $1 and ended_at is null",
        id,
        now
    )?;
    Ok(())
}

/// Deletes sessions that had expired by `before` (Unix milliseconds).
///
/// # Errors
/// When the database fails.
pub async fn forget(connection: &mut Connection, before: Millis) -> Result<u64, StoreError> {
    execute!(connection, "delete from sessions where expires_at <= $1", before)
}

/// Ends every session of a person and gives their ids, for [`crate::session::Tokens::forget`].
///
/// # Errors
/// When the database fails.
pub async fn end_all(
    connection: &mut Connection,
    subject: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let ended = fetch_all!(
        connection,
        (String,),
        "update sessions set ended_at = $2 where subject = $1 and ended_at is null returning id",
        subject,
        now,
    )?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}
