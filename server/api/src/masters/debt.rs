//! Paying by card what a pro owes in fees of cash jobs.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Master, MayPay, Path};
use callout_front::state::AppState;

/// A payment to make.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtPayment {
    /// Secret with which the browser pays.
    client_secret: String,
    /// The provider's intent.
    payment_intent_id: String,
    /// Everything that is owed, pence.
    amount_pence: i64,
}

/// Where a payment stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DebtPaid {
    /// True once the pro is credited with it.
    is_paid: bool,
}

/// Opens a payment of everything that the signed-in pro owes. It can be paid for half an hour; the same call again gives the same payment
/// for a quarter of an hour, unless the debt has changed.
#[utoipa::path(
    post, path = "/api/masters/payouts/debt", tag = "Masters",
    responses((status = 200, body = DebtPayment), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem, description = "`nothing_owed`"), (status = 502, body = Problem))
)]
pub async fn open(
    State(state): State<AppState>,
    _may_pay: MayPay,
    master: Master,
) -> Fallible<axum::Json<DebtPayment>> {
    let intent = state.payments.open_debt(&master.id).await?;
    Ok(axum::Json(DebtPayment {
        client_secret: intent.client_secret,
        payment_intent_id: intent.payment_intent_id,
        amount_pence: intent.amount_pence,
    }))
}

/// Where the signed-in pro's own payment stands. The payment provider is asked, so it is settled as soon as the card is accepted.
#[utoipa::path(
    get, path = "/api/masters/payouts/debt/{paymentIntentId}", tag = "Masters",
    params(("paymentIntentId" = String, Path)),
    responses((status = 200, body = DebtPaid), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 502, body = Problem))
)]
pub async fn show(
    State(state): State<AppState>,
    Path(intent): Path<String>,
    master: Master,
) -> Fallible<axum::Json<DebtPaid>> {
    let is_paid = state.payments.debt_is_paid(&master.id, &intent).await?;
    Ok(axum::Json(DebtPaid { is_paid }))
}
