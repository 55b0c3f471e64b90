//! The database: SQLite or PostgreSQL behind one set of queries. All SQL of the product is in this folder.
//!
//! Reads take any connection (`Db::read`). Writes go through `Db::write`, one closure per transaction: on SQLite a single
//! writer runs the closures waiting at that moment in one `begin immediate … commit` (each behind a savepoint, so that a
//! failure undoes only itself), which makes `synchronous=FULL` cheap; on PostgreSQL each has a transaction of its own.
//! A closure runs to its end even when the caller has gone away, so nothing is ever half written.

mod connection;
mod health;
mod log;
mod open;
mod statuses;
mod table;
mod wake;
mod writer;

pub mod audit;
pub mod booking_limits;
pub mod bookings;
pub mod candidates;
pub mod change_orders;
pub mod changes;
pub mod chargebacks;
pub mod chat;
pub mod clearing;
pub mod clients;
pub mod codes;
pub mod copy;
pub mod coupons;
pub mod debt_payments;
pub mod demo_pros;
pub mod desk;
pub mod disputes;
pub mod erased_identifiers;
pub mod events;
pub mod fee_invoices;
pub mod frozen;
pub mod holds;
pub mod idempotency;
pub mod identifiers;
pub mod jobs;
pub mod ledger;
pub mod loose_files;
pub mod loyalty;
pub mod master_documents;
pub mod master_events;
pub mod master_pictures;
pub mod masters;
pub mod matchings;
pub mod message_choices;
pub mod migrations;
pub mod missed_visits;
pub mod notifications;
pub mod number_series;
pub mod offered_coupons;
pub mod offers;
pub mod operator_sessions;
pub mod operators;
pub mod passwords;
pub mod payments;
pub mod payments_due;
pub mod payout_accounts;
pub mod payouts;
pub mod people;
pub mod personal;
pub mod personal_master;
pub mod price_books;
pub mod price_drafts;
pub mod price_samples;
pub mod pro_balances;
pub mod proposals;
pub mod provider_events;
pub mod push_subscriptions;
pub mod receipts;
pub mod refunds;
pub mod reviews;
pub mod sandbox;
pub mod sealed_receipts;
pub mod sessions;
pub mod slots;
pub mod statements;
pub mod support;
pub mod suspensions;
pub mod tax;
pub mod tickets;
pub mod training;
pub mod unpaid_jobs;
pub mod uploads;

use crate::domain::failure::Failure;

pub use connection::{Connection, Database};
pub use open::{Db, Upkeep};
pub use wake::Wake;

/// What can go wrong in the database.
#[derive(Debug)]
pub enum StoreError {
    /// The row breaks a uniqueness rule; the caller knows what that means.
    Duplicate,
    /// The database is out of room: no disk space or, on PostgreSQL, no memory or connections. Trying again later may help.
    Exhausted(String),
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
            Self::Exhausted(cause) => write!(formatter, "there is no space left for the database: {cause}"),
            Self::Database(error) => write!(formatter, "database: {error}"),
            Self::Corrupt(what) => write!(formatter, "stored data is corrupt: {what}"),
            Self::Stopped => write!(formatter, "the database writer has stopped"),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Exhausted(_) => Self::storage_exhausted(error),
            error => Self::internal(error),
        }
    }
}

impl WriteError for Failure {
    fn is_exhausted(&self) -> bool {
        self.is_storage_exhausted()
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(cause) if cause.is_unique_violation() => Self::Duplicate,
            _ if says_exhausted(&error) => Self::Exhausted(error.to_string()),
            _ => Self::Database(error),
        }
    }
}

impl StoreError {
    /// The failure of a commit, for each caller whose work was in it.
    fn to_each(&self) -> Self {
        match self {
            Self::Exhausted(cause) => Self::Exhausted(cause.clone()),
            _ => Self::Stopped,
        }
    }
}

/// An error that a write can fail with.
pub trait WriteError: From<StoreError> {
    /// True when it was caused by [`StoreError::Exhausted`]: readiness must know.
    fn is_exhausted(&self) -> bool {
        false
    }
}

impl WriteError for StoreError {
    fn is_exhausted(&self) -> bool {
        matches!(self, Self::Exhausted(_))
    }
}

/// True when the disk is full, or PostgreSQL lacks what a write needs.
fn says_exhausted(error: &sqlx::Error) -> bool {
    match error {
        // SQLite's codes are numbers of up to four digits: the disk is full (13), or lacks room for the write-ahead log's index
        // (4874). PostgreSQL's have five characters; class 53 is insufficient resources.
        sqlx::Error::Database(cause) => cause.code().is_some_and(|code| {
            matches!(code.as_ref(), "13" | "4874") || (code.len() == 5 && code.starts_with("53"))
        }),
        sqlx::Error::Io(cause) => cause.kind() == std::io::ErrorKind::StorageFull,
        _ => false,
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
/// When the text cannot be read as such a value.
pub fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(error.to_string()))
}
