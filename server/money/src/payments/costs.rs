//! What the payment provider charges: posted once for each movement that it comes off.

use pricing_core::Pence;

use super::Payments;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::ledger::{Account, Credit, Debit, Kind, NegativeTransfer, Transaction};
use callout_outside::providers::provider::Cost;
use callout_store::payments::Payment;
use callout_store::{Connection, ledger, payments};

/// Posts a cost, or one that is given back where it is negative; `payment` is what it was charged for, where that is a booking's.
pub(crate) async fn post(
    connection: &mut Connection,
    cost: &Cost,
    payment: Option<&Payment>,
    now: Millis,
) -> Fallible<()> {
    if cost.pence == 0 {
        return Ok(());
    }
    let mut posting = Transaction::new(Kind::ProviderCharge, &cost.id, "GBP");
    if let Some(payment) = payment {
        posting = posting.about(&payment.booking_id, &payment.id);
    }
    let (to, from) = if cost.pence > 0 {
        (Account::PlatformCosts, Account::ProviderCash)
    } else {
        (Account::ProviderCash, Account::PlatformCosts)
    };
    let posting = posting
        .transfer(Pence(cost.pence.abs()), Debit(to), Credit(from))
        .map_err(|NegativeTransfer| Failure::internal("the provider charges less than nothing"))?;
    ledger::post(connection, &posting, now).await?;
    Ok(())
}

impl Payments {
    /// Posts what the provider charges for a refund of an intent; nothing for an intent that is not ours.
    pub(super) async fn note_cost(&self, cost: Option<Cost>, intent_id: &str) -> Fallible<()> {
        let Some(cost) = cost.filter(|cost| cost.pence > 0) else {
            return Ok(());
        };
        let payment = payments::find(&mut self.db.read().await?, intent_id).await?;
        if payment.is_none() && self.debt_of(intent_id).await?.is_none() {
            return Ok(());
        }
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move { post(connection, &cost, payment.as_ref(), now).await })
            })
            .await
    }
}
