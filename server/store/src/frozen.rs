//! What jobs have earned and what of it is frozen.

use std::collections::HashMap;

use pricing_core::Pence;
use sqlx::AssertSqlSafe;

use super::{Connection, StoreError};
use callout_db::{SqlSafeStr as _, Value, execute, fetch_all, fetch_optional, row};
use callout_domain::dispute::Earned;
use callout_domain::ledger::Kind;

row! {
    /// What a pro has earned by a job, and what of it was not paid out.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Earning {
        /// Its row of `clearing`.
        pub reference: String,
        /// Pence.
        pub amount_pence: i64,
        /// Paid out, set off against fees, or frozen.
        pub used_pence: i64,
        /// When it became available; none while it is in clearing.
        pub cleared_at: Option<i64>,
    }
}

impl Earning {
    /// What can still be frozen of it, pence.
    #[must_use]
    pub fn left(&self) -> Pence {
        Pence(self.amount_pence - self.used_pence)
    }
}

/// What a booking has earned by the ledger, less what was taken back. A fee that its pro need not pay counts as earned all the same; what
/// the platform pays a pro of its own does not, since no client paid it.
pub async fn earned(connection: &mut Connection, booking_id: &str) -> Result<Earned, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64, i64, i64),
        "select cast(coalesce(sum(case when account like 'pro:%' then -amount_pence else 0 end), 0) as bigint),
           cast(coalesce(sum(case when account = 'platform:fees' then -amount_pence else 0 end), 0) as bigint),
           cast(coalesce(sum(case when account = 'platform:promotions' then amount_pence else 0 end), 0) as bigint)
         from ledger_entries join ledger_transactions on ledger_transactions.reference = ledger_entries.reference
         where ledger_transactions.booking_id = $1 and ledger_transactions.kind not in ('written_off', 'missed_visit', 'made_good')",
        booking_id,
    )?;
    let (pro, fees, promotions) = row.unwrap_or_default();
    Ok(Earned {
        pro: Pence(pro),
        fees: Pence(fees),
        promotions: Pence(promotions),
    })
}

/// What the decision of a dispute took from the pro, by the ledger: frozen, available or as a debt.
pub async fn taken_by(connection: &mut Connection, dispute_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(amount_pence), 0) as bigint) from ledger_entries
         where reference = $1 and account like 'pro:%'",
        Kind::TakenBack.reference(dispute_id),
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What refunds have taken from the pros of bookings, less what was made good since, by booking; none for those of which nothing was.
pub async fn taken_of_bookings(
    connection: &mut Connection,
    booking_ids: &[&str],
) -> Result<HashMap<String, Pence>, StoreError> {
    if booking_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let places: Vec<String> = (1..=booking_ids.len()).map(|place| format!("${place}")).collect();
    let sql = AssertSqlSafe(format!(
        "select booking_id, cast(coalesce(sum(amount_pence), 0) as bigint)
         from ledger_entries join ledger_transactions on ledger_transactions.reference = ledger_entries.reference
         where booking_id in ({}) and kind in ('taken_back', 'made_good') and account like 'pro:%' group by booking_id",
        places.join(", ")
    ));
    let values = booking_ids.iter().map(|id| Value::from(*id)).collect();
    let rows = connection
        .fetch_all::<(String, i64)>(sql.into_sql_str(), values)
        .await?;
    Ok(rows.into_iter().map(|(id, pence)| (id, Pence(pence))).collect())
}

/// What the platform has made good to the pro of a booking after an appeal.
pub async fn made_good(connection: &mut Connection, booking_id: &str) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(-sum(amount_pence), 0) as bigint)
         from ledger_entries join ledger_transactions on ledger_transactions.reference = ledger_entries.reference
         where booking_id = $1 and kind = 'made_good' and account like 'pro:%'",
        booking_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What the pro of a booking has earned by it.
pub async fn earnings(connection: &mut Connection, booking_id: &str) -> Result<Vec<Earning>, StoreError> {
    fetch_all!(
        connection,
        Earning,
        "select reference, amount_pence, used_pence, cleared_at from clearing where booking_id = $1 order by reference",
        booking_id,
    )
}

/// What a pro has earned by one posting.
pub async fn earning(connection: &mut Connection, reference: &str) -> Result<Option<Earning>, StoreError> {
    fetch_optional!(
        connection,
        Earning,
        "select reference, amount_pence, used_pence, cleared_at from clearing where reference = $1",
        reference,
    )
}

/// What of a pro's earning is frozen for disputes that are open.
pub async fn of_earning(
    connection: &mut Connection,
    master_id: &str,
    reference: &str,
) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(frozen.amount_pence), 0) as bigint) from disputes
         join frozen on frozen.dispute_id = disputes.id and frozen.earning = $2
         where disputes.master_id = $1 and disputes.status = 'open'",
        master_id,
        reference,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// What is frozen for this open dispute, or for another one out of what its job has earned.
pub async fn held(
    connection: &mut Connection,
    dispute_id: &str,
    booking_id: &str,
) -> Result<Pence, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "select cast(coalesce(sum(held.amount_pence), 0) as bigint) from (
           select dispute_id, earning, amount_pence from frozen where dispute_id = $1
           union select dispute_id, earning, amount_pence from frozen
             where earning in (select reference from clearing where booking_id = $2)) held
         join disputes on disputes.id = held.dispute_id where disputes.status || '' = 'open'",
        dispute_id,
        booking_id,
    )?;
    Ok(row.map_or(Pence::ZERO, |(pence,)| Pence(pence)))
}

/// Lessens an earning of which a part was taken back for the client.
pub async fn lessen(connection: &mut Connection, reference: &str, pence: i64) -> Result<(), StoreError> {
    execute!(
        connection,
        "update clearing set amount_pence = amount_pence - $2 where reference = $1",
        reference,
        pence,
    )?;
    Ok(())
}

/// Notes that a part of an earning is frozen for a dispute, and gives what of it is frozen in all, pence.
pub async fn add(
    connection: &mut Connection,
    dispute_id: &str,
    earning: &str,
    pence: i64,
) -> Result<i64, StoreError> {
    let row = fetch_optional!(
        connection,
        (i64,),
        "insert into frozen (dispute_id, earning, amount_pence) values ($1, $2, $3)
         on conflict (dispute_id, earning) do update set amount_pence = frozen.amount_pence + excluded.amount_pence
         returning amount_pence",
        dispute_id,
        earning,
        pence,
    )?;
    Ok(row.map_or(pence, |(frozen,)| frozen))
}

/// What is frozen for a dispute, as `(earning, pence)`.
pub async fn of_dispute(
    connection: &mut Connection,
    dispute_id: &str,
) -> Result<Vec<(String, i64)>, StoreError> {
    fetch_all!(
        connection,
        (String, i64),
        "select earning, amount_pence from frozen where dispute_id = $1 order by earning",
        dispute_id,
    )
}
