//! Where payment providers deliver their events.

use axum::extract::State;
use callout_domain::failure::{Failure, Fallible};
use http::HeaderMap;

use callout_domain::payment::ProviderName;
use callout_domain::problem::Problem;
use callout_front::extract::{Path, RawBody};
use callout_front::state::AppState;

/// The last part of the path for events about pros' accounts.
const CONNECT: &str = "stripe-connect";

/// Receives a signed event of the configured provider. A replayed event changes nothing.
#[utoipa::path(
    post, path = "/api/payments/webhook/{provider}", tag = "Payment",
    params(("provider" = String, Path, description = "`stripe` or `sandbox`, as configured; `stripe-connect` for events about pros' accounts")),
    request_body(content = Vec<u8>, description = "The provider's event, raw", content_type = "application/json"),
    responses((status = 200), (status = 400, body = Problem), (status = 404, body = Problem))
)]
pub async fn receive(
    State(state): State<AppState>,
    Path(provider): Path<String>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Fallible<()> {
    let signature = headers
        .get(state.payments.provider().signature_header())
        .and_then(|value| value.to_str().ok());
    let configured = state.payments.provider().name();
    if provider == configured.as_str() {
        state.payments.receive_webhook(&body, signature).await
    } else if provider == CONNECT && configured == ProviderName::Stripe {
        state.payouts.receive_webhook(&body, signature).await
    } else {
        Err(Failure::not_found("There is no such payment provider here."))
    }
}
