//! Receipts of jobs that are done: their numbers, and who sold them.

use super::connection::fetch_optional;
use super::masters::Master;
use super::{Connection, StoreError, masters, number_series, table, to_json};
use crate::clock::Millis;
use crate::domain::seller::Seller;
use crate::record::record;

record! {
    /// A row of `receipts`.
    pub struct IssuedReceipt in "receipts" {
        /// The booking.
        pub booking_id: String,
        /// Its pro.
        pub master_id: String,
        /// Counts the receipts of the pro, from 1.
        pub number: i64,
        /// Who sold it, JSON.
        pub seller: String,
        /// When the job was done, Unix milliseconds.
        pub issued_at: Millis,
    }
}

/// Issues the receipt of a job that a pro has done, once.
///
/// # Errors
/// When the database fails.
pub async fn issue(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Result<(), StoreError> {
    if find(connection, booking_id).await?.is_some() {
        return Ok(());
    }
    let master = masters::find(connection, master_id).await?;
    let receipt = IssuedReceipt {
        booking_id: booking_id.to_owned(),
        master_id: master_id.to_owned(),
        number: number_series::next(connection, &format!("receipt:{master_id}")).await?,
        seller: to_json(&master.as_ref().map(seller).unwrap_or_default())?,
        issued_at: now,
    };
    table::insert(connection, &receipt, "").await?;
    Ok(())
}

/// The receipt of a booking; none while its job is not done.
///
/// # Errors
/// When the database fails.
pub async fn find(
    connection: &mut Connection,
    booking_id: &str,
) -> Result<Option<IssuedReceipt>, StoreError> {
    fetch_optional!(
        connection,
        IssuedReceipt,
        table::select::<IssuedReceipt>("where booking_id = $1"),
        booking_id
    )
}

/// Who sells what a pro does, as the profile has it now.
#[must_use]
pub fn seller(master: &Master) -> Seller {
    Seller {
        name: master.legal_name.clone().unwrap_or_default(),
        address: master.trading_address.clone().unwrap_or_default(),
        vat_number: master.vat_number.clone(),
    }
}
