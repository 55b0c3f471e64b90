//! Single-use tickets, stored hashed.

use super::{Connection, StoreError, table};
use callout_db::{fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN, SECRET};

record! {
    /// A row of `tickets`.
    pub struct Ticket in "tickets" {
        /// Of the ticket itself.
        pub hash: String => SECRET,
        /// What it opens, JSON.
        pub grants: String => OWN.not_copied(),
        /// Until when, Unix milliseconds.
        pub expires_at: Millis => FACT,
    }
}

/// Adds a ticket.
pub async fn add(connection: &mut Connection, ticket: &Ticket) -> Result<(), StoreError> {
    table::insert(connection, ticket, "").await?;
    Ok(())
}

/// True when there is such a ticket, in time.
pub async fn is_there(connection: &mut Connection, hash: &str, now: Millis) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(1 as bigint) from tickets where hash = $1 and expires_at > $2",
        hash,
        now,
    )?;
    Ok(row.is_some())
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
