//! Sessions: the rows behind bearer tokens.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::role::Role;

record! {
    /// A session to start. Times in Unix milliseconds.
    pub struct Start in "sessions" {
        /// `s-…`.
        pub id: String => FACT,
        /// The client's or pro's id.
        pub subject: String => FACT,
        /// Which of the two.
        pub role: Role => FACT,
        /// When it starts.
        pub created_at: Millis => FACT,
        /// Until when it may go on.
        pub expires_at: Millis => FACT,
        /// When a code of the account was last entered in it; none when it began with less.
        pub fresh_at: Option<Millis> => FACT,
    }
}

row! {
    /// Whose session it is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Session {
        /// The client's or pro's id.
        pub subject: String,
        /// Which of the two.
        pub role: Role,
        /// True when it is a guest's.
        pub is_guest: bool,
    }
}

/// Starts a session.
pub async fn start(connection: &mut Connection, session: &Start) -> Result<(), StoreError> {
    table::insert(connection, session, "").await?;
    Ok(())
}

/// The session, while it has neither ended nor expired at `now`.
pub async fn live(connection: &mut Connection, id: &str, now: Millis) -> Result<Option<Session>, StoreError> {
    fetch_optional!(
        connection,
        Session,
        "select sessions.subject, sessions.role, coalesce(clients.is_guest, 0) as is_guest
         from sessions left join clients on clients.id = sessions.subject
         where sessions.id = $1 and sessions.ended_at is null and sessions.expires_at > $2",
        id,
        now,
    )
}

/// Ends one session; nothing when it has ended already.
pub async fn end(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sessions set ended_at = $2 where id = $1 and ended_at is null",
        id,
        now
    )?;
    Ok(())
}

/// Notes that a code of the account was entered in a session.
pub async fn freshen(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update sessions set fresh_at = $2 where id = $1 and ended_at is null",
        id,
        now
    )?;
    Ok(())
}

/// True while a session has not ended; locks it until the transaction ends, so that whoever ends it finds what was done in it.
pub async fn hold(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    let held = execute!(
        connection,
        "update sessions set ended_at = null where id = $1 and ended_at is null",
        id
    )?;
    Ok(held == 1)
}

/// True when a code of the account was entered in the session after `since`.
pub async fn is_fresh(connection: &mut Connection, id: &str, since: Millis) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from sessions where id = $1 and fresh_at > $2",
        id,
        since,
    )?;
    Ok(row.is_some())
}

/// Ids of the sessions that have ended since a time (Unix milliseconds).
pub async fn ended_since(connection: &mut Connection, since: Millis) -> Result<Vec<String>, StoreError> {
    let ended = fetch_all!(
        connection,
        (String,),
        "select id from sessions where ended_at is not null and ended_at >= $1",
        since,
    )?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}

/// Ids of the sessions of a person that have not ended.
pub async fn of_person(connection: &mut Connection, subject: &str) -> Result<Vec<String>, StoreError> {
    let open = fetch_all!(
        connection,
        (String,),
        "select id from sessions where subject = $1 and ended_at is null",
        subject,
    )?;
    Ok(open.into_iter().map(|(id,)| id).collect())
}

/// Ends every session of a person and gives their ids, for caches that still hold them.
pub async fn end_all(
    connection: &mut Connection,
    subject: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    end_all_but(connection, subject, "", now).await
}

/// The same apart from the one named.
pub async fn end_all_but(
    connection: &mut Connection,
    subject: &str,
    but: &str,
    now: Millis,
) -> Result<Vec<String>, StoreError> {
    let ended = fetch_all!(
        connection,
        (String,),
        "update sessions set ended_at = $3 where subject = $1 and id <> $2 and ended_at is null returning id",
        subject,
        but,
        now,
    )?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}
