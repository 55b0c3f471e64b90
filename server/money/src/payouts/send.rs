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
use callout_outside::providers::payouts::NewTransfer;
use callout_outside::providers::provider::ProviderError;
use callout_store::payouts::transfers::{self, Transfer};
use callout_store::payouts::{self as rows, Payout};
use callout_store::{Connection, jobs, ledger, masters, payout_accounts};

impl Payouts {
    /// Sends what is still to be sent of a payout. Where the bank account has changed meanwhile, an operator looks first at what was not
    /// begun; one for another provider than today's waits for an operator, too.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn send(&self, payout_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let payout = rows::find(&mut connection, payout_id).await?;
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
            self.send_one(&payout, transfer).await?;
        }
        if !rest.is_empty() && self.has_another_bank(&payout).await? {
            return self.review_again(payout).await;
        }
        for transfer in rest {
            self.send_one(&payout, transfer).await?;
        }
        let now = self.clock.now();
        self.db
            .write(move |connection| Box::pin(async move { finish(connection, &payout, now).await }))
            .await
    }

    /// True when the bank account has changed since the payout was asked for, or an operator decided that it is sent.
    async fn has_another_bank(&self, payout: &Payout) -> Fallible<bool> {
        self.refresh_details(&payout.master_id).await?;
        let mut connection = self.db.read().await?;
        let account = payout_accounts::find(&mut connection, &payout.master_id, payout.provider).await?;
        let changed_at = account.and_then(|account| account.bank_changed_at);
        Ok(changed_at.is_some_and(|at| at > payout.updated_at))
    }

    /// Has an operator look at a payout whose bank account has changed meanwhile.
    async fn review_again(&self, payout: Payout) -> Fallible<()> {
        let now = self.clock.now();
        let moved = self.db.write(move |connection| {
            Box::pin(async move {
                let (from, to) = (PayoutStatus::Pending, PayoutStatus::Review);
                if rows::change_status(connection, &payout.id, from, to, now).await? {
                    rows::set_reasons(connection, &payout.id, vec![Reason::DetailsChanged]).await?;
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

    async fn send_one(&self, payout: &Payout, transfer: Transfer) -> Fallible<()> {
        let (reference, now) = (transfer.reference.clone(), self.clock.now());
        let begun = self.db.write(move |connection| {
            Box::pin(async move { transfers::begin(connection, &reference, now).await })
        });
        if !begun.await? {
            // Its job was disputed at this very moment.
            return Ok(());
        }
        let new = NewTransfer {
            reference: transfer.reference.clone(),
            account_id: payout.account_id.clone(),
            amount_pence: transfer.amount_pence,
            since: payout.asked_at,
            intent_id: transfer.payment_id.clone(),
        };
        let made = self.provider.transfer(&new).await;
        let (payout, now) = (payout.clone(), self.clock.now());
        match made {
            Ok(id) => {
                let noted = self.db.write(move |connection| {
                    Box::pin(async move { note_sent(connection, &payout, &transfer, &id, now).await })
                });
                noted.await
            }
            Err(ProviderError::Refused(code)) => {
                tracing::error!(transfer = %transfer.reference, code, "the provider refuses a transfer to a pro");
                let noted = self.db.write(move |connection| {
                    Box::pin(async move {
                        give_back(connection, &payout, &transfer, Unsent::Refused(&code), now).await
                    })
                });
                noted.await
            }
            Err(error) => Err(error.into()),
        }
    }
}

async fn note_sent(
    connection: &mut Connection,
    payout: &Payout,
    transfer: &Transfer,
    id: &str,
    now: Millis,
) -> Fallible<()> {
    if !transfers::end(connection, &transfer.reference, TransferStatus::Sent, id).await? {
        return Ok(());
    }
    rows::add_sent(connection, &payout.id, transfer.amount_pence).await?;
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
    if !rows::change_status(connection, &payout.id, PayoutStatus::Pending, to, now).await? {
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
