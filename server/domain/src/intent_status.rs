//! Where a payment intent stands at its provider, in Stripe's words.

use serde::{Deserialize, Serialize};

use callout_db::{Column, Value};

/// Where an intent stands; the words are Stripe's, and the sandbox uses the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    /// Awaits a card: the first, or another after a decline.
    RequiresPaymentMethod,
    /// Awaits the browser's confirmation.
    RequiresConfirmation,
    /// Awaits authentication by the card's holder.
    RequiresAction,
    /// The provider is working on it.
    Processing,
    /// Authorised: there is a hold on the card.
    RequiresCapture,
    /// Captured, in whole or in part.
    Succeeded,
    /// Nothing more can happen to it.
    Canceled,
}

impl IntentStatus {
    /// Its name, as stored and sent.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresConfirmation => "requires_confirmation",
            Self::RequiresAction => "requires_action",
            Self::Processing => "processing",
            Self::RequiresCapture => "requires_capture",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }

    /// True once the card was authorised, as long as the money or the hold on it is still there.
    #[must_use]
    pub const fn is_authorised(self) -> bool {
        matches!(self, Self::RequiresCapture | Self::Succeeded)
    }
}

impl Column for IntentStatus {
    type Stored = String;

    fn to_value(&self) -> Value {
        Value::Text(Some(self.as_str().to_owned()))
    }

    fn from_stored(stored: String) -> Result<Self, String> {
        Self::try_from(stored)
    }
}

impl TryFrom<String> for IntentStatus {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        serde_json::from_value(text.into()).map_err(|error| error.to_string())
    }
}
