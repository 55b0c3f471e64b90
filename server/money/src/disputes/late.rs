//! What a chargeback moves of our balance at the provider: its charges, and money that goes or comes after the bank's decision. Each change
//! is posted once, by the provider's id of it.

use pricing_core::Pence;

use crate::payments::costs;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::money_alert::MoneyAlert;
use callout_domain::payment::ChargebackStatus;
use callout_outside::providers::provider::{BalanceChange, Chargeback, Cost};
use callout_store::payments::Payment;
use callout_store::{Connection, chargebacks, jobs, ledger};

/// Posts what the provider charges for a chargeback, or gives back of that; `payment` is what it is about, where that is a booking's.
pub(super) async fn costs(
    connection: &mut Connection,
    chargeback: &Chargeback,
    payment: Option<&Payment>,
    now: Millis,
) -> Fallible<()> {
    // Of one that was taken in before changes were told apart, the first charge stands in its own posting.
    let kind = if payment.is_some() {
        Kind::Chargeback
    } else {
        Kind::DebtReturned
    };
    let first = kind.reference(&chargeback.id);
    let mut posted = ledger::moved_to(connection, &first, &Account::PlatformCosts).await?;
    for change in &chargeback.changes {
        let fee = Pence(change.fee_pence);
        if fee > Pence::ZERO && fee <= posted {
            posted = posted - fee;
            continue;
        }
        let cost = Cost {
            id: change.id.clone(),
            pence: change.fee_pence,
        };
        costs::post(connection, &cost, payment, now).await?;
    }
    Ok(())
}

/// Posts what goes or comes beside what follows from the bank's decision, and has a person told: whose it is nothing here decides.
pub(super) async fn follow(
    connection: &mut Connection,
    chargeback: &Chargeback,
    payment: &Payment,
    now: Millis,
) -> Fallible<()> {
    let Some(row) = chargebacks::find(connection, &chargeback.id).await? else {
        return Ok(());
    };
    if row.status == ChargebackStatus::Open {
        return Ok(());
    }
    let changes = chargeback
        .changes
        .iter()
        .filter(|change| change.amount_pence != 0);
    let (came, went): (Vec<_>, Vec<_>) = changes.partition(|change| change.amount_pence > 0);
    // The first of each is what the decision has posted.
    let decided = usize::from(row.status == ChargebackStatus::Won);
    for change in came.into_iter().skip(decided).chain(went.into_iter().skip(1)) {
        post(connection, chargeback, change, payment, now).await?;
    }
    Ok(())
}

async fn post(
    connection: &mut Connection,
    chargeback: &Chargeback,
    change: &BalanceChange,
    payment: &Payment,
    now: Millis,
) -> Fallible<()> {
    let (to, from) = if change.amount_pence > 0 {
        (Account::ProviderCash, Account::PlatformCosts)
    } else {
        (Account::PlatformCosts, Account::ProviderCash)
    };
    let posting = Transaction::new(Kind::ChargebackMoved, &change.id, &payment.currency)
        .about(&payment.booking_id, &payment.id)
        .transfer(Pence(change.amount_pence.abs()), Debit(to), Credit(from))
        .map_err(|NegativeTransfer| Failure::internal("a change of less than nothing"))?;
    if ledger::post(connection, &posting, now).await? {
        let alert = MoneyAlert::ChargebackMoved {
            id: change.id.clone(),
            chargeback_id: chargeback.id.clone(),
            booking_id: payment.booking_id.clone(),
            amount_pence: change.amount_pence,
        };
        jobs::alert(connection, alert, now).await?;
    }
    Ok(())
}
