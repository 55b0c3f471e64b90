//! Payouts as operators see them.

use crate::{Connection, StoreError};
use callout_db::{fetch_all, row};
use callout_domain::clock::Millis;
use callout_domain::payout::{PayoutStatus, TransferStatus};

row! {
    /// A payout of a list, and whose it is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Listed {
        /// The payout.
        pub id: String,
        /// Pence.
        pub amount_pence: i64,
        /// Where it stands.
        pub status: PayoutStatus,
        /// When it was asked for, Unix milliseconds.
        pub asked_at: Millis,
        /// The pro's first name; nothing once the account is closed.
        pub first_name: Option<String>,
        /// The pro's last name.
        pub last_name: Option<String>,
    }
}

row! {
    /// A transfer of a payout, and the job that earned it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Job {
        /// The transfer.
        pub reference: String,
        /// Pence.
        pub amount_pence: i64,
        /// Where it stands.
        pub status: TransferStatus,
        /// The provider's id of it, or why it was not sent.
        pub outcome: Option<String>,
        /// The booking; none for what no single job earned.
        pub booking_id: Option<String>,
        /// What of it was taken back, pence.
        pub reversed_pence: i64,
    }
}

/// Up to `limit` payouts of a status: of those that are open the oldest first, of the others the newest.
pub async fn of_status(
    connection: &mut Connection,
    status: PayoutStatus,
    limit: i64,
) -> Result<Vec<Listed>, StoreError> {
    let order = match status {
        PayoutStatus::Review | PayoutStatus::Held | PayoutStatus::Pending => "asked_at, payouts.id",
        PayoutStatus::Sent | PayoutStatus::Failed => "asked_at desc, payouts.id",
    };
    let sql = sqlx::AssertSqlSafe(format!(
        "select payouts.id, amount_pence, payouts.status, asked_at, first_name, last_name
         from payouts left join masters on masters.id = payouts.master_id
         where payouts.status = $1 order by {order} limit $2"
    ));
    fetch_all!(connection, Listed, sql, status, limit)
}

/// The transfers of a payout with their jobs.
pub async fn jobs(connection: &mut Connection, payout_id: &str) -> Result<Vec<Job>, StoreError> {
    fetch_all!(
        connection,
        Job,
        "select payout_transfers.reference, payout_transfers.amount_pence, status, outcome, booking_id,
           cast(coalesce((select sum(transfer_reversals.amount_pence) from transfer_reversals
             where transfer = payout_transfers.reference and transfer_reversals.status = 'done'), 0) as bigint) as reversed_pence
         from payout_transfers left join clearing on clearing.reference = payout_transfers.earning
         where payout_id = $1 order by payout_transfers.reference",
        payout_id,
    )
}
