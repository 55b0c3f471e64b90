//! Receipts that stay, sealed, when the people they name are erased.

use super::{Connection, StoreError, table};
use callout_db::{fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};

record! {
    /// A row of `sealed_receipts`.
    pub struct SealedReceipt in "sealed_receipts" {
        /// The booking, which it is sealed for.
        pub booking_id: String => FACT,
        /// Its pro.
        pub master_id: String => FACT,
        /// Counts the receipts of the pro, from 1.
        pub number: i64 => FACT,
        /// What it said, sealed.
        pub sealed: String => OWN.not_copied(),
        /// When it is deleted, Unix milliseconds.
        pub keep_until: Millis => FACT,
    }
}

/// Stores a sealed receipt, in place of an earlier one of the booking.
pub async fn put(connection: &mut Connection, receipt: &SealedReceipt) -> Result<(), StoreError> {
    let conflict = "on conflict (booking_id) do update set sealed = excluded.sealed";
    table::insert(connection, receipt, conflict).await?;
    Ok(())
}

/// Stores a sealed receipt unless the booking has one.
pub async fn add(connection: &mut Connection, receipt: &SealedReceipt) -> Result<(), StoreError> {
    table::insert(connection, receipt, "on conflict (booking_id) do nothing").await?;
    Ok(())
}

/// The sealed receipt of a pro with this number.
pub async fn find(
    connection: &mut Connection,
    master_id: &str,
    number: i64,
) -> Result<Option<SealedReceipt>, StoreError> {
    fetch_optional!(
        connection,
        SealedReceipt,
        table::select::<SealedReceipt>("where master_id = $1 and number = $2"),
        master_id,
        number,
    )
}

/// Numbers of the sealed receipts of a pro, at most `limit`, the newest first.
pub async fn numbers(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<i64>, StoreError> {
    let rows = fetch_all!(
        connection,
        (i64,),
        "select number from sealed_receipts where master_id = $1 order by number desc limit $2",
        master_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|(number,)| number).collect())
}

/// All of them.
pub async fn all(connection: &mut Connection) -> Result<Vec<SealedReceipt>, StoreError> {
    fetch_all!(
        connection,
        SealedReceipt,
        table::select::<SealedReceipt>("order by booking_id -- scans: all are sealed anew"),
    )
}
