//! Pros' answers that wait for the client.

use super::connection::{execute, fetch_all, fetch_optional};
use super::{Connection, StoreError, table};
use crate::clock::Millis;
use crate::record::record;

record! {
    /// A row of `proposals`. Money in pence, times in Unix milliseconds.
    pub struct Proposal in "proposals" {
        /// `proposal-…`.
        pub id: String,
        /// The booking.
        pub booking_id: String,
        /// The pro.
        pub master_id: String,
        /// The price before a coupon that it changes.
        pub price_pence: i64,
        /// By how much; 0 for a budget that awaits its payment.
        pub delta_pence: i64,
        /// What the pro says about it.
        pub message: Option<String>,
        /// When it was made.
        pub made_at: Millis,
        /// When the client's time to answer ends; once approved, the time to pay.
        pub until: Millis,
        /// When the client approved it.
        pub approved_at: Option<Millis>,
        /// How it ended; none while it is open.
        pub outcome: Option<String>,
        /// When that was.
        pub ended_at: Option<Millis>,
    }
}

/// Adds a proposal.
///
/// # Errors
/// `Duplicate` when the booking has an open one; otherwise when the database fails.
pub async fn add(connection: &mut Connection, proposal: &Proposal) -> Result<(), StoreError> {
    table::insert(connection, proposal, "").await?;
    Ok(())
}

/// The proposal of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Proposal>, StoreError> {
    fetch_optional!(
        connection,
        Proposal,
        table::select::<Proposal>("where id = $1"),
        id
    )
}

/// What pros proposed to a client, the oldest first.
///
/// # Errors
/// When the database fails.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>(
            "where booking_id in (select id from bookings where client_id = $1) order by made_at, id"
        ),
        client_id,
    )
}

/// The open proposal of a booking.
///
/// # Errors
/// When the database fails.
pub async fn open(connection: &mut Connection, booking_id: &str) -> Result<Option<Proposal>, StoreError> {
    fetch_optional!(
        connection,
        Proposal,
        table::select::<Proposal>("where booking_id = $1 and outcome is null"),
        booking_id
    )
}

/// Every open proposal of a pro.
///
/// # Errors
/// When the database fails.
pub async fn open_of_master(
    connection: &mut Connection,
    master_id: &str,
) -> Result<Vec<Proposal>, StoreError> {
    fetch_all!(
        connection,
        Proposal,
        table::select::<Proposal>("where master_id = $1 and outcome is null"),
        master_id
    )
}

/// Notes that the client has approved an open proposal and has until `until` (Unix milliseconds) to pay.
///
/// # Errors
/// When the database fails.
pub async fn approve(
    connection: &mut Connection,
    id: &str,
    until: Millis,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update proposals set approved_at = $2, until = $3 where id = $1 and outcome is null",
        id,
        now,
        until,
    )?;
    Ok(())
}

/// Ends a proposal; false when it has ended already.
///
/// # Errors
/// When the database fails.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    outcome: &str,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update proposals set outcome = $2, ended_at = $3 where id = $1 and outcome is null",
        id,
        outcome,
        now,
    )?;
    Ok(ended == 1)
}
