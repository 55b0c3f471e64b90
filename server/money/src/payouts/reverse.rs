//! Reversing transfers: what is asked back is fixed under the pro's lock, asked of the provider, and posted once it has come.

use pricing_core::Pence;

use super::Payouts;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ProviderName;
use callout_domain::payout::{ReversalStatus, TransferStatus};
use callout_domain::work::Work;
use callout_outside::providers::payouts::NewReversal;
use callout_outside::providers::provider::ProviderError;
use callout_store::payouts;
use callout_store::payouts::reversals::{self, Reversal};
use callout_store::payouts::transfers::Transfer;
use callout_store::{Connection, jobs, ledger, masters, pro_balances};

/// The outcome of one whose transfer another provider has sent.
const OTHER_PROVIDER: &str = "other_provider";

/// A reversal to ask the provider for.
struct Asked {
    reversal: Reversal,
    /// The provider's id of the transfer.
    transfer_id: String,
    account_id: String,
}

impl Payouts {
    /// Asks the provider to take back what a pro owes for a refunded job; may be repeated. One whose transfer is on its way waits until that
    /// has ended.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn reverse(&self, reference: &str) -> Fallible<()> {
        let (id, provider, now) = (reference.to_owned(), self.provider.name(), self.clock.now());
        let begun = self
            .db
            .write(move |connection| Box::pin(async move { begin(connection, &id, provider, now).await }));
        let Some(asked) = begun.await? else {
            return Ok(());
        };
        let new = NewReversal {
            reference: asked.reversal.reference.clone(),
            account_id: asked.account_id,
            transfer_id: asked.transfer_id,
            amount_pence: asked.reversal.amount_pence,
        };
        let made = self.provider.reverse(&new).await;
        let (reversal, now) = (asked.reversal, self.clock.now());
        match made {
            Ok(id) => {
                let noted = self.db.write(move |connection| {
                    Box::pin(async move { note_made(connection, &reversal, &id, now).await })
                });
                noted.await
            }
            Err(ProviderError::Refused(code) | ProviderError::Missing(code)) => {
                tracing::warn!(
                    reference,
                    code,
                    "the provider refuses to reverse a transfer: the pro owes it"
                );
                let noted = self.db.write(move |connection| {
                    let asked = Pence(reversal.amount_pence);
                    Box::pin(async move { refuse(connection, &reversal, asked, &code, now).await })
                });
                noted.await
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// Fixes how much is asked back; nothing where it has ended, or cannot begin yet.
async fn begin(
    connection: &mut Connection,
    reference: &str,
    provider: ProviderName,
    now: Millis,
) -> Fallible<Option<Asked>> {
    let Some(reversal) = reversals::find(connection, reference).await? else {
        return Ok(None);
    };
    // The transfer is locked before the pro's balance, as by whoever notes that it was sent.
    let transfer = reversals::lock_transfer(connection, &reversal).await?;
    let transfer = transfer.ok_or_else(|| Failure::internal("a reversal without its transfer"))?;
    let payout = payouts::find(connection, &transfer.payout_id).await?;
    let payout = payout.ok_or_else(|| Failure::internal("a transfer without its payout"))?;
    let balance = pro_balances::lock(connection, &reversal.master_id).await?;
    // Read again: whoever had the lock may have gone on with it.
    let reversal = reversals::find(connection, reference).await?;
    let is_open =
        |reversal: &Reversal| matches!(reversal.status, ReversalStatus::Waiting | ReversalStatus::Asked);
    let Some(mut reversal) = reversal.filter(is_open) else {
        return Ok(None);
    };
    if transfer.status == TransferStatus::Pending {
        return Ok(None);
    }
    if payout.provider != provider && reversal.status == ReversalStatus::Asked {
        return Err(Failure::internal("another provider was asked for this reversal"));
    }
    if reversal.status == ReversalStatus::Waiting {
        let owed = Pence(-balance.available_pence);
        let amount = to_ask(connection, &reversal, &transfer, owed).await?;
        if amount == Pence::ZERO {
            reversals::end(connection, &reversal, ReversalStatus::NotNeeded, None, now).await?;
            return Ok(None);
        }
        if payout.provider != provider {
            refuse(connection, &reversal, amount, OTHER_PROVIDER, now).await?;
            return Ok(None);
        }
        reversals::ask(connection, reference, amount, now).await?;
        reversal.amount_pence = amount.0;
        reversal.status = ReversalStatus::Asked;
    }
    Ok(Some(Asked {
        reversal,
        transfer_id: transfer.outcome.unwrap_or_default(),
        account_id: payout.account_id,
    }))
}

/// What is still owed, and not asked for by another reversal; no more than was decided on, and than the transfer has left. Nothing of one
/// that could not be sent: its money is in the balance.
async fn to_ask(
    connection: &mut Connection,
    reversal: &Reversal,
    transfer: &Transfer,
    owed: Pence,
) -> Fallible<Pence> {
    if transfer.status == TransferStatus::Failed {
        return Ok(Pence::ZERO);
    }
    let owed = owed - reversals::reserved(connection, &reversal.master_id).await?;
    let left = Pence(transfer.amount_pence) - reversals::of_transfer(connection, &transfer.reference).await?;
    Ok(Pence(reversal.wanted_pence).min(owed).min(left).max(Pence::ZERO))
}

/// Posts what came back, once. It reduces the debt; anything that later earnings have already paid off becomes available again. Posted
/// without the booking because, like a payout, it moves earned money without changing how much was earned.
async fn note_made(connection: &mut Connection, reversal: &Reversal, id: &str, now: Millis) -> Fallible<()> {
    // Marks the pro as changed, because matching depends on what they owe.
    masters::touch(connection, &reversal.master_id, now).await?;
    if !reversals::end(connection, reversal, ReversalStatus::Done, Some(id), now).await? {
        return Ok(());
    }
    let posting = Transaction::new(Kind::Reversed, &reversal.reference, "GBP")
        .transfer(
            Pence(reversal.amount_pence),
            Debit(Account::ProviderCash),
            Credit(Account::Pro(reversal.master_id.clone())),
        )
        .map_err(|NegativeTransfer| Failure::internal("a reversal of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    let email = Work::ReversalEmail {
        reference: reversal.reference.clone(),
    };
    Ok(jobs::enqueue(connection, &email, None, now, now).await?)
}

/// Nothing has come back: the debt stays, the next earnings pay it off, and whoever looks after the money is told.
async fn refuse(
    connection: &mut Connection,
    reversal: &Reversal,
    amount: Pence,
    code: &str,
    now: Millis,
) -> Fallible<()> {
    if !reversals::end(connection, reversal, ReversalStatus::Refused, Some(code), now).await? {
        return Ok(());
    }
    let alert = MoneyAlert::ReversalRefused {
        reference: reversal.reference.clone(),
        master_id: reversal.master_id.clone(),
        booking_id: reversal.booking_id.clone(),
        amount_pence: amount.0,
        code: code.to_owned(),
    };
    Ok(jobs::alert(connection, alert, now).await?)
}
