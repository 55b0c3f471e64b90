//! What pros have earned by card and do not have yet: a row for each posting that earned it.

use sqlx::AssertSqlSafe;

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;

/// Whether the money of a row of `clearing` was collected: nothing is due, and no hold still waits to be captured.
const IS_COLLECTED: &str = "not exists (select 1 from bookings
      where bookings.id = clearing.booking_id and bookings.payment_due_until is not null)
    and not exists (select 1 from payments where payments.booking_id = clearing.booking_id
      and payments.status = 'requires_capture' and payments.closing_at is null)";

/// What a posting earned.
#[derive(Debug, Clone, Copy)]
pub struct NewClearing<'a> {
    /// The posting's reference in the ledger.
    pub reference: &'a str,
    /// The booking.
    pub booking_id: &'a str,
    /// The pro.
    pub master_id: &'a str,
    /// Pence.
    pub amount_pence: i64,
    /// When it becomes available, Unix milliseconds.
    pub clears_at: Millis,
}

row! {
    /// Earnings that have become available.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Cleared {
        /// The booking.
        pub booking_id: String,
        /// The pro.
        pub master_id: String,
        /// Pence.
        pub amount_pence: i64,
    }
}

row! {
    /// What a booking has in clearing.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Clearing {
        /// The booking.
        pub booking_id: String,
        /// What the job is, for people.
        pub readable_name: String,
        /// Pence.
        pub amount_pence: i64,
        /// When it becomes available, Unix milliseconds.
        pub clears_at: Millis,
    }
}

/// Notes what a posting has put into clearing, in its transaction.
pub async fn add(connection: &mut Connection, new: NewClearing<'_>) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into clearing (reference, booking_id, master_id, amount_pence, clears_at) values ($1, $2, $3, $4, $5)",
        new.reference,
        new.booking_id,
        new.master_id,
        new.amount_pence,
        new.clears_at,
    )?;
    Ok(())
}

/// The postings whose time in clearing is over at `now` (Unix milliseconds) and whose money was collected, as `(reference, pro)`, the
/// longest overdue first.
pub async fn due(
    connection: &mut Connection,
    now: Millis,
    limit: i64,
) -> Result<Vec<(String, String)>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select reference, master_id from clearing
         where cleared_at is null and clears_at <= $1 and {IS_COLLECTED} order by clears_at, reference limit $2"
    ));
    fetch_all!(connection, (String, String), sql, now, limit)
}

/// True while something that a booking has earned was not collected from its client: it is due, or held and not captured yet.
pub async fn is_uncollected(connection: &mut Connection, booking_id: &str) -> Result<bool, StoreError> {
    let sql = AssertSqlSafe(format!(
        "select reference from clearing where booking_id = $1 and not ({IS_COLLECTED}) limit 1"
    ));
    let row = fetch_optional!(connection, (String,), sql, booking_id)?;
    Ok(row.is_some())
}

/// Ends a posting's time in clearing, once; none when that was done before, or its money is to be collected again.
pub async fn clear(
    connection: &mut Connection,
    reference: &str,
    now: Millis,
) -> Result<Option<Cleared>, StoreError> {
    let sql = AssertSqlSafe(format!(
        "update clearing set cleared_at = $2
         where reference = $1 and cleared_at is null and clears_at <= $2 and {IS_COLLECTED}
         returning booking_id, master_id, amount_pence"
    ));
    fetch_optional!(connection, Cleared, sql, reference, now)
}

/// Ends a posting's time in clearing whether it is over or not, since what it earned is no longer there.
pub async fn end(connection: &mut Connection, reference: &str, now: Millis) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clearing set cleared_at = $2 where reference = $1 and cleared_at is null",
        reference,
        now,
    )?;
    Ok(())
}

/// What a pro has in clearing by booking, the first to become available first.
pub async fn of_master(connection: &mut Connection, master_id: &str) -> Result<Vec<Clearing>, StoreError> {
    fetch_all!(
        connection,
        Clearing,
        "select clearing.booking_id, min(bookings.readable_name) as readable_name,
           cast(sum(clearing.amount_pence) as bigint) as amount_pence, max(clearing.clears_at) as clears_at
         from clearing join bookings on bookings.id = clearing.booking_id
         where clearing.master_id = $1 and clearing.cleared_at is null
         group by clearing.booking_id order by max(clearing.clears_at), clearing.booking_id",
        master_id,
    )
}
