//! The database: SQLite or PostgreSQL behind one set of queries. Below this folder is the only SQL of the product.
//!
//! Reads take any connection (`Db::read`). Writes go through `Db::write`, one closure a transaction: on SQLite a single
//! writer runs the closures that wait at that moment in one `begin immediate … commit` (a savepoint each, so that one
//! failure undoes only itself), which makes `synchronous=FULL` cheap; on PostgreSQL each has a transaction of its own.
//! A closure runs to its end even when the caller has gone away, so nothing is ever half written.

mod connection;
mod open;
mod statuses;
mod table;
mod wake;
mod writer;

pub mod booking_limits;
pub mod bookings;
pub mod clients;
pub mod codes;
pub mod coupons;
pub mod events;
pub mod idempotency;
pub mod identifiers;
pub mod jobs;
pub mod ledger;
pub mod loyalty;
pub mod masters;
pub mod notifications;
pub mod passwords;
pub mod payments;
pub mod personal;
pub mod price_books;
pub mod provider_events;
pub mod sandbox;
pub mod sessions;
pub mod slots;
pub mod tickets;
pub mod uploads;

use crate::domain::failure::Failure;

pub use connection::{Connection, Database};
pub use open::Db;
pub use wake::Wake;

/// What can go wrong in the database.
#[derive(Debug)]
pub enum StoreError {
    /// The row breaks a uniqueness rule; what that means is the caller's to say.
    Duplicate,
    /// The database refused or could not be reached.
    Database(sqlx::Error),
    /// A stored value no longer makes sense.
    Corrupt(String),
    /// The writer has stopped, or the work panicked.
    Stopped,
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Duplicate => write!(formatter, "the row exists already"),
            Self::Database(error) => write!(formatter, "database: {error}"),
            Self::Corrupt(what) => write!(formatter, "stored data is corrupt: {what}"),
            Self::Stopped => write!(formatter, "the database writer has stopped"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::Duplicate,
            _ => Self::Database(error),
        }
    }
}

/// Stores a value as JSON text.
///
/// # Errors
/// When the value cannot be written as JSON.
pub fn to_json<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// Reads a value that was stored as JSON text.
///
/// # Errors
/// When the text is not what was stored.
pub fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}
