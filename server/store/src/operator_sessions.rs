//! Operators' sessions in the console, and what they typed when one ended in the middle of a form.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};

record! {
    /// A row of `operator_sessions`.
    pub struct OperatorSession in "operator_sessions" {
        /// SHA-256 of the cookie's token.
        pub id: String => FACT,
        /// Whose it is.
        pub operator_id: String => FACT,
        /// Unix milliseconds.
        pub created_at: Millis => FACT,
        /// Unix milliseconds.
        pub expires_at: Millis => FACT,
        /// When the second factor was last shown, Unix milliseconds.
        pub proved_at: Option<Millis> => FACT,
        /// When the operator last did something in it, Unix milliseconds.
        pub seen_at: Millis => FACT,
    }
}

record! {
    /// A row of `console_drafts`.
    pub struct Draft in "console_drafts" {
        /// Its name in the page's address.
        pub id: String => FACT,
        /// Who may read it.
        pub operator_id: String => FACT,
        /// Sealed for that operator.
        pub content: String => OWN.not_copied(),
        /// Unix milliseconds.
        pub expires_at: Millis => FACT,
    }
}

/// Begins a session.
pub async fn begin(connection: &mut Connection, session: &OperatorSession) -> Result<(), StoreError> {
    table::insert(connection, session, "").await.map(drop)
}

/// The session of this id, whether or not it is over.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<OperatorSession>, StoreError> {
    fetch_optional!(
        connection,
        OperatorSession,
        table::select::<OperatorSession>("where id = $1"),
        id
    )
}

/// Notes that the second factor was shown, and gives the session another id: who knew the old one does not know this one. False when it
/// is gone.
pub async fn renew(connection: &mut Connection, id: &str, to: &str, now: Millis) -> Result<bool, StoreError> {
    let renewed = execute!(
        connection,
        "update operator_sessions set id = $2, proved_at = $3, seen_at = $3 where id = $1",
        id,
        to,
        now
    )?;
    Ok(renewed == 1)
}

/// Notes that the operator does something.
pub async fn see(connection: &mut Connection, id: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update operator_sessions set seen_at = $2 where id = $1 and seen_at < $2",
        id,
        now
    )
    .map(drop)
}

/// How many sessions of an operator go on, with both factors.
pub async fn count_open(
    connection: &mut Connection,
    operator_id: &str,
    now: Millis,
    idle_since: Millis,
) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select count(*) from operator_sessions
         where operator_id = $1 and proved_at is not null and expires_at > $2 and seen_at > $3",
        operator_id,
        now,
        idle_since,
    )?;
    Ok(row.map_or(0, |(count,)| count))
}

/// Ends a session.
pub async fn end(connection: &mut Connection, id: &str) -> Result<(), StoreError> {
    execute!(connection, "delete from operator_sessions where id = $1", id).map(drop)
}

/// Ends a session if it is this operator's.
pub async fn end_own(connection: &mut Connection, operator_id: &str, id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from operator_sessions where id = $1 and operator_id = $2",
        id,
        operator_id
    )
    .map(drop)
}

/// Ends an operator's sessions, apart from the one named.
pub async fn end_all_of(connection: &mut Connection, operator_id: &str, but: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from operator_sessions where operator_id = $1 and id <> $2",
        operator_id,
        but
    )
    .map(drop)
}

/// Keeps a draft.
pub async fn keep_draft(connection: &mut Connection, draft: &Draft) -> Result<(), StoreError> {
    table::insert(connection, draft, "").await.map(drop)
}

/// Deletes an operator's draft; false when it is gone.
pub async fn take_draft(
    connection: &mut Connection,
    id: &str,
    operator_id: &str,
) -> Result<bool, StoreError> {
    let deleted = execute!(
        connection,
        "delete from console_drafts where id = $1 and operator_id = $2",
        id,
        operator_id,
    )?;
    Ok(deleted == 1)
}

/// The operator's draft of this id, if it has not ended.
pub async fn draft(
    connection: &mut Connection,
    id: &str,
    operator_id: &str,
    now: Millis,
) -> Result<Option<Draft>, StoreError> {
    fetch_optional!(
        connection,
        Draft,
        table::select::<Draft>("where id = $1 and operator_id = $2 and expires_at > $3"),
        id,
        operator_id,
        now,
    )
}
