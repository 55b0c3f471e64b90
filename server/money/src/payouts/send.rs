//! Sending a payout: transfer by transfer, each posted once it is made or refused.

use pricing_core::Pence;

use super::Payouts;
use callout_base::frozen;
use callout_base::reversals;
use callout_base::unsent;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::payout::{PayoutStatus, Reason, TransferStatus, Unsent};
use callout_domain::work::Work;
use callout_store::payout_accounts::{self, PayoutAccount};
use callout_store::payouts::transfers::{self, Transfer};
use callout_store::payouts::{self, Payout};
use callout_store::{Connection, jobs, ledger, masters};

/// The outcome of what was to be sent to an account that is not ours any more, so that the pro can give another.
const ACCOUNT_GONE: &str = "account_gone";

/// What has become of a pro's bank account.
enum Bank {
    Same,
    Another,
    /// The account that a payout is for is gone, or another has taken its place.
    Gone,
}

impl Payouts {
    /// Sends what is still to be sent of a payout. Where the bank account has changed meanwhile, an operator looks first at what was not
    /// begun; where the account is gone, that is the pro's again. One for another provider than today's waits for an operator, too, and all
    /// wait after a restore, until an operator lets them go and they are sent again.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn send(&self, payout_id: &str) -> Fallible<()> {
        if !self.restore.lets_pay().await? {
            return Ok(());
        }
        let mut connection = self.db.read().await?;
        let payout = payouts::find(&mut connection, payout_id).await?;
        let is_to_be_sent = |payout: &Payout| payout.status == PayoutStatus::Pending;
        let Some(payout) = payout.filter(is_to_be_sent) else {
            return Ok(());
        };
        let all = transfers::of_payout(&mut connection, payout_id).await?;
        drop(connection);
        if payout.provider != self.provider.name() {
            tracing::error!(payout = %payout.id, provider = payout.provider.as_str(), "a payout is for another provider");
            return self.alert_again(payout).await;
        }
        let pending = all
            .into_iter()
            .filter(|transfer| transfer.status == TransferStatus::Pending);
        let (begun, rest): (Vec<_>, Vec<_>) = pending.partition(|transfer| transfer.begun_at.is_some());
        // These may have been sent without our having heard of it: nobody may return them before the provider was asked.
        for transfer in begun {
            self.send_one(&payout, &transfer).await?;
        }
        if !rest.is_empty() {
            match self.look_at_bank(&payout).await? {
                Bank::Same => {
                    for transfer in rest {
                        self.send_one(&payout, &transfer).await?;
                    }
                }
                Bank::Another => return self.review_again(payout).await,
                Bank::Gone => {
                    for transfer in rest {
                        self.refused(&payout, transfer, ACCOUNT_GONE.to_owned(), None)
                            .await?;
                    }
                }
            }
        }
        let now = self.clock.now();
        self.db
            .write(move |connection| Box::pin(async move { finish(connection, &payout, now).await }))
            .await
    }

    /// What has become of the bank account since the payout was asked for, or an operator decided that it is sent.
    async fn look_at_bank(&self, payout: &Payout) -> Fallible<Bank> {
        self.refresh_details(&payout.master_id).await?;
        let mut connection = self.db.read().await?;
        let account = payout_accounts::find(&mut connection, &payout.master_id, payout.provider).await?;
        let is_there =
            |account: &PayoutAccount| account.gone_at.is_none() && account.account_id == payout.account_id;
        Ok(match account.filter(is_there) {
            None => Bank::Gone,
            Some(account) if account.bank_changed_at.is_some_and(|at| at > payout.updated_at) => {
                Bank::Another
            }
            Some(_) => Bank::Same,
        })
    }

    /// Has an operator look at a payout whose bank account has changed meanwhile.
    async fn review_again(&self, payout: Payout) -> Fallible<()> {
        let now = self.clock.now();
        let moved = self.db.write(move |connection| {
            Box::pin(async move {
                let (from, to) = (PayoutStatus::Pending, PayoutStatus::Review);
                if payouts::change_status(connection, &payout.id, from, to, now).await? {
                    payouts::set_reasons(connection, &payout.id, vec![Reason::DetailsChanged]).await?;
                    alert(connection, &payout.id, now).await?;
                }
                Ok(())
            })
        });
        moved.await
    }

    /// Tells operators of a payout that cannot be sent as things are.
    async fn alert_again(&self, payout: Payout) -> Fallible<()> {
        let now = self.clock.now();
        let told = self
            .db
            .write(move |connection| Box::pin(async move { alert(connection, &payout.id, now).await }));
        told.await
    }
}

