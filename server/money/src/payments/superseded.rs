//! Ends refused refunds whose money the client has since had another way (from their bank, or on the provider's page), so they aren't paid
//! twice and don't stay owed.

use pricing_core::Pence;

use super::refund::{self, parties};
use callout_base::goodwill;
use callout_domain::clock::Millis;
use callout_domain::failure::Fallible;
use callout_domain::ledger::{Account, Kind};
use callout_domain::money_alert::MoneyAlert;
use callout_store::refunds::{self, Refund, Reserved};
use callout_store::{Connection, chargebacks, jobs, ledger};

/// Ends these refused refunds of a booking, whose payments the caller has locked, up to `given`, which the client has had. Of a larger refund
/// they get the remainder as a new refund with its own reference.
pub async fn end(
    connection: &mut Connection,
    booking_id: &str,
    refused: Vec<Refund>,
    given: Pence,
    now: Millis,
) -> Fallible<()> {
    let owed = ledger::of_client(connection, booking_id).await?.max(Pence::ZERO);
    let mut left = given;
    for refund in refused {
        let amount = Pence(refund.amount_pence);
        let part = amount.min(left);
        if part <= Pence::ZERO || !refunds::supersede(connection, &refund, now).await? {
            continue;
        }
        left = left - part;
        let rest = (amount - part).min(owed - (given - left));
        if rest > Pence::ZERO {
            promise_rest(connection, booking_id, &refund, rest, now).await?;
        }
    }
    Ok(())
}

/// Ends a refused refund that is more than what is left of its payment, because somebody gave part of the payment back on the provider's page
/// meanwhile. What is left is promised instead, under another reference. The caller has locked the payment. False when enough is left, or when
/// a bank has a payment of the booking.
pub async fn lessen(connection: &mut Connection, refund: &Refund, now: Millis) -> Fallible<bool> {
    let (payment, booking) = parties(connection, refund).await?;
    if chargebacks::is_open(connection, &booking.id).await? {
        return Ok(false);
    }
    let left = payment.captured_pence - payment.refunded_pence - payment.disputed_pence;
    let borne = refunds::borne_elsewhere(connection, &payment.id).await?;
    let given = Pence(refund.amount_pence - left.max(0)).min(borne);
    if given <= Pence::ZERO || !refunds::supersede(connection, refund, now).await? {
        return Ok(false);
    }
    goodwill::take_back(connection, &refund.reference, &booking, given, now).await?;
    let rest = Pence(refund.amount_pence) - given;
    if rest > Pence::ZERO {
        promise_rest(connection, &booking.id, refund, rest, now).await?;
    }
    Ok(true)
}

/// Ends a pending refund for which the refund `by_hand` stands, that somebody made on the provider's page: what the platform gave for that one
/// is its own again. False when it does not stand for it. The caller has locked the payment.
pub async fn stand_for(
    connection: &mut Connection,
    by_hand: &str,
    refund: &Refund,
    now: Millis,
) -> Fallible<bool> {
    if !refunds::stand_for(connection, by_hand, refund, now).await? {
        return Ok(false);
    }
    let (_, booking) = parties(connection, refund).await?;
    let given = Kind::Goodwill.reference(by_hand);
    let given = ledger::moved_to(connection, &given, &Account::PlatformGoodwill).await?;
    if given > Pence::ZERO {
        goodwill::take_back(connection, &refund.reference, &booking, given, now).await?;
    }
    Ok(true)
}

/// Promises what the client has not had of a refund; where less than that is left of the payment, a person is told.
async fn promise_rest(
    connection: &mut Connection,
    booking_id: &str,
    refund: &Refund,
    rest: Pence,
    now: Millis,
) -> Fallible<()> {
    let reference = format!("{}:rest", refund.reference);
    let reserved = refund::reserve(connection, &refund.payment_id, &reference, rest.0, now).await?;
    if reserved != Reserved::TooMuch {
        return Ok(());
    }
    let alert = MoneyAlert::RefundLeft {
        reference,
        booking_id: booking_id.to_owned(),
        amount_pence: rest.0,
    };
    Ok(jobs::alert(connection, alert, now).await?)
}
