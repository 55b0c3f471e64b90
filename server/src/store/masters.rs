//! Pros' accounts.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// A pro's account.
#[derive(Debug, Clone, sqlx::FromRow)]
pub struct Master {
    /// `master-…`.
    pub id: String,
    /// Lower case.
    pub email: String,
    /// `sole_trader` or `company`.
    pub account_type: String,
}

/// Adds a pro.
///
/// # Errors
/// When the database fails.
pub async fn add(connection: &mut Connection, master: &Master, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into masters (id, email, account_type, created_at) values ($1, $2, $3, $4)",
        master.id.as_str(),
        master.email.as_str(),
        master.account_type.as_str(),
        now,
    )?;
    Ok(())
}

/// The pro of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Master>, StoreError> {
    fetch_optional!(
        connection,
        Master,
        "select id, email, account_type from masters where id = $1",
        id
    )
}
