//! Payouts to pros, and the transfers that they are made of.

mod listed;
pub mod money;
pub mod reversals;
pub mod transfers;

pub use listed::{Job, Listed, jobs, of_status};

use super::{Connection, StoreError, table};
use callout_db::{Column as _, execute, fetch_all, fetch_optional, record};
use callout_domain::booking::Json;
use callout_domain::clock::Millis;
use callout_domain::kept::{Class, FACT};
use callout_domain::payment::ProviderName;
use callout_domain::payout::{Origin, PayoutStatus, Reason};

record! {
    /// A row of `payouts`. Money in pence, times in Unix milliseconds.
    pub struct Payout in "payouts" {
        /// `payout-…`.
        pub id: String => FACT,
        /// The pro.
        pub master_id: String => FACT,
        /// Which provider.
        pub provider: ProviderName => FACT,
        /// The pro's account there.
        pub account_id: String => FACT,
        /// How much.
        pub amount_pence: i64 => FACT,
        /// What of it the provider has sent.
        pub sent_pence: i64 => FACT,
        /// Where it stands.
        pub status: PayoutStatus => FACT,
        /// Who asked for it.
        pub origin: Origin => FACT,
        /// Why an operator looks at it first.
        pub reasons: Json<Vec<Reason>> => FACT,
        /// When it was asked for.
        pub asked_at: Millis => FACT,
        /// When it last changed.
        pub updated_at: Millis => FACT,
        /// The operator who was the first to approve a large one, as long as it stands as it did.
        pub approved_by: Option<String> => FACT,
    }
}

/// Adds a payout.
///
/// # Errors
/// `Duplicate` when one of the pro is open; otherwise when the database fails.
pub async fn add(connection: &mut Connection, payout: &Payout) -> Result<(), StoreError> {
    table::insert(connection, payout, "").await?;
    Ok(())
}

/// The payout of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<Payout>, StoreError> {
    fetch_optional!(connection, Payout, table::select::<Payout>("where id = $1"), id)
}

/// A pro's payouts, the newest first.
pub async fn of_master(
    connection: &mut Connection,
    master_id: &str,
    limit: i64,
) -> Result<Vec<Payout>, StoreError> {
    fetch_all!(
        connection,
        Payout,
        table::select::<Payout>("where master_id = $1 order by asked_at desc, id desc limit $2"),
        master_id,
        limit,
    )
}

/// Payouts that an operator has to look at, the oldest first: those that wait for a decision, and those that were to be sent `before` (Unix
/// milliseconds) or are for another provider.
pub async fn to_decide(
    connection: &mut Connection,
    provider: ProviderName,
    before: Millis,
) -> Result<Vec<Payout>, StoreError> {
    fetch_all!(
        connection,
        Payout,
        table::select::<Payout>(
            "where status in ('review', 'held') or (status = 'pending' and (provider <> $1 or updated_at < $2))
             order by asked_at, id -- scans: all that are open"
        ),
        provider,
        before,
    )
}

/// Ids of the payouts that are being sent, the oldest first.
pub async fn pending(connection: &mut Connection) -> Result<Vec<String>, StoreError> {
    let rows = fetch_all!(
        connection,
        (String,),
        "select id from payouts where status = 'pending' order by asked_at, id -- scans: all that are open",
    )?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Payouts, as `(id, pence)`, that were to be sent `before` (Unix milliseconds) and of which nobody was told yet.
pub async fn late(connection: &mut Connection, before: Millis) -> Result<Vec<(String, i64)>, StoreError> {
    fetch_all!(
        connection,
        (String, i64),
        "select id, amount_pence from payouts
         where status = 'pending' and updated_at < $1 and late_told_at is null order by asked_at, id -- scans: all that are open",
        before,
    )
}

/// Notes that somebody was told of a late payout; false when that was done.
pub async fn tell_late(connection: &mut Connection, id: &str, now: Millis) -> Result<bool, StoreError> {
    let told = execute!(
        connection,
        "update payouts set late_told_at = $2 where id = $1 and status = 'pending' and late_told_at is null",
        id,
        now,
    )?;
    Ok(told == 1)
}

/// Replaces the reasons for which an operator looks at a payout.
pub async fn set_reasons(
    connection: &mut Connection,
    id: &str,
    reasons: Vec<Reason>,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payouts set reasons = $2 where id = $1",
        id,
        Json(reasons).to_value(),
    )?;
    Ok(())
}

/// True when a pro has a payout that is not at its end.
pub async fn has_open(connection: &mut Connection, master_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select id from payouts where master_id = $1 and status in ('pending', 'review', 'held') limit 1",
        master_id,
    )?;
    Ok(row.is_some())
}

/// True when a payout of a pro was sent before.
pub async fn had_one(connection: &mut Connection, master_id: &str) -> Result<bool, StoreError> {
    let row = fetch_optional!(
        connection,
        (String,),
        "select id from payouts where master_id = $1 and sent_pence > 0 limit 1",
        master_id,
    )?;
    Ok(row.is_some())
}

/// Keeps that an operator was the first to approve a payout; false when somebody was before, or it does not stand there (any more).
pub async fn approve(
    connection: &mut Connection,
    id: &str,
    operator_id: &str,
    status: PayoutStatus,
) -> Result<bool, StoreError> {
    let approved = execute!(
        connection,
        "update payouts set approved_by = $2 where id = $1 and status = $3 and approved_by is null",
        id,
        operator_id,
        status,
    )?;
    Ok(approved == 1)
}

/// Moves a payout from one status to another, and when it has ended, forgets the cards that were kept for it alone; false when it does not stand there (any more).
pub async fn change_status(
    connection: &mut Connection,
    id: &str,
    from: PayoutStatus,
    to: PayoutStatus,
    now: Millis,
) -> Result<bool, StoreError> {
    let moved = execute!(
        connection,
        "update payouts set status = $3, updated_at = $4, approved_by = null where id = $1 and status = $2",
        id,
        from,
        to,
        now,
    )?;
    if moved == 1 && matches!(to, PayoutStatus::Sent | PayoutStatus::Failed) {
        money::forget_cards_of_erased(connection, id).await?;
    }
    Ok(moved == 1)
}

/// Adds to what of a payout was sent.
pub async fn add_sent(connection: &mut Connection, id: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update payouts set sent_pence = sent_pence + $2 where id = $1",
        id,
        pence,
    )?;
    Ok(())
}
