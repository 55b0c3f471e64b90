//! The transfers of a payout.

use crate::record::record;
use crate::store::connection::{execute, fetch_all};
use crate::store::{Connection, StoreError, table};

record! {
    /// A row of `payout_transfers`. Money in pence.
    pub struct Transfer in "payout_transfers" {
        /// What makes it happen once.
        pub reference: String,
        /// The payout.
        pub payout_id: String,
        /// How much.
        pub amount_pence: i64,
        /// What was earned that it pays: a row of `clearing`.
        pub earning: Option<String>,
        /// The payment whose money it is.
        pub payment_id: Option<String>,
        /// `pending`, `sent` or `failed`.
        pub status: String,
        /// The provider's id of it, or its code for the refusal.
        pub outcome: Option<String>,
    }
}

/// A transfer that is to be sent.
pub const PENDING: &str = "pending";
/// A transfer that was sent.
pub const SENT: &str = "sent";
/// A transfer that could not be sent.
pub const FAILED: &str = "failed";

/// Adds a transfer.
///
/// # Errors
/// When the database fails.
pub async fn add(connection: &mut Connection, transfer: &Transfer) -> Result<(), StoreError> {
    table::insert(connection, transfer, "").await?;
    Ok(())
}

/// The transfers of a payout.
///
/// # Errors
/// When the database fails.
pub async fn of_payout(connection: &mut Connection, payout_id: &str) -> Result<Vec<Transfer>, StoreError> {
    fetch_all!(
        connection,
        Transfer,
        table::select::<Transfer>("where payout_id = $1 order by reference"),
        payout_id,
    )
}

/// Ends a pending transfer as `status`; false when it has ended before.
///
/// # Errors
/// When the database fails.
pub async fn end(
    connection: &mut Connection,
    reference: &str,
    status: &str,
    outcome: &str,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update payout_transfers set status = $2, outcome = $3 where reference = $1 and status = 'pending'",
        reference,
        status,
        outcome,
    )?;
    Ok(ended == 1)
}
