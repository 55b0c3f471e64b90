//! What a pro paid by card for fees, and what goes back to the card: the pro owes it again.

use pricing_core::Pence;

use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_domain::money_alert::MoneyAlert;
use callout_store::debt_payments::{self, DebtPayment};
use callout_store::{Connection, jobs, ledger, masters};

/// Money of a debt's payment that moves at the provider.
#[derive(Debug, Clone, Copy)]
pub struct Movement<'a> {
    /// The provider's id of the refund or chargeback.
    pub id: &'a str,
    /// The captured intent.
    pub intent_id: &'a str,
    /// How much.
    pub amount: Pence,
}

/// Posts, once, that a paid debt went back to the card, and has a person told. False when the intent is no such payment.
pub async fn take_back(connection: &mut Connection, movement: Movement<'_>, now: Millis) -> Fallible<bool> {
    let Some(payment) = paid(connection, movement.intent_id).await? else {
        return Ok(false);
    };
    // Marks the pro as changed, because matching depends on what they owe.
    masters::touch(connection, &payment.master_id, now).await?;
    let pro = Debit(Account::Pro(payment.master_id.clone()));
    let posting = Transaction::new(Kind::DebtReturned, movement.id, &payment.currency)
        .transfer(movement.amount, pro, Credit(Account::ProviderCash))
        .map_err(|NegativeTransfer| negative())?;
    if ledger::post(connection, &posting, now).await? {
        let alert = MoneyAlert::DebtReturned {
            id: movement.id.to_owned(),
            master_id: payment.master_id,
            amount_pence: movement.amount.0,
        };
        jobs::alert(connection, alert, now).await?;
    }
    Ok(true)
}

/// Posts, once, that what went back to the card is ours again; nothing where that was not posted.
pub async fn restore(connection: &mut Connection, movement: Movement<'_>, now: Millis) -> Fallible<()> {
    let Some(payment) = paid(connection, movement.intent_id).await? else {
        return Ok(());
    };
    masters::touch(connection, &payment.master_id, now).await?;
    if !ledger::stands(connection, Kind::DebtReturned, movement.id).await? {
        return Ok(());
    }
    let posting = Transaction::new(Kind::DebtRestored, movement.id, &payment.currency)
        .transfer(
            movement.amount,
            Debit(Account::ProviderCash),
            Credit(Account::Pro(payment.master_id.clone())),
        )
        .map_err(|NegativeTransfer| negative())?;
    if ledger::post(connection, &posting, now).await? {
        let alert = MoneyAlert::DebtRestored {
            id: movement.id.to_owned(),
            master_id: payment.master_id,
            amount_pence: movement.amount.0,
        };
        jobs::alert(connection, alert, now).await?;
    }
    Ok(())
}

/// The payment of this intent, if a debt was paid by it.
async fn paid(connection: &mut Connection, intent_id: &str) -> Fallible<Option<DebtPayment>> {
    let payment = debt_payments::by_intent(connection, intent_id).await?;
    Ok(payment.filter(|payment| payment.paid_at.is_some()))
}

fn negative() -> Failure {
    Failure::internal("less than nothing was given back")
}
