//! What each pro has: the ledger's balances of the pro's accounts, kept beside them so that one row answers.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all, fetch_optional, row};

row! {
    /// A pro's money, pence.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub struct ProBalance {
        /// Owed to the pro; below 0 the pro owes fees of cash jobs.
        pub available_pence: i64,
        /// Earned by card, in clearing.
        pub clearing_pence: i64,
        /// On its way to the pro's bank.
        pub in_transit_pence: i64,
        /// Earned by jobs that are disputed.
        pub frozen_pence: i64,
    }
}

impl ProBalance {
    /// True when nothing is owed on either side.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        *self == Self::default()
    }
}

row! {
    /// A pro who owes fees.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Owing {
        /// The pro.
        pub master_id: String,
        /// First name; nothing once the account is closed.
        pub first_name: Option<String>,
        /// Last name.
        pub last_name: Option<String>,
        /// How much, pence.
        pub owed_pence: i64,
    }
}

/// The pros who owe most, at most `limit`.
pub async fn owing(connection: &mut Connection, limit: i64) -> Result<Vec<Owing>, StoreError> {
    fetch_all!(
        connection,
        Owing,
        "select master_id, first_name, last_name, -available_pence as owed_pence
         from pro_balances left join masters on masters.id = pro_balances.master_id
         where available_pence < 0 order by available_pence, master_id limit $1 -- scans: stops at the limit",
        limit,
    )
}

/// Adds to a pro's balances, in the transaction of the posting.
pub(super) async fn add(
    connection: &mut Connection,
    master_id: &str,
    change: ProBalance,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into pro_balances (master_id, available_pence, clearing_pence, in_transit_pence, frozen_pence)
         values ($1, $2, $3, $4, $5)
         on conflict (master_id) do update set
           available_pence = pro_balances.available_pence + excluded.available_pence,
           clearing_pence = pro_balances.clearing_pence + excluded.clearing_pence,
           in_transit_pence = pro_balances.in_transit_pence + excluded.in_transit_pence,
           frozen_pence = pro_balances.frozen_pence + excluded.frozen_pence",
        master_id,
        change.available_pence,
        change.clearing_pence,
        change.in_transit_pence,
        change.frozen_pence,
    )?;
    Ok(())
}

/// A pro's balances; nothing for one who never earned.
pub async fn of(connection: &mut Connection, master_id: &str) -> Result<ProBalance, StoreError> {
    let row = fetch_optional!(
        connection,
        ProBalance,
        "select available_pence, clearing_pence, in_transit_pence, frozen_pence from pro_balances where master_id = $1",
        master_id,
    )?;
    Ok(row.unwrap_or_default())
}

/// A pro's balances, which stay as they are until the transaction ends.
pub async fn lock(connection: &mut Connection, master_id: &str) -> Result<ProBalance, StoreError> {
    let row = fetch_optional!(
        connection,
        ProBalance,
        "update pro_balances set available_pence = available_pence where master_id = $1
         returning available_pence, clearing_pence, in_transit_pence, frozen_pence",
        master_id,
    )?;
    Ok(row.unwrap_or_default())
}
