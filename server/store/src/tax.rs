//! What the tax office is told of pros: details, which are sealed, and what they earned.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};
use callout_domain::clock::Millis;

row! {
    /// A row of `tax_details`.
    #[derive(Debug, Clone)]
    pub struct SealedDetails {
        /// The pro.
        pub master_id: String,
        /// The details, sealed.
        pub sealed: String,
    }
}

row! {
    /// What a pro earned in some time. Money in pence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Earnings {
        /// The pro.
        pub master_id: String,
        /// Jobs that were done.
        pub jobs: i64,
        /// What their clients paid, and cancellation fees, before our fees; less what was given back.
        pub paid_pence: i64,
        /// Our fees.
        pub fees_pence: i64,
    }
}

/// Stores the details of a pro, in place of earlier ones.
pub async fn put(
    connection: &mut Connection,
    master_id: &str,
    sealed: &str,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into tax_details (master_id, sealed, given_at, updated_at) values ($1, $2, $3, $3)
         on conflict (master_id) do update set sealed = excluded.sealed, updated_at = excluded.updated_at",
        master_id,
        sealed,
        now,
    )?;
    Ok(())
}

/// The details of a pro.
pub async fn find(connection: &mut Connection, master_id: &str) -> Result<Option<SealedDetails>, StoreError> {
    fetch_optional!(
        connection,
        SealedDetails,
        "select master_id, sealed from tax_details where master_id = $1",
        master_id
    )
}

/// The details of every pro.
pub async fn all(connection: &mut Connection) -> Result<Vec<SealedDetails>, StoreError> {
    fetch_all!(
        connection,
        SealedDetails,
        "select master_id, sealed from tax_details order by master_id -- scans: all are sealed anew"
    )
}

/// Deletes the details of pros whose accounts were closed before an instant (Unix milliseconds).
pub async fn forget(connection: &mut Connection, closed_before: Millis) -> Result<u64, StoreError> {
    execute!(
        connection,
        "delete from tax_details where master_id in (select id from masters where ended_at < $1) -- scans: tidying, once a day",
        closed_before,
    )
}

/// What each pro earned from one instant up to another (Unix milliseconds). What a job cost is its price before a coupon, however it was
/// paid; what followed is in the ledger.
pub async fn earnings(
    connection: &mut Connection,
    from: Millis,
    until: Millis,
) -> Result<Vec<Earnings>, StoreError> {
    fetch_all!(
        connection,
        Earnings,
        "select master_id, cast(sum(jobs) as bigint) as jobs, cast(sum(paid_pence) as bigint) as paid_pence,
           cast(sum(fees_pence) as bigint) as fees_pence
         from (
           select bookings.assigned_master_id as master_id, 1 as jobs,
             bookings.amount_pence + bookings.discount_pence as paid_pence, 0 as fees_pence
           from ledger_transactions happened join bookings on bookings.id = happened.booking_id
           where happened.kind = 'completed' and happened.at >= $1 and happened.at < $2
           union all
           select bookings.assigned_master_id, 0,
             case when happened.kind = 'completed' then 0 else -entry.amount_pence end,
             case when entry.account = 'platform:fees' then -entry.amount_pence else 0 end
           from ledger_entries entry
           join ledger_transactions happened on happened.reference = entry.reference
           join bookings on bookings.id = happened.booking_id
           where happened.kind in ('completed', 'cancellation_fee', 'taken_back')
             and (entry.account = 'platform:fees' or entry.account like 'pro:%')
             and happened.at >= $1 and happened.at < $2
         ) as parts
         where master_id is not null group by master_id order by master_id",
        from,
        until,
    )
}
