//! Refunds that were refused, and of which a bank has given the client the money now: they end, so that it is not given twice and nothing
//! of it stays owed.

use pricing_core::Pence;

use crate::clock::Millis;
use crate::domain::failure::Fallible;
use crate::domain::money_alert::MoneyAlert;
use crate::payments::refund;
use crate::store::payments::Payment;
use crate::store::refunds::{self, Refund, Reserved};
use crate::store::{Connection, jobs, ledger};

/// Ends the refused refunds of a payment, which the caller has locked, up to what its client's bank keeps. Of a larger refund the client
/// gets the rest under a name of its own.
///
/// # Errors
/// When the database fails.
pub(super) async fn end(
    connection: &mut Connection,
    payment: &Payment,
    lost: Pence,
    now: Millis,
) -> Fallible<()> {
    let owed = ledger::of_client(connection, &payment.booking_id)
        .await?
        .max(Pence::ZERO);
    let mut left = lost;
    for refund in refunds::refused_of(connection, &payment.id).await? {
        let amount = Pence(refund.amount_pence);
        let part = amount.min(left);
        if part <= Pence::ZERO || !refunds::supersede(connection, &refund, now).await? {
            continue;
        }
        left = left - part;
        let rest = (amount - part).min(owed - (lost - left));
        if rest > Pence::ZERO {
            promise_rest(connection, payment, &refund, rest, now).await?;
        }
    }
    Ok(())
}

/// Promises what a bank has not given of a refund; where less than that is left of the payment, a person is told.
async fn promise_rest(
    connection: &mut Connection,
    payment: &Payment,
    refund: &Refund,
    rest: Pence,
    now: Millis,
) -> Fallible<()> {
    let reference = format!("{}:rest", refund.reference);
    let reserved = refund::reserve(connection, &payment.id, &reference, rest.0, now).await?;
    if reserved != Reserved::TooMuch {
        return Ok(());
    }
    let alert = MoneyAlert::RefundLeft {
        reference,
        booking_id: payment.booking_id.clone(),
        amount_pence: rest.0,
    };
    Ok(jobs::alert(connection, alert, now).await?)
}
