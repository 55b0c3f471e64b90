//! Coupons: what a code is worth to the caller.

use axum::extract::State;
use pricing_core::Pence;
use pricing_core::coupon::CouponAnswer;
use serde::Deserialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_front::extract::{Json, MaybeClient};
use callout_front::state::AppState;

/// A coupon to check.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponRequest {
    /// As it was typed.
    code: String,
    /// The amount before the coupon, pence.
    amount_pence: i64,
    /// `GBP`.
    currency: String,
    /// The draft being priced: a coupon that it holds still counts as available.
    #[serde(default)]
    draft_id: Option<String>,
}

/// What a coupon is worth on an amount. That it is not valid is a normal answer, too.
#[utoipa::path(
    post, path = "/api/coupons/validate", tag = "Pricing", request_body = CouponRequest,
    security((), ("bearer" = [])),
    responses((status = 200, body = CouponAnswer), (status = 422, body = Problem))
)]
pub async fn validate(
    State(state): State<AppState>,
    MaybeClient(client): MaybeClient,
    Json(request): Json<CouponRequest>,
) -> Fallible<axum::Json<CouponAnswer>> {
    let answer = state.quoting.check_coupon(
        client.as_ref().map(|client| client.id.as_str()),
        &request.code,
        Pence(request.amount_pence),
        &request.currency,
        request.draft_id.as_deref().unwrap_or_default(),
    );
    answer.await.map(axum::Json)
}
