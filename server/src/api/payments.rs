//! What the browser needs to take a card, and the booking that a payment belongs to.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::state::AppState;

/// Which provider takes the card.
#[derive(Serialize, ToSchema)]
pub struct PaymentsConfig {
    /// `stripe` or `sandbox`.
    provider: &'static str,
    /// The provider's key for browsers.
    #[serde(rename = "publishableKey")]
    publishable_key: String,
}

/// Tells the browser which provider takes the card.
#[utoipa::path(get, path = "/api/payments/config", tag = "Payment", responses((status = 200, body = PaymentsConfig)))]
pub async fn config(State(state): State<AppState>) -> axum::Json<PaymentsConfig> {
    let config = state.payments.browser_config();
    axum::Json(PaymentsConfig {
        provider: config.provider,
        publishable_key: config.publishable_key,
    })
}
