//! Clients and guests.

use super::connection::{execute, fetch_optional};
use super::{Connection, StoreError};
use crate::clock::Millis;

/// A guest to make.
pub struct NewGuest {
    /// `guest-…`.
    pub id: String,
    /// Normalised email, unverified.
    pub email: Option<String>,
    /// Normalised UK mobile, unverified.
    pub phone: Option<String>,
}

/// Adds a guest.
///
/// # Errors
/// When the database fails.
pub async fn add_guest(connection: &mut Connection, guest: &NewGuest, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into clients (id, is_guest, email, phone, created_at) values ($1, 1, $2, $3, $4)",
        guest.id.as_str(),
        guest.email.as_deref(),
        guest.phone.as_deref(),
        now,
    )?;
    Ok(())
}

/// True when there is a client of this id.
///
/// # Errors
/// When the database fails.
pub async fn exists(connection: &mut Connection, id: &str) -> Result<bool, StoreError> {
    Ok(fetch_optional!(
        connection,
        (i64,),
        "select is_guest from clients where id = $1",
        id
    )?
    .is_some())
}

/// A client's email and phone, verified or not.
///
/// # Errors
/// When the database fails.
pub async fn contact(
    connection: &mut Connection,
    id: &str,
) -> Result<(Option<String>, Option<String>), StoreError> {
    let row = fetch_optional!(
        connection,
        (Option<String>, Option<String>),
        "select email, phone from clients where id = $1",
        id,
    )?;
    Ok(row.unwrap_or_default())
}
