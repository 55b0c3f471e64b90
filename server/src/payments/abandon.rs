//! What happens when nobody pays: at the end of its time a `created` booking is settled if the provider has
//! its money after all, and abandoned otherwise.

use super::Payments;
use super::open::Cancelled;
use super::release_for_cancellation;
use crate::clock::Millis;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::status::{Actor, BookingStatus, transition};
use crate::domain::work::Work;
use crate::store::Connection;
use crate::store::bookings::{self, Cancelling};
use crate::store::jobs;

/// Reason of the cancellation.
const REASON: &str = "payment_abandoned";

/// To be called in the transaction that makes a `created` card booking: at `pay_by` (Unix milliseconds) the
/// worker asks the provider once more and then settles the booking or abandons it.
///
/// # Errors
/// When the database fails.
pub async fn abandon_at(
    connection: &mut Connection,
    booking_id: &str,
    pay_by: Millis,
    now: Millis,
) -> Fallible<()> {
    let work = Work::AbandonBooking {
        booking_id: booking_id.to_owned(),
    };
    let key = format!("abandon:{booking_id}");
    jobs::enqueue(connection, &work, Some(&key), pay_by, now).await?;
    Ok(())
}

impl Payments {
    /// Ends the wait for a payment: the intent is cancelled at the provider first, then the booking with its
    /// place and coupon; a payment that is there is settled instead. Nothing for a booking that has left
    /// `created`.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn settle_or_abandon(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let Some(booking) = booking.filter(|booking| booking.status == BookingStatus::Created) else {
            return Ok(());
        };
        if self.cancel_intent(booking_id).await? == Cancelled::AlreadyPaid {
            return Ok(());
        }
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let step = transition(BookingStatus::Created, BookingStatus::Cancelled, Actor::System)?;
                    let why = Cancelling {
                        reason: REASON,
                        fee_pence: 0,
                    };
                    if bookings::cancel(connection, &booking, step, why, now).await? {
                        // Whatever was opened since goes, too.
                        release_for_cancellation(connection, &booking.id, 0, now).await?;
                    }
                    Ok::<_, Failure>(())
                })
            })
            .await?;
        Ok(())
    }
}
