//! What happens when nobody pays: when its time is over, a `created` booking is settled if the provider has
//! its money after all, and abandoned otherwise.

use super::Payments;
use super::open::Cancelled;
use callout_domain::failure::Fallible;
use callout_store::bookings;

impl Payments {
    /// Ends the wait for a payment: the intent is cancelled at the provider first, then the booking, which returns its
    /// place and coupon; if the payment did arrive, it is settled instead. Does nothing for a booking that has left
    /// `created`.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached; to be tried again.
    pub async fn settle_or_abandon(&self, booking_id: &str) -> Fallible<()> {
        let booking = bookings::find(&mut self.db.read().await?, booking_id).await?;
        let Some(booking) = booking.filter(|booking| booking.facts().awaits_payment) else {
            return Ok(());
        };
        if self.cancel_intent(booking_id).await? == Cancelled::AlreadyPaid {
            return Ok(());
        }
        self.bookings.abandon(booking).await
    }
}