pub(super) async fn note_sent(
    connection: &mut Connection,
    payout: &Payout,
    transfer: &Transfer,
    id: &str,
    now: Millis,
) -> Fallible<()> {
    if !transfers::end(connection, &transfer.reference, TransferStatus::Sent, id).await? {
        return Ok(());
    }
    payouts::add_sent(connection, &payout.id, transfer.amount_pence).await?;
    let posting = Transaction::new(Kind::PayoutSent, &transfer.reference, "GBP")
        .transfer(
            Pence(transfer.amount_pence),
            Debit(Account::ProPayout(payout.master_id.clone())),
            Credit(Account::ProviderCash),
        )
        .map_err(|NegativeTransfer| Failure::internal("a transfer of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    reversals::go_on(connection, &transfer.reference, now).await
}

/// What cannot be sent is the pro's again, once, and can be paid out later, unless it is frozen for a job that is disputed.
pub(super) async fn give_back(
    connection: &mut Connection,
    payout: &Payout,
    transfer: &Transfer,
    why: Unsent<'_>,
    now: Millis,
) -> Fallible<()> {
    // Locked before everything else of the pro's, as by whoever opens a dispute. Marks the pro as changed, because matching depends on
    // what they owe.
    masters::touch(connection, &payout.master_id, now).await?;
    let is_back = unsent::give_back(connection, &payout.master_id, transfer, why, now).await?;
    reversals::go_on(connection, &transfer.reference, now).await?;
    match &transfer.earning {
        Some(earning) if is_back => frozen::freeze_later(connection, &payout.master_id, earning, now).await,
        _ => Ok(()),
    }
}

/// Ends a payout whose transfers have all ended, once, and tells the pro; if a part of it came back, operators too.
async fn finish(connection: &mut Connection, payout: &Payout, now: Millis) -> Fallible<()> {
    let all = transfers::of_payout(connection, &payout.id).await?;
    if all
        .iter()
        .any(|transfer| transfer.status == TransferStatus::Pending)
    {
        return Ok(());
    }
    let has_failed = all
        .iter()
        .any(|transfer| transfer.status == TransferStatus::Failed);
    let to = if has_failed {
        PayoutStatus::Failed
    } else {
        PayoutStatus::Sent
    };
    if !payouts::change_status(connection, &payout.id, PayoutStatus::Pending, to, now).await? {
        return Ok(());
    }
    tell_pro(connection, &payout.id, now).await?;
    // Of a dispute operators are told already.
    if has_failed && !unsent::is_kept_back(&all) {
        alert(connection, &payout.id, now).await?;
    }
    Ok(())
}

/// Has whoever looks after the money told of a payout.
pub(super) async fn alert(connection: &mut Connection, payout_id: &str, now: Millis) -> Fallible<()> {
    let alert = Work::PayoutAlert {
        payout_id: payout_id.to_owned(),
    };
    Ok(jobs::enqueue(connection, &alert, None, now, now).await?)
}

/// Has the pro told how a payout ended.
pub(super) async fn tell_pro(connection: &mut Connection, payout_id: &str, now: Millis) -> Fallible<()> {
    let email = Work::PayoutEmail {
        payout_id: payout_id.to_owned(),
    };
    Ok(jobs::enqueue(connection, &email, None, now, now).await?)
}
