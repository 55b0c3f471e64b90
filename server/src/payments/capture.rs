//! Capturing a hold, in whole or in part.

use super::Payments;
use crate::domain::failure::Fallible;

impl Payments {
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
