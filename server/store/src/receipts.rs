//! Receipts of jobs that are done: their numbers, and who sold them.

use super::masters::Master;
use super::{Connection, StoreError, masters, number_series, table, to_json};
use callout_db::{execute, fetch_all, fetch_optional, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT, OWN};
use callout_domain::seller::Seller;

record! {
    /// A row of `receipts`.
    pub struct IssuedReceipt in "receipts" {
        /// The booking.
        pub booking_id: String => FACT,
        /// Its pro.
        pub master_id: String => FACT,
        /// Counts the receipts of the pro, from 1.
        pub number: i64 => FACT,
        /// Who sold it, JSON.
        pub seller: String => OWN.not_copied(),
        /// When the job was done, Unix milliseconds.
        pub issued_at: Millis => FACT,
    }
}

/// Issues the receipt of a job that a pro has done, once.
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

/// The receipts of a client's bookings whose total is above `pence`.
pub async fn of_client(
    connection: &mut Connection,
    client_id: &str,
    pence: i64,
) -> Result<Vec<IssuedReceipt>, StoreError> {
    fetch_all!(
        connection,
        IssuedReceipt,
        table::select::<IssuedReceipt>(
            "where booking_id in (select id from bookings where client_id = $1 and amount_pence > $2)"
        ),
        client_id,
        pence,
    )
}

/// The receipts of a pro whose total is above `pence`, and whose clients are not erased.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
    pence: i64,
) -> Result<Vec<IssuedReceipt>, StoreError> {
    fetch_all!(
        connection,
        IssuedReceipt,
        table::select::<IssuedReceipt>(
            "where master_id = $1 and exists (select 1 from bookings join clients on clients.id = bookings.client_id
               where bookings.id = receipts.booking_id and bookings.amount_pence > $2 and clients.ended_at is null)"
        ),
        master_id,
        pence,
    )
}

/// Empties who sold what a client booked, where the pro has left: from now on nobody reads these receipts.
pub async fn forget_former_sellers(connection: &mut Connection, client_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update receipts set seller = $2 where booking_id in (select id from bookings where client_id = $1)
           and master_id in (select id from masters where ended_at is not null)",
        client_id,
        to_json(&Seller::default())?,
    )?;
    Ok(())
}

/// Empties who sold what a pro did for clients who are erased. The others still read who sold it.
pub async fn forget_seller(connection: &mut Connection, master_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "update receipts set seller = $2 where master_id = $1
           and exists (select 1 from bookings join clients on clients.id = bookings.client_id
             where bookings.id = receipts.booking_id and clients.ended_at is not null)",
        master_id,
        to_json(&Seller::default())?,
    )?;
    Ok(())
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
