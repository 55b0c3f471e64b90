//! Payments that clients' banks have taken back.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_optional, row};
use callout_domain::clock::Millis;
use callout_domain::payment::ChargebackStatus;

row! {
    /// A row of `chargebacks`.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct ChargebackRow {
        /// The provider's id of it.
        pub id: String,
        /// The payment.
        pub payment_id: String,
        /// Pence.
        pub amount_pence: i64,
        /// Where it stands.
        pub status: ChargebackStatus,
    }
}

/// The chargeback of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<ChargebackRow>, StoreError> {
    fetch_optional!(
        connection,
        ChargebackRow,
        "select id, payment_id, amount_pence, status from chargebacks where id = $1",
        id,
    )
}

/// True while a bank has not decided about a payment of this booking.
pub async fn is_open(connection: &mut Connection, booking_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select id from chargebacks where status = 'open'
           and payment_id in (select id from payments where booking_id = $1) limit 1",
        booking_id,
    )?;
    Ok(row.is_some())
}

/// Notes an open chargeback; its payment, which the caller has locked, has that much less.
pub async fn add(
    connection: &mut Connection,
    id: &str,
    payment_id: &str,
    amount_pence: i64,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into chargebacks (id, payment_id, amount_pence, status, opened_at) values ($1, $2, $3, 'open', $4)",
        id,
        payment_id,
        amount_pence,
        now,
    )?;
    take(connection, payment_id, amount_pence).await
}

/// Ends an open chargeback as won or lost; the payment that stands has its money again. False when it has ended before.
pub async fn end(
    connection: &mut Connection,
    chargeback: &ChargebackRow,
    status: ChargebackStatus,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update chargebacks set status = $2, ended_at = $3 where id = $1 and status = 'open'",
        chargeback.id.as_str(),
        status,
        now,
    )?;
    if ended == 1 && status == ChargebackStatus::Won {
        take(connection, &chargeback.payment_id, -chargeback.amount_pence).await?;
    }
    Ok(ended == 1)
}

async fn take(connection: &mut Connection, payment_id: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payments set disputed_pence = disputed_pence + $2 where id = $1",
        payment_id,
        pence,
    )?;
    Ok(())
}
