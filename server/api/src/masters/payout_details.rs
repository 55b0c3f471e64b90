//! The bank details of the signed-in pro, which the payment provider keeps.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::payout::DetailsState;
use callout_domain::problem::Problem;
use callout_front::extract::{Master, MayPay, ProvedMaster};
use callout_front::state::AppState;

/// Where to give bank details.
#[derive(Serialize, ToSchema)]
pub struct DetailsPage {
    /// The provider's page; it works once and for a few minutes.
    url: String,
}

/// How the bank details stand.
#[derive(Serialize, ToSchema)]
pub struct PayoutDetails {
    /// Whether the payment provider has them.
    details: DetailsState,
}

/// The payment provider's page where the signed-in pro gives bank details, or changes those that it has. The first sends the pro back to
/// `/master/payouts`. Payouts are reviewed for 72 hours after a change.
#[utoipa::path(
    post, path = "/api/masters/payouts/details", tag = "Masters",
    responses((status = 200, body = DetailsPage), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem, description = "`email_not_proved`; `fresh_code_required`: enter a code by `channel` (`email`) in this session first"),
        (status = 502, body = Problem, description = "`payment_unavailable`"))
)]
pub async fn begin(
    State(state): State<AppState>,
    _may_pay: MayPay,
    _proved: ProvedMaster,
    master: Master,
) -> Fallible<axum::Json<DetailsPage>> {
    state.accounts.expect_fresh(&master.clone().into()).await?;
    let url = state.payouts.details_page(&master.id).await?.into();
    Ok(axum::Json(DetailsPage { url }))
}

/// Asks the payment provider whether it has the signed-in pro's bank details now. To be called when the pro comes back from its page.
#[utoipa::path(
    post, path = "/api/masters/payouts/details/refresh", tag = "Masters",
    responses((status = 200, body = PayoutDetails), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 502, body = Problem, description = "`payment_unavailable`"))
)]
pub async fn refresh(
    State(state): State<AppState>,
    _may_pay: MayPay,
    master: Master,
) -> Fallible<axum::Json<PayoutDetails>> {
    let details = state.payouts.refresh_details(&master.id).await?;
    Ok(axum::Json(PayoutDetails { details }))
}
