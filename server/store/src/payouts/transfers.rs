//! The transfers of a payout.

use pricing_core::Pence;

use crate::{Connection, StoreError, table};
use callout_db::{execute, fetch_all, fetch_optional, record};
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
        /// What it is called at the provider, once it has begun; its reference for those that began before names said what they pay.
        pub named: Option<String> => FACT,
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

/// The transfer of this reference.
pub async fn find(connection: &mut Connection, reference: &str) -> Result<Option<Transfer>, StoreError> {
    fetch_optional!(
        connection,
        Transfer,
        table::select::<Transfer>("where reference = $1"),
        reference,
    )
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

/// Notes that the provider is asked for a transfer, by the name that it has from then on where it was not begun before. Gives that; none
/// when it is not to be sent any more, or its payout is held or was returned.
pub async fn begin(
    connection: &mut Connection,
    transfer: &Transfer,
    name: &str,
    now: Millis,
) -> Result<Option<Transfer>, StoreError> {
    // Whoever decides about the payout locks it, too.
    let sent = execute!(
        connection,
        "update payouts set status = status where id = $1 and status = 'pending'",
        transfer.payout_id.as_str(),
    )?;
    if sent == 0 {
        return Ok(None);
    }
    execute!(
        connection,
        "update payout_transfers set named = case when begun_at is null then $3 else named end, begun_at = coalesce(begun_at, $2)
         where reference = $1 and status = 'pending'",
        transfer.reference.as_str(),
        now,
        name,
    )?;
    fetch_optional!(
        connection,
        Transfer,
        table::select::<Transfer>("where reference = $1 and status = 'pending'"),
        transfer.reference.as_str(),
    )
}

/// What was sent to a pro for the same thing as a transfer pays: of the same earning from the same payment, or of no earning.
pub async fn sent_for(
    connection: &mut Connection,
    master_id: &str,
    transfer: &Transfer,
) -> Result<Pence, StoreError> {
    let row = match &transfer.earning {
        Some(earning) => fetch_optional!(
            connection,
            (i64,),
            "select cast(coalesce(sum(amount_pence), 0) as bigint) from payout_transfers
             where earning = $1 and status = 'sent' and coalesce(payment_id, '') = coalesce($2, '')",
            earning.as_str(),
            transfer.payment_id.as_deref(),
        )?,
        None => fetch_optional!(
            connection,
            (i64,),
            "select cast(coalesce(sum(amount_pence), 0) as bigint) from payout_transfers
             where payout_id in (select id from payouts where master_id = $1) and earning is null and status = 'sent'",
            master_id,
        )?,
    };
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What those that were sent to a pro are called that are in the same group as a transfer: of the same earning, or of none.
pub async fn names_of_group(
    connection: &mut Connection,
    master_id: &str,
    transfer: &Transfer,
) -> Result<Vec<String>, StoreError> {
    let rows = match &transfer.earning {
        Some(earning) => fetch_all!(
            connection,
            (String,),
            "select named from payout_transfers where earning = $1 and status = 'sent' and named is not null",
            earning.as_str(),
        )?,
        None => fetch_all!(
            connection,
            (String,),
            "select named from payout_transfers
             where payout_id in (select id from payouts where master_id = $1) and earning is null and status = 'sent'
               and named is not null",
            master_id,
        )?,
    };
    Ok(rows.into_iter().map(|(name,)| name).collect())
}

/// Makes the rest of a pending transfer, of which `sent` was sent before, one of its own; false when it has ended.
pub async fn split(
    connection: &mut Connection,
    transfer: &Transfer,
    sent: Pence,
) -> Result<bool, StoreError> {
    let lessened = execute!(
        connection,
        "update payout_transfers set amount_pence = $2 where reference = $1 and status = 'pending' and amount_pence > $2",
        transfer.reference.as_str(),
        sent.0,
    )?;
    if lessened == 0 {
        return Ok(false);
    }
    let number = of_payout(connection, &transfer.payout_id).await?.len() + 1;
    let rest = Transfer {
        reference: reference(&transfer.payout_id, number),
        amount_pence: transfer.amount_pence - sent.0,
        begun_at: None,
        named: None,
        ..transfer.clone()
    };
    add(connection, &rest).await?;
    Ok(true)
}

/// The reference of a payout's transfer of this number, from 1.
#[must_use]
pub fn reference(payout_id: &str, number: usize) -> String {
    format!("{payout_id}-{number:04}")
}

/// True when the provider was asked for a transfer of a payout and nobody knows yet whether it was made. Where the payout is locked, no
/// other one is begun until the transaction ends.
pub async fn is_begun(connection: &mut Connection, payout_id: &str) -> Result<bool, StoreError> {
    let begun = fetch_optional!(
        connection,
        (String,),
        "select reference from payout_transfers where payout_id = $1 and status = 'pending' and begun_at is not null limit 1",
        payout_id,
    )?;
    Ok(begun.is_some())
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
