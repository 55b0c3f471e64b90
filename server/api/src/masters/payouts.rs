//! What a pro has earned, and its way to the pro's bank.

use axum::extract::State;
use http::{HeaderMap, StatusCode};
use pricing_core::Pence;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::invoices;
use crate::idempotency_key;
use crate::views::payout::Payout;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::payout::{DetailsState, LEAST_BY_HAND};
use callout_domain::problem::Problem;
use callout_domain::statement::{Month, TaxYear};
use callout_domain::time;
use callout_front::extract::{JsonBytes, Master, MayPay};
use callout_front::state::AppState;
use callout_store::clearing;

/// A pro's money, pence.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Payouts {
    /// Available to the pro; 0 while fees of cash jobs are owed.
    available_pence: i64,
    /// Earned by card and in clearing.
    clearing_pence: i64,
    /// On its way to the bank.
    pending_pence: i64,
    /// Earned by jobs that are disputed.
    frozen_pence: i64,
    /// Fees of cash jobs that the pro owes.
    debt_pence: i64,
    /// With a debt above this, no cash jobs are offered.
    cash_limit_pence: i64,
    /// The least that can be withdrawn by hand.
    least_pence: i64,
    /// When everything available is paid out next, ISO 8601.
    next_payout: String,
    /// Whether the payment provider has the bank details.
    details: DetailsState,
    /// Whether the pro has given the tax details without which nothing is paid out.
    has_tax_details: bool,
    /// The last 50 payouts, the newest first.
    history: Vec<Payout>,
    /// What is in clearing, job by job, the first to become available first.
    clearing: Vec<Clearing>,
    /// Invoices for our fees, the newest first.
    invoices: Vec<invoices::Head>,
    /// Months that have a statement, as `2026-11`, the newest first.
    months: Vec<String>,
    /// Tax years that have a statement, as `2026-27`, the newest first.
    tax_years: Vec<String>,
}

/// What a job has in clearing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Clearing {
    /// The job.
    booking_id: String,
    /// What it is, for people.
    readable_name: String,
    /// Pence, after the platform's fee.
    amount_pence: i64,
    /// When it becomes available, ISO 8601.
    clears_at: String,
}

impl From<clearing::Clearing> for Clearing {
    fn from(row: clearing::Clearing) -> Self {
        Self {
            booking_id: row.booking_id,
            readable_name: row.readable_name,
            amount_pence: row.amount_pence,
            clears_at: time::iso(row.clears_at),
        }
    }
}

/// What the signed-in pro has earned: what is available, what is in clearing (card payments, for 24 hours after the job, or 72), what
/// is on its way to the bank, and what they owe in fees of cash jobs.
#[utoipa::path(
    get, path = "/api/masters/payouts", tag = "Masters",
    responses((status = 200, body = Payouts), (status = 401, body = Problem))
)]
pub async fn show(State(state): State<AppState>, master: Master) -> Fallible<axum::Json<Payouts>> {
    let earned = state.earnings.of(&master.id).await?;
    let overview = state.payouts.of(&master.id).await?;
    let invoices = state.fee_invoices.of(&master.id).await?;
    let available = earned.balance.available_pence;
    Ok(axum::Json(Payouts {
        available_pence: available.max(0),
        clearing_pence: earned.balance.clearing_pence,
        pending_pence: earned.balance.in_transit_pence,
        frozen_pence: earned.balance.frozen_pence,
        debt_pence: (-available).max(0),
        cash_limit_pence: state.matching.rules().debt_limit.0,
        least_pence: LEAST_BY_HAND.0,
        next_payout: time::iso(overview.next_at),
        details: overview.details,
        has_tax_details: overview.has_tax_details,
        history: overview.history.into_iter().map(Payout::from).collect(),
        clearing: earned.clearing.into_iter().map(Clearing::from).collect(),
        invoices: invoices.into_iter().map(invoices::Head::from).collect(),
        months: earned.months.iter().map(Month::to_string).collect(),
        tax_years: earned.tax_years.iter().map(TaxYear::to_string).collect(),
    }))
}

/// An amount to withdraw.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutRequest {
    /// Pence; everything that is available where it is left out.
    amount_pence: Option<i64>,
}

/// Has what is available, or a part of it, sent to the signed-in pro's bank. The same `Idempotency-Key` again gives the same payout.
#[utoipa::path(
    post, path = "/api/masters/payouts/withdraw", tag = "Masters", request_body = PayoutRequest,
    params(("Idempotency-Key" = String, Header)),
    responses((status = 201, body = Payout), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 409, body = Problem, description = "`payout_details_missing`, `balance_held` (suspended), `tax_details_missing`, `payout_open` (one at a time), `balance_too_low`"),
        (status = 422, body = Problem))
)]
pub async fn withdraw(
    State(state): State<AppState>,
    _may_pay: MayPay,
    master: Master,
    headers: HeaderMap,
    bytes: JsonBytes,
) -> Fallible<(StatusCode, axum::Json<Payout>)> {
    let wish: PayoutRequest = bytes.parse()?;
    let key = idempotency_key::read(&headers, &master.id, "/api/masters/payouts/withdraw", &bytes)?
        .ok_or_else(|| {
            Failure::field(
                "Idempotency-Key",
                "Send this header, so that no payout is made twice.",
            )
        })?;
    let payout = state
        .payouts
        .withdraw(&master.id, wish.amount_pence.map(Pence), key)
        .await?;
    Ok((StatusCode::CREATED, axum::Json(payout.into())))
}
