//! The database: SQLite or PostgreSQL behind one set of queries. All SQL of the product is in this crate.
//!
//! How they are reached, and what a transaction is, see [`callout_db`].

mod wake;

pub mod audit;
pub mod booking_limits;
pub mod bookings;
pub mod calendar_links;
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
pub mod devices;
pub mod diaries;

pub mod disputes;
pub mod erased_identifiers;
pub mod events;
pub mod fee_invoices;
pub mod frozen;
pub mod gas_work;
pub mod holds;
pub mod idempotency;
pub mod identifiers;
pub mod invitations;
pub mod job_notes;
pub mod jobs;
pub mod kept;
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
pub mod mismatches;
pub mod missed_visits;
pub mod notifications;
pub mod number_series;
pub mod offered_coupons;
pub mod offers;
pub mod operator_sessions;
pub mod operators;
pub mod passkeys;
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
pub mod put_rights;
pub mod readings;
pub mod receipts;
pub mod refunds;
pub mod restore;
pub mod reviews;
pub mod sandbox;
pub mod sealed_receipts;
pub mod sessions;
pub mod slots;
pub mod statements;
pub mod statuses;
pub mod stored_emails;
pub mod support;
pub mod suspensions;
pub mod tax;
pub mod texts;
pub mod tickets;
pub mod training;
pub mod unpaid_jobs;
mod unsettled;
pub mod uploads;

use callout_db::table;
pub use callout_db::{Connection, Db, StoreError, WriteError};
pub use wake::Wake;

/// Opens `url` (`sqlite:path` or `postgres://…`) and brings it up to date.
///
/// # Errors
/// When the database cannot be opened, or a migration fails.
pub async fn open(url: &str) -> Result<Db, StoreError> {
    open_with(url, None).await
}

/// The same with so many connections: for reading on SQLite, in all on PostgreSQL.
///
/// # Errors
/// When the database cannot be opened, or a migration fails.
pub async fn open_with(url: &str, connections: Option<u32>) -> Result<Db, StoreError> {
    let db = Db::open(url, connections, &migrations::all()).await?;
    db.write(|connection| {
        Box::pin(async move {
            audit::set_words_apart(connection).await?;
            audit::protect(connection).await
        })
    })
    .await?;
    Ok(db)
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
