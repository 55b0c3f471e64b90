//! Events from the payment provider: signature first, over the raw bytes; then what the provider says now,
//! not what the event said then, so that events out of order do no harm.

use super::provider::ProviderEvent;
use super::{sandbox, settle, signature};
use crate::ApiResult;
use crate::error::ApiError;
use crate::state::AppState;

/// Receives one event of the configured provider. A replay changes nothing.
///
/// # Errors
/// 400 `bad_signature`; 502 `payment_unavailable` when the provider cannot be asked, so that it sends the
/// event again.
pub async fn receive(state: &AppState, body: &[u8], signature: Option<&str>) -> ApiResult<()> {
    let event = state
        .payments
        .parse_webhook(body, signature.unwrap_or_default(), state.clock.now())
        .map_err(|_| bad_signature())?;
    let ProviderEvent { id, intent_id, .. } = event;
    match intent_id {
        Some(intent) => {
            settle::settle_by(
                state,
                &intent,
                Some(settle::Event {
                    provider: state.payments.name(),
                    id,
                }),
            )
            .await
        }
        // Not about a payment of ours: nothing follows from it.
        None => Ok(()),
    }
}

/// Delivers an event of the sandbox the way a real provider would: signed, through the same code.
///
/// # Errors
/// As [`receive`].
pub async fn deliver_sandbox(state: &AppState, body: &str) -> ApiResult<()> {
    if state.payments.name() != sandbox::NAME {
        // The settings have changed since; the sandbox's payments mean nothing any more.
        return Ok(());
    }
    let header = signature::sign(
        state.keys.sandbox_webhook.expose(),
        body.as_bytes(),
        state.clock.now(),
    );
    receive(state, body.as_bytes(), Some(&header)).await
}

fn bad_signature() -> ApiError {
    ApiError::new(
        http::StatusCode::BAD_REQUEST,
        "bad_signature",
        "The signature of this event is not right.",
    )
}
