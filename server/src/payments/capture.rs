//! Capturing a hold, in whole or in part.

use super::Payments;
use crate::domain::failure::Fallible;
use crate::domain::intent_status::IntentStatus;
use crate::store::{bookings, payments};

impl Payments {
    /// Captures the payment of a booking that a pro has taken: the amount as it is now. Of one that was captured for an earlier pro at
    /// a higher price, the difference is given back. Does nothing for a booking without a card, and one that its pro has lost
    /// meanwhile.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached or refuses.
    pub async fn capture_for(&self, booking_id: &str) -> Fallible<()> {
        let mut connection = self.db.read().await?;
        let booking = bookings::find(&mut connection, booking_id).await?;
        let taken = booking.filter(|booking| booking.facts().has_pro && !booking.facts().is_called_off);
        let Some((payment_id, amount_pence)) =
            taken.and_then(|booking| Some((booking.payment_id?, booking.amount_pence)))
        else {
            return Ok(());
        };
        let payment = payments::find(&mut connection, &payment_id).await?;
        drop(connection);
        let Some(payment) = payment else { return Ok(()) };
        if payment.status == IntentStatus::RequiresCapture.as_str() {
            return self.capture(&payment_id, amount_pence).await;
        }
        // A payment is charged for less and less, if at all: for more there is a new one.
        let reference = format!("agreed:{payment_id}:{amount_pence}");
        self.give_back_above(&payment_id, amount_pence, reference).await
    }

    /// Captures `amount_pence` of an authorised payment, at most what was authorised, and releases the rest.
    /// Repeating it with the same amount changes nothing; what counts is what the provider says it captured.
    ///
    /// # Errors
    /// 502 `payment_unavailable` when the provider cannot be reached or refuses.
    pub async fn capture(&self, payment_id: &str, amount_pence: i64) -> Fallible<()> {
        let intent = self.provider.capture(payment_id, amount_pence).await?;
        self.take_over(&intent, None).await
    }
}
