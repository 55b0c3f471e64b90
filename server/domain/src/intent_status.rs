//! Where a payment intent stands at its provider, in Stripe's words.

use callout_db::names;

names! {
    /// Where an intent stands; the words are Stripe's, and the sandbox uses the same.
    pub enum IntentStatus {
        /// Awaits a card: the first, or another after a decline.
        RequiresPaymentMethod = "requires_payment_method",
        /// Awaits the browser's confirmation.
        RequiresConfirmation = "requires_confirmation",
        /// Awaits authentication by the card's holder.
        RequiresAction = "requires_action",
        /// The provider is working on it.
        Processing = "processing",
        /// Authorised: there is a hold on the card.
        RequiresCapture = "requires_capture",
        /// Captured, in whole or in part.
        Succeeded = "succeeded",
        /// Nothing more can happen to it.
        Canceled = "canceled",
    }
}

impl IntentStatus {
    /// True once the card was authorised, as long as the money or the hold on it is still there.
    #[must_use]
    pub const fn is_authorised(self) -> bool {
        matches!(self, Self::RequiresCapture | Self::Succeeded)
    }
}
