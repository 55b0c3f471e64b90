//! A pro who leaves: the account and its files are deleted; what the books need is kept without a name.

use std::sync::Arc;

use super::Accounts;
use super::order::Order;
use crate::domain::audit::Subject;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::operator::By;
use crate::files::ProFiles;
use crate::receipts;
use crate::sessions;
use crate::store::payouts::reversals;
use crate::store::{
    Connection, disputes, missed_visits, personal_master as personal, pro_balances, unpaid_jobs,
};

impl Accounts {
    /// Closes a pro's account.
    ///
    /// # Errors
    /// 401 when it is closed already; 409 `open_jobs` while a job is not done or an answer waits for its client; 409
    /// `balance_not_zero` while the pro is owed money, owes fees of cash jobs, or waits for what is decided.
    pub async fn close_master(&self, master_id: String) -> Fallible<()> {
        let accounts = self.clone();
        sessions::to_the_end(async move { accounts.close_now(master_id, None).await }).await
    }

    /// The same for an operator, who says why.
    ///
    /// # Errors
    /// 404 when there is no such account; 403 for anybody but super admins; 409 `open_jobs`, `balance_not_zero`; 422 on `reason`; those
    /// of [`crate::audit::note`].
    pub async fn close_master_for(&self, master_id: String, reason: &str, by: By) -> Fallible<()> {
        let order = Order::new(Subject::Pro(master_id.clone()), reason, by)?;
        let accounts = self.clone();
        sessions::to_the_end(async move { accounts.close_now(master_id, Some(order)).await }).await
    }

    async fn close_now(&self, id: String, order: Option<Order>) -> Fallible<()> {
        let (keys, now) = (Arc::clone(&self.keys), self.clock.now());
        let closed = self.db.write(move |connection| {
            Box::pin(async move {
                Order::check(order.as_ref(), connection).await?;
                if !personal::shut(connection, &id, now).await? {
                    return Err(Order::no_account(order.as_ref()));
                }
                // Whoever accepts a job locks the pro as well, so none can slip in after this check.
                if !personal::open_jobs(connection, &id, 1).await?.is_empty() {
                    return Err(open_jobs());
                }
                check_balance(connection, &id).await?;
                receipts::seal_of_pro(connection, &keys.receipt, &id, now).await?;
                let files = personal::let_go_of_files(connection, &id).await?;
                for file in &files {
                    ProFiles::let_go(connection, file, now).await?;
                }
                personal::end(connection, &id, now).await?;
                let ended = crate::store::sessions::end_all(connection, &id, now).await?;
                Order::note(order.as_ref(), connection, now).await?;
                Ok((ended, files))
            })
        });
        let (ended, files) = closed.await?;
        ended.iter().for_each(|session| self.sessions.forget(session));
        self.pro_files.delete(files).await;
        Ok(())
    }
}

/// Each account by itself: what is still in clearing does not pay a debt. A dispute of a job that was paid out may yet cost something,
/// a visit or a fee that is decided about may bring something, and what is asked back of a payout moves the balance when it comes.
async fn check_balance(connection: &mut Connection, id: &str) -> Fallible<()> {
    let is_settled = pro_balances::of(connection, id).await?.is_settled();
    let is_open = disputes::has_open(connection, id).await?
        || missed_visits::has_open(connection, id).await?
        || reversals::has_open(connection, id).await?
        || unpaid_jobs::has_open(connection, id).await?;
    if is_settled && !is_open {
        Ok(())
    } else {
        Err(balance_not_zero())
    }
}

fn open_jobs() -> Failure {
    Failure::conflict(
        "open_jobs",
        "You have a job that is not done, or a price that waits for its client. Please finish or withdraw first.",
    )
}

fn balance_not_zero() -> Failure {
    Failure::conflict(
        "balance_not_zero",
        "There is money between us: earnings that are not paid out, fees for cash jobs, a dispute, or a visit or fee that is being decided about. Please settle that first.",
    )
}
