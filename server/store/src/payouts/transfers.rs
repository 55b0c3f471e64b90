//! The transfers of a payout.

use crate::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, record};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::payout::{TransferStatus, Unsent};

record! {
    /// A row of `payout_transfers`. Money in pence.
    pub struct Transfer in "payout_transfers" {
        /// What makes it happen once.
        pub reference: String => FACT,
        /// The payout.
        pub payout_id: String => FACT,
        /// How much.
        pub amount_pence: i64 => FACT,
        /// What was earned that it pays: a row of `clearing`.
        pub earning: Option<String> => FACT,
        /// The payment whose money it is.
        pub payment_id: Option<String> => FACT,
        /// Where it stands.
        pub status: TransferStatus => FACT,
        /// The provider's id of it, or its code for the refusal.
        pub outcome: Option<String> => FACT,
        /// When the provider was first asked for it, Unix milliseconds.
        pub begun_at: Option<Millis> => FACT,
    }
}

impl Transfer {
    /// Why it was not sent, if that is so.
    #[must_use]
    pub fn unsent(&self) -> Option<Unsent<'_>> {
        Unsent::of(self.status, self.outcome.as_deref())
    }
}

/// Adds a transfer.
pub async fn add(connection: &mut Connection, transfer: &Transfer) -> Result<(), StoreError> {
    table::insert(connection, transfer, "").await?;
    Ok(())
}

/// The transfers of a payout.
pub async fn of_payout(connection: &mut Connection, payout_id: &str) -> Result<Vec<Transfer>, StoreError> {
    fetch_all!(
        connection,
        Transfer,
        table::select::<Transfer>("where payout_id = $1 order by reference"),
        payout_id,
    )
}

/// Ends a pending transfer as `status`; false when it has ended before.
pub async fn end(
    connection: &mut Connection,
    reference: &str,
    status: TransferStatus,
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

/// Notes that the provider is asked for a transfer; false when it is not to be sent any more.
pub async fn begin(connection: &mut Connection, reference: &str, now: Millis) -> Result<bool, StoreError> {
    let begun = execute!(
        connection,
        "update payout_transfers set begun_at = coalesce(begun_at, $2) where reference = $1 and status = 'pending'",
        reference,
        now,
    )?;
    Ok(begun == 1)
}

/// True when the provider was asked for a transfer of a payout and nobody knows yet whether it was made. Until the transaction ends no other
/// one is begun.
pub async fn is_begun(connection: &mut Connection, payout_id: &str) -> Result<bool, StoreError> {
    let locked = fetch_all!(
        connection,
        (Option<Millis>,),
        "update payout_transfers set status = status where payout_id = $1 and status = 'pending' returning begun_at",
        payout_id,
    )?;
    Ok(locked.iter().any(|(begun_at,)| begun_at.is_some()))
}

/// The transfers of what a booking earned that the provider was not asked for yet.
pub async fn not_begun(connection: &mut Connection, booking_id: &str) -> Result<Vec<Transfer>, StoreError> {
    fetch_all!(
        connection,
        Transfer,
        table::select::<Transfer>(
            "where status = 'pending' and begun_at is null
               and earning in (select reference from clearing where booking_id = $1) order by reference"
        ),
        booking_id,
    )
}

/// Takes a transfer out of its payout because its job is disputed or was refunded; false when the provider was asked for it, or it has ended.
pub async fn take_out(connection: &mut Connection, reference: &str) -> Result<bool, StoreError> {
    let taken = execute!(
        connection,
        "update payout_transfers set status = $2, outcome = $3
         where reference = $1 and status = 'pending' and begun_at is null",
        reference,
        TransferStatus::Failed,
        Unsent::Disputed.outcome(),
    )?;
    Ok(taken == 1)
}
