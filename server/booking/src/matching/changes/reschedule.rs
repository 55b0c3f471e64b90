//! Moving a booking to another time: at once while no pro has it, and as a suggestion afterwards.

use pricing_core::Pence;

use super::again::pay_again;
use super::times::{Asked, check_cash};
use super::{Money, Outcome, apply_now, change_to, payment_required, refuse_unpaid, wait_for};
use crate::matching::{Matching, not_found};
use callout_domain::booking::Booking;
use callout_domain::change::ChangeKind;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, FailureKind, Fallible};
use callout_domain::redemption;
use callout_domain::status;
use callout_store::{Connection, booking_limits, bookings};

/// Who asks for another time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The owner.
    Owner,
    /// The holder of the guest link, who may not choose a dearer one.
    GuestLink,
}

impl Matching {
    /// Moves a booking to another slot, or suggests that to its pro. A dearer slot by card waits for its payment; the old time stands
    /// until then.
    ///
    /// # Errors
    /// 422 on `timeslotId` and in an emergency; 403 `sign_in` for a dearer time by guest link; 409 `slot_gone`, `already_in_window`,
    /// `payment_due`, `pro_busy`, `too_late`, `cash_limit`, `illegal_transition`, and `payment_required` when the money was let go: then the card
    /// page is open.
    pub async fn reschedule(&self, booking: &Booking, slot_id: &str, by: By) -> Fallible<Booking> {
        let facts = booking.facts();
        if facts.is_matching || facts.is_unmatched {
            let asked = self.asked(booking, slot_id).await?;
            return self.move_to(&booking.id, asked, by).await;
        }
        if may_be_suggested(booking) {
            let asked = self.asked(booking, slot_id).await?;
            return self.suggest(booking, asked, by).await;
        }
        Err(status::illegal(booking.status))
    }

    async fn move_to(&self, booking_id: &str, asked: Asked, by: By) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let (outcome, booking) = self
            .db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = bookings::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let outcome = Box::pin(move_locked(connection, &booking, &asked, by, now)).await?;
                    let booking = bookings::find(connection, &id).await?.ok_or_else(not_found)?;
                    Ok::<_, Failure>((outcome, booking))
                })
            })
            .await?;
        match outcome {
            Outcome::Done => Ok(booking),
            Outcome::PaymentRequired => Err(payment_required()),
        }
    }
}

/// True while only the pro can agree to another time.
pub(in crate::matching) fn may_be_suggested(booking: &Booking) -> bool {
    // Another time for a visit that puts something right is another visit.
    booking.status == status::BookingStatus::Assigned && booking.parent_id.is_none()
}

async fn move_locked(
    connection: &mut Connection,
    booking: &Booking,
    asked: &Asked,
    by: By,
    now: Millis,
) -> Fallible<Outcome> {
    let facts = booking.facts();
    if !facts.is_matching && !facts.is_unmatched {
        return Err(status::illegal(booking.status));
    }
    refuse_unpaid(connection, booking).await?;
    let after = asked.after(booking, now)?;
    check(connection, booking, &after, by).await?;
    let capacity = asked.current.book.capacity.of_area(&booking.area);
    let money = Money::of(connection, booking).await?;
    if matches!(money, Money::Gone) {
        pay_again(connection, booking, &after, capacity, now).await?;
        return Ok(Outcome::PaymentRequired);
    }
    let due = money.due(Pence(after.amount_pence));
    if due > Pence::ZERO {
        let change = change_to(&after, ChangeKind::Time, due, now)?;
        wait_for(connection, booking, change, capacity, now).await?;
        return Ok(Outcome::Done);
    }
    apply_now(connection, booking, after, capacity, now).await?;
    Ok(Outcome::Done)
}

/// What stands in the way of a booking at another time.
pub(super) async fn check(
    connection: &mut Connection,
    booking: &Booking,
    after: &Booking,
    by: By,
) -> Fallible<()> {
    let is_dearer = after.amount_pence > booking.amount_pence;
    if by == By::GuestLink && is_dearer {
        let detail = "Sign in to choose this time.";
        return Err(Failure::new(FailureKind::Forbidden, "sign_in", detail));
    }
    check_cash(booking, Pence(after.amount_pence))?;
    match booking_limits::in_same_window(connection, after, &booking.id).await? {
        Some(there) => Err(redemption::already_in_window(&there)),
        None => Ok(()),
    }
}
