//! Transfers of payouts that are not sent after all: what they were to pay is the pro's again.

use std::collections::BTreeSet;

use pricing_core::Pence;

use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::payout::{PayoutStatus, TransferStatus, Unsent};
use callout_domain::work::Work;
use callout_store::payouts::transfers::{self, Transfer};
use callout_store::payouts::{self, money};
use callout_store::{Connection, jobs, ledger};

/// Gives back what a transfer was to pay, once, and notes why. False when it has ended before. The caller has locked the pro.
pub async fn give_back(
    connection: &mut Connection,
    master_id: &str,
    transfer: &Transfer,
    why: Unsent<'_>,
    now: Millis,
) -> Fallible<bool> {
    let has_ended = transfers::end(
        connection,
        &transfer.reference,
        TransferStatus::Failed,
        why.outcome(),
    )
    .await?;
    if has_ended {
        post(connection, master_id, transfer, now).await?;
    }
    Ok(has_ended)
}

/// Takes what a disputed or refunded job earned out of payouts that have not begun to send it; the rest of them stays as it is. The caller has
/// locked the pro.
pub async fn take_out(
    connection: &mut Connection,
    booking_id: &str,
    master_id: &str,
    now: Millis,
) -> Fallible<()> {
    let mut touched = BTreeSet::new();
    for transfer in transfers::not_begun(connection, booking_id).await? {
        if transfers::take_out(connection, &transfer.reference).await? {
            post(connection, master_id, &transfer, now).await?;
            touched.insert(transfer.payout_id);
        }
    }
    for payout_id in touched {
        end_if_empty(connection, &payout_id, now).await?;
    }
    Ok(())
}

async fn post(
    connection: &mut Connection,
    master_id: &str,
    transfer: &Transfer,
    now: Millis,
) -> Fallible<()> {
    if let Some(earning) = &transfer.earning {
        money::use_up(connection, earning, -transfer.amount_pence).await?;
    }
    let posting = Transaction::new(Kind::PayoutFailed, &transfer.reference, "GBP")
        .transfer(
            Pence(transfer.amount_pence),
            Debit(Account::ProPayout(master_id.to_owned())),
            Credit(Account::Pro(master_id.to_owned())),
        )
        .map_err(|NegativeTransfer| Failure::internal("a transfer of less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

/// Ends a payout that waits for an operator when nothing of it is left to be sent. One that is being sent ends by itself.
async fn end_if_empty(connection: &mut Connection, payout_id: &str, now: Millis) -> Fallible<()> {
    let all = transfers::of_payout(connection, payout_id).await?;
    if all
        .iter()
        .any(|transfer| transfer.status == TransferStatus::Pending)
    {
        return Ok(());
    }
    for waiting in [PayoutStatus::Review, PayoutStatus::Held] {
        if payouts::change_status(connection, payout_id, waiting, PayoutStatus::Failed, now).await? {
            let email = Work::PayoutEmail {
                payout_id: payout_id.to_owned(),
            };
            jobs::enqueue(connection, &email, None, now, now).await?;
        }
    }
    Ok(())
}

/// True when all that a payout did not send was kept back because its job is disputed or was refunded.
#[must_use]
pub fn is_kept_back(transfers: &[Transfer]) -> bool {
    let mut failed = transfers.iter().filter_map(Transfer::unsent).peekable();
    failed.peek().is_some() && failed.all(|why| why == Unsent::Disputed)
}
