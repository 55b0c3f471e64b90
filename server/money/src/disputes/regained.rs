//! A payment that a client's bank had, and that stands: it pays for its booking again, or goes back where the booking needs it no more.

use pricing_core::Pence;

use crate::payments::{due, refund};
use callout_booking::bookings;
use callout_domain::booking::Booking;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::work::Work;
use callout_store as store;
use callout_store::payments::{self, Payment};
use callout_store::{Connection, events, frozen, jobs, payments_due};

/// Follows up what a chargeback has regained of a payment. The caller has locked payment, pro and booking.
pub(super) async fn follow(
    connection: &mut Connection,
    booking: &Booking,
    payment_id: &str,
    chargeback_id: &str,
    now: Millis,
) -> Fallible<()> {
    let payment = payments::lock(connection, payment_id, now).await?;
    let payment = payment.ok_or_else(|| Failure::internal("a chargeback without its payment"))?;
    refund::go_on(connection, payment_id, now).await?;
    if booking.facts().is_called_off || payment.closing_at.is_some() {
        return give_back(connection, booking, &payment, chargeback_id, now).await;
    }
    pay_again(connection, booking, &payment, now).await?;
    give_back_surplus(connection, booking, &format!("won:{chargeback_id}"), now).await
}

/// Refunds a payment that was released meanwhile, less any cancellation fee; if the bank had the money then, the fee is earned now.
async fn give_back(
    connection: &mut Connection,
    booking: &Booking,
    payment: &Payment,
    chargeback_id: &str,
    now: Millis,
) -> Fallible<()> {
    let fee = Pence(events::cancellation_fee(connection, booking).await?);
    let earned = frozen::earned(connection, &booking.id).await?.paid();
    let free = Pence(payment.kept_pence());
    let missing = if booking.facts().is_called_off {
        (fee - earned).max(Pence::ZERO).min(free)
    } else {
        Pence::ZERO
    };
    let unearned = refund::unearned(connection, &booking.id).await?;
    let back = free.min(unearned) - missing;
    if back > Pence::ZERO {
        let reference = format!("won-back:{chargeback_id}");
        refund::promise(connection, &payment.id, &reference, back.0, now).await?;
    }
    if missing > Pence::ZERO {
        let work = Work::ReleasePayment {
            payment_id: payment.id.clone(),
            fee_pence: missing.0,
        };
        let key = format!("release-won:{chargeback_id}");
        jobs::enqueue(connection, &work, Some(&key), now, now).await?;
    }
    Ok(())
}

/// A client who was asked to pay again because the bank had the payment need not, once it covers the price.
async fn pay_again(
    connection: &mut Connection,
    booking: &Booking,
    payment: &Payment,
    now: Millis,
) -> Fallible<()> {
    let Some(pro) = booking.assigned_master_id.as_deref() else {
        return Ok(());
    };
    let covers = payment.kept_pence() >= booking.amount_pence;
    if !covers || booking.payment_due_until.is_none() || due::is_for_more(connection, booking).await? {
        return Ok(());
    }
    if let Some(other) = booking.payment_id.as_deref().filter(|id| *id != payment.id) {
        bookings::release_payment(connection, other, 0, now).await?;
    }
    store::bookings::set_payment(connection, &booking.id, &payment.id).await?;
    payments_due::end(connection, &booking.id).await?;
    bookings::tell_pro_of_change(connection, pro, &booking.id, now).await
}

/// A client who has paid again while the bank had the payment gets the surplus back, once for each `reference`.
pub(super) async fn give_back_surplus(
    connection: &mut Connection,
    booking: &Booking,
    reference: &str,
    now: Millis,
) -> Fallible<()> {
    let work = Work::GiveBackSurplus {
        booking_id: booking.id.clone(),
        reference: reference.to_owned(),
    };
    jobs::enqueue(connection, &work, Some(reference), now, now).await?;
    Ok(())
}
