//! Raising the price of a booking that no pro has taken.

use pricing_core::Pence;

use super::again::pay_again;
use super::promised::refuse_promised;
use super::{
    Money, Outcome, apply_now, change_to, payment_required, price_of, priced, refuse_unpaid, wait_for,
};
use crate::books::Current;
use crate::idempotent;
use crate::matching::named::no_price_yet;
use crate::matching::{Matching, not_found};
use callout_domain::booking::{Booking, slot_gone};
use callout_domain::cash;
use callout_domain::change::ChangeKind;
use callout_domain::change::Raise;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::new_work;
use callout_domain::status;
use callout_store::{Connection, bookings, idempotency};

impl Matching {
    /// Raises the price that a client offers: at once in cash and for a budget, by card once the new price is held. Those who declined
    /// are asked again, and a booking that found no pro looks again. The same key again changes nothing.
    ///
    /// # Errors
    /// 422 on the price; 409 `illegal_transition` when a pro has it, `reserved` when one pro alone is asked, `slot_gone`, `payment_due`, and `payment_required` when the money
    /// was let go: then the card page is open.
    pub async fn raise(
        &self,
        booking_id: &str,
        raise: Raise,
        key: Option<idempotency::Key>,
    ) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let current = self.books.current().await?;
        let (outcome, booking) = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if idempotent::is_done(connection, key.as_ref(), now).await? {
                        return Ok::<_, Failure>((Outcome::Done, booking));
                    }
                    let outcome = Box::pin(raise_locked(connection, &booking, raise, &current, now)).await?;
                    if matches!(outcome, Outcome::Done) {
                        idempotent::done(connection, key.as_ref(), now).await?;
                    }
                    let booking = bookings::find(connection, &id).await?.ok_or_else(not_found)?;
                    Ok((outcome, booking))
                })
            })
            .await?;
        match outcome {
            Outcome::Done => Ok(booking),
            Outcome::PaymentRequired => Err(payment_required()),
        }
    }
}

async fn raise_locked(
    connection: &mut Connection,
    booking: &Booking,
    raise: Raise,
    current: &Current,
    now: Millis,
) -> Fallible<Outcome> {
    let facts = booking.facts();
    if !facts.is_matching && !facts.is_unmatched {
        return Err(status::illegal(booking.status));
    }
    if booking.awaits_price() {
        return Err(no_price_yet());
    }
    new_work::check_raise(booking)?;
    if booking.slot_start.is_some_and(|start| start <= now) {
        return Err(slot_gone());
    }
    refuse_unpaid(connection, booking).await?;
    refuse_promised(connection, booking).await?;
    let amount = raise.new_price(
        Pence(booking.amount_pence),
        &current.of_version(&booking.book_version).budget,
    )?;
    cash::check(booking.is_in_cash(), amount)?;
    let after = priced(booking.clone(), price_of(booking).raised_to(amount));
    let capacity = current.book.capacity.of_area(&booking.area);
    let money = Money::of(connection, booking).await?;
    if matches!(money, Money::Gone) {
        pay_again(connection, booking, &after, capacity, now).await?;
        return Ok(Outcome::PaymentRequired);
    }
    let due = money.due(amount);
    if due > Pence::ZERO {
        let change = change_to(&after, ChangeKind::Raise, due, now)?;
        wait_for(connection, booking, change, capacity, now).await?;
        return Ok(Outcome::Done);
    }
    apply_now(connection, booking, after, capacity, now).await?;
    Ok(Outcome::Done)
}
