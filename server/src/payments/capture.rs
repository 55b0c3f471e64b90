//! Capturing a hold, in whole or in part.

use super::settle;
use crate::ApiResult;
use crate::state::AppState;

/// Captures `amount_pence` of an authorised payment, at most what was authorised, and lets the rest go.
/// Repeated with the same amount it changes nothing; what counts is what the provider says it captured.
///
/// # Errors
/// 502 `payment_unavailable` when the provider cannot be reached or refuses.
pub async fn capture(state: &AppState, payment_id: &str, amount_pence: i64) -> ApiResult<()> {
    let intent = state.payments.capture(payment_id, amount_pence).await?;
    settle::take_over(state, &intent, None).await
}
