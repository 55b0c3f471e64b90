//! What a client does when no pro comes: ask further away, try again, or report a pro who did not turn up.

use pricing_core::Urgency;

use super::{Matching, job, not_found};
use crate::bookings::{self, Change};
use crate::clock::{HOUR, Millis};
use crate::domain::booking::{Booking, slot_gone};
use crate::domain::failure::{Failure, Fallible};
use crate::domain::matching::wave;
use crate::domain::status::{self, Actor, BookingStatus};
use crate::store::{Connection, bookings as rows, matchings, payments};

/// How long after assignment a pro who was called to an emergency counts as not turned up, milliseconds.
const EMERGENCY_WAIT: Millis = HOUR;

/// Why a booking is cancelled whose pro did not turn up.
const NO_SHOW: &str = "pro_no_show";

impl Matching {
    /// How many pros within `km` could be asked for a booking.
    ///
    /// # Errors
    /// 422 on `radiusKm`.
    pub async fn reach(&self, booking: &Booking, km: i64) -> Fallible<usize> {
        let radius = self.rules.client_radius_km(km)?;
        let (now, current) = (self.clock.now(), self.books.current().await?);
        let mut connection = self.db.read().await?;
        let job = job::read(&mut connection, booking, &current.book, now, &self.rules).await?;
        Ok(wave::reach(&self.index.grid(), &job, radius, now, &self.rules))
    }

    /// Asks pros within `km`: at once while a pro is looked for; a booking that found none looks again.
    ///
    /// # Errors
    /// 422 on `radiusKm`; 409 `slot_gone`, `payment_required` when the money was let go, `illegal_transition`.
    pub async fn retry(&self, booking_id: &str, km: i64) -> Fallible<Booking> {
        let radius = i64::from(self.rules.client_radius_km(km)?);
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        let current = self.books.current().await?;
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = rows::lock(connection, &id).await?.ok_or_else(not_found)?;
                    if !booking.facts().is_matching {
                        let capacity = current.book.capacity.of_area(&booking.area);
                        look_again(connection, &booking, capacity, now).await?;
                    }
                    matchings::widen(connection, &id, radius, now).await?;
                    bookings::match_now(connection, &id, now).await?;
                    rows::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }

    /// Cancels a booking whose pro did not turn up; the client gets everything back.
    ///
    /// # Errors
    /// 409 `too_early` before the window is over, or within an hour of the assignment in an emergency; 409 `illegal_transition`.
    pub async fn report_no_show(&self, booking_id: &str) -> Fallible<Booking> {
        let (id, now) = (booking_id.to_owned(), self.clock.now());
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let booking = rows::lock(connection, &id).await?.ok_or_else(not_found)?;
                    let off = Change::of(&booking, BookingStatus::Cancelled, Actor::Client)?;
                    if !booking.facts().has_pro {
                        return Err(status::illegal(booking.status));
                    }
                    if now < late_from(&booking)? {
                        return Err(too_early());
                    }
                    bookings::change(connection, &booking, &off.because(NO_SHOW, 0), now).await?;
                    rows::find(connection, &id).await?.ok_or_else(not_found)
                })
            })
            .await
    }
}

/// From when on a pro has not turned up, Unix milliseconds.
fn late_from(booking: &Booking) -> Fallible<Millis> {
    let assigned = booking.assigned_at.unwrap_or(booking.updated_at);
    Ok(match (job::urgency(booking)?, booking.slot_end) {
        (Urgency::Emergency, _) | (_, None) => assigned + EMERGENCY_WAIT,
        (_, Some(end)) => end,
    })
}

/// `no_response` -> `pending`, as long as its window has not begun and its money is still there.
async fn look_again(
    connection: &mut Connection,
    booking: &Booking,
    capacity: u32,
    now: Millis,
) -> Fallible<()> {
    // A client may move a booking that waits for them back to `pending`, too, but by declining the proposal.
    if !booking.facts().is_unmatched {
        return Err(status::illegal(booking.status));
    }
    let again = Change::of(booking, BookingStatus::Pending, Actor::Client)?;
    if booking.slot_start.is_some_and(|start| start <= now) {
        return Err(slot_gone());
    }
    if let Some(payment) = &booking.payment_id {
        let payment = payments::find(connection, payment).await?;
        if payment.is_none_or(|payment| payment.closing_at.is_some() || payment.has_ended()) {
            return Err(payment_required());
        }
    }
    bookings::change(connection, booking, &again.within(capacity), now).await?;
    Ok(())
}

fn payment_required() -> Failure {
    Failure::conflict(
        "payment_required",
        "Your card is no longer held for this booking. Please book again.",
    )
}

fn too_early() -> Failure {
    Failure::conflict(
        "too_early",
        "Your pro may still come: the window is not over yet.",
    )
}
