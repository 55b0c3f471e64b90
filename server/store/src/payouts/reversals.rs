//! Reversals of transfers: what is asked back of what was sent to a pro.

use pricing_core::Pence;

use super::transfers::Transfer;
use crate::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record, row};
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::payout::ReversalStatus;

record! {
    /// A row of `transfer_reversals`. Money in pence, times in Unix milliseconds.
    pub struct Reversal in "transfer_reversals" {
        /// What makes it happen once.
        pub reference: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// The refunded job.
        pub booking_id: String => FACT,
        /// The transfer that is reversed, as a whole or in part.
        pub transfer: String => FACT,
        /// The most that is asked for.
        pub wanted_pence: i64 => FACT,
        /// What was asked for.
        pub amount_pence: i64 => FACT,
        /// Where it stands.
        pub status: ReversalStatus => FACT,
        /// The provider's id of it, or its code for the refusal.
        pub outcome: Option<String> => FACT,
        /// When it was decided on.
        pub made_at: Millis => FACT,
        /// When the provider was first asked for it.
        pub asked_at: Option<Millis> => FACT,
        /// When it ended.
        pub ended_at: Option<Millis> => FACT,
    }
}

row! {
    /// A transfer that was sent, or may yet be, and what of it can be reversed.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Reversible {
        /// The transfer.
        pub reference: String,
        /// Pence.
        pub left_pence: i64,
    }
}

/// Adds a reversal.
pub async fn add(connection: &mut Connection, reversal: &Reversal) -> Result<(), StoreError> {
    table::insert(connection, reversal, "").await?;
    Ok(())
}

/// The reversal of this reference.
pub async fn find(connection: &mut Connection, reference: &str) -> Result<Option<Reversal>, StoreError> {
    fetch_optional!(
        connection,
        Reversal,
        table::select::<Reversal>("where reference = $1"),
        reference,
    )
}

/// The transfers of what a pro earned by a booking that the provider was asked for, what was sent last first.
pub async fn reversible(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
) -> Result<Vec<Reversible>, StoreError> {
    fetch_all!(
        connection,
        Reversible,
        "select reference, cast(amount_pence - coalesce((select sum(case when transfer_reversals.status = 'waiting' then wanted_pence
             else transfer_reversals.amount_pence end) from transfer_reversals
             where transfer = payout_transfers.reference and transfer_reversals.status in ('waiting', 'asked', 'done')), 0) as bigint) as left_pence
         from payout_transfers where (status = 'sent' or (status = 'pending' and begun_at is not null))
           and earning in (select reference from clearing where booking_id = $1 and master_id = $2)
         order by reference desc",
        booking_id,
        master_id,
    )
}

/// The transfer that a reversal is of, which stays as it is until the transaction ends.
pub async fn lock_transfer(
    connection: &mut Connection,
    reversal: &Reversal,
) -> Result<Option<Transfer>, StoreError> {
    execute!(
        connection,
        "update payout_transfers set status = status where reference = $1",
        reversal.transfer.as_str(),
    )?;
    fetch_optional!(
        connection,
        Transfer,
        table::select::<Transfer>("where reference = $1"),
        reversal.transfer.as_str(),
    )
}

/// The references of those that wait for this transfer.
pub async fn waiting_for(connection: &mut Connection, transfer: &str) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select reference from transfer_reversals where transfer = $1 and status || '' = 'waiting' order by reference",
        transfer,
    )?;
    Ok(rows.into_iter().map(|(reference,)| reference).collect())
}

/// What the provider was asked to reverse of a transfer, and has not refused.
pub async fn of_transfer(connection: &mut Connection, transfer: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from transfer_reversals
         where transfer = $1 and status in ('asked', 'done')",
        transfer,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What the provider was asked to take back from a pro, and has not answered: it may not be taken a second time.
pub async fn reserved(connection: &mut Connection, master_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from transfer_reversals
         where master_id = $1 and status in ('waiting', 'asked') and status = 'asked'",
        master_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// Jobs of a pro of whose payout something is being asked back; at most `limit`.
pub async fn undecided_jobs(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select booking_id from transfer_reversals where master_id = $1 and status in ('waiting', 'asked')
         order by reference limit $2",
        master_id,
        limit,
    )?;
    Ok(rows.into_iter().map(|(booking,)| booking).collect())
}

/// Notes that the provider is asked to take this much back; false when that was noted before.
pub async fn ask(
    connection: &mut Connection,
    reference: &str,
    amount: Pence,
    now: Millis,
) -> Result<bool, StoreError> {
    let asked = execute!(
        connection,
        "update transfer_reversals set status = 'asked', amount_pence = $2, asked_at = $3
         where reference = $1 and status = 'waiting'",
        reference,
        amount.0,
        now,
    )?;
    Ok(asked == 1)
}

/// Ends a reversal that is as it was read, as `status`; false when it has gone on meanwhile.
pub async fn end(
    connection: &mut Connection,
    reversal: &Reversal,
    status: ReversalStatus,
    outcome: Option<&str>,
    now: Millis,
) -> Result<bool, StoreError> {
    let ended = execute!(
        connection,
        "update transfer_reversals set status = $2, outcome = $3, ended_at = $4 where reference = $1 and status = $5",
        reversal.reference.as_str(),
        status,
        outcome,
        now,
        reversal.status,
    )?;
    Ok(ended == 1)
}
