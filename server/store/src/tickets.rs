//! Single-use tickets, stored hashed.

use super::{Connection, StoreError, table};
use callout_db::{execute, fetch_optional, record};
use callout_domain::clock::Millis;

record! {
    /// A row of `tickets`.
    pub struct Ticket in "tickets" {
        /// Of the ticket itself.
        pub hash: String,
        /// What it opens, JSON.
        pub grants: String,
        /// Until when, Unix milliseconds.
        pub expires_at: Millis,
    }
}

/// Adds a ticket.
pub async fn add(connection: &mut Connection, ticket: &Ticket) -> Result<(), StoreError> {
    table::insert(connection, ticket, "").await?;
    Ok(())
}

/// Takes a ticket: returns what it grants, once and in time.
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
pub async fn forget(connection: &mut Connection, now: Millis) -> Result<u64, StoreError> {
    execute!(connection, "delete from tickets where expires_at <= $1", now)
}
