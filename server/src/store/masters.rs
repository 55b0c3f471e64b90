//! Pros' accounts.

use super::connection::fetch_optional;
use super::{Connection, StoreError, table};
use crate::clock::Millis;
use crate::record::record;

record! {
    /// A pro's account.
    pub struct Master in "masters" {
        /// `master-…`.
        pub id: String,
        /// Lower case.
        pub email: String,
        /// `sole_trader` or `company`.
        pub account_type: String,
        /// When it was made, Unix milliseconds.
        pub created_at: Millis,
    }
}

/// Adds a pro.
///
/// # Errors
/// When the database fails.
pub async fn add(connection: &mut Connection, master: &Master) -> Result<(), StoreError> {
    table::insert(connection, master, "").await?;
    Ok(())
}

/// The pro of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Master>, StoreError> {
    fetch_optional!(connection, Master, "select * from masters where id = $1", id)
}
