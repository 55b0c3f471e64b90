//! A pro who leaves: the account and its files are deleted; what the books need is kept without a name.

use std::sync::Arc;

use super::Accounts;
use super::order::Order;
use callout_base::files::ProFiles;
use callout_base::sessions;
use callout_booking::matching;
use callout_domain::audit::Subject;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::operator::By;
use callout_money::receipts;
use callout_store::payouts::reversals;
use callout_store::pro_balances::{self, ProBalance};
use callout_store::{Connection, disputes, missed_visits, personal_master, unpaid_jobs};

/// Jobs of each kind that are named to whoever is to look after them.
const AT_ONCE: i64 = 50;

/// What keeps a pro's account from being closed.
#[derive(Debug)]
pub struct InTheWay {
    /// Jobs that are not done, and bookings whose client has an answer of the pro's.
    pub open_jobs: Vec<String>,
    /// Jobs with a dispute or an appeal, which may yet cost something of what was paid out; with a visit or a fee that is decided about,
    /// which may bring something; and of whose payout something is asked back.
    pub undecided_jobs: Vec<String>,
    /// What is between the pro and us. Each account by itself: what is still in clearing does not pay a debt.
    pub balance: ProBalance,
}

impl InTheWay {
    async fn read(connection: &mut Connection, id: &str) -> Fallible<Self> {
        let mut undecided_jobs = disputes::undecided_jobs(connection, id, AT_ONCE).await?;
        undecided_jobs.extend(missed_visits::undecided_jobs(connection, id, AT_ONCE).await?);
        undecided_jobs.extend(unpaid_jobs::undecided_jobs(connection, id, AT_ONCE).await?);
        undecided_jobs.extend(reversals::undecided_jobs(connection, id, AT_ONCE).await?);
        Ok(Self {
            open_jobs: personal_master::open_jobs(connection, id, AT_ONCE).await?,
            undecided_jobs,
            balance: pro_balances::of(connection, id).await?,
        })
    }

    fn check(&self) -> Fallible<()> {
        if !self.open_jobs.is_empty() {
            Err(open_jobs())
        } else if !self.undecided_jobs.is_empty() || !self.balance.is_settled() {
            Err(balance_not_zero())
        } else {
            Ok(())
        }
    }
}

impl Accounts {
    /// What keeps a pro's account from being closed now.
    pub async fn in_the_way(&self, master_id: &str) -> Fallible<InTheWay> {
        InTheWay::read(&mut self.db.read().await?, master_id).await
    }

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
    /// of [`callout_base::audit::note`].
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
                if !personal_master::shut(connection, &id, now).await? {
                    return Err(Order::no_account(order.as_ref()));
                }
                // Whoever accepts a job locks the pro as well, so none can slip in after this check.
                InTheWay::read(connection, &id).await?.check()?;
                matching::end_put_rights_of_pro(connection, &id, now).await?;
                matching::end_waiting(connection, &id, now).await?;
                receipts::seal_of_pro(connection, &keys.receipt, &id, now).await?;
                let files = personal_master::files(connection, &id).await?;
                for file in &files {
                    ProFiles::let_go(connection, file, now).await?;
                }
                personal_master::end(connection, &id, now).await?;
                let ended = callout_store::sessions::end_all(connection, &id, now).await?;
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

fn open_jobs() -> Failure {
    Failure::conflict(
        "open_jobs",
        "You have a job that is not done, or a price that waits for its client. Please finish or withdraw first.",
    )
}

fn balance_not_zero() -> Failure {
    Failure::conflict(
        "balance_not_zero",
        "Your account is not settled yet: there are earnings not paid out, unpaid fees for cash jobs, or a dispute, visit or fee still being decided. Please try again once that is settled.",
    )
}
