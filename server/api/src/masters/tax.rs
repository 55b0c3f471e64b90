//! The tax details of the signed-in pro.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::failure::Fallible;
use callout_domain::problem::Problem;
use callout_domain::tax::{TaxDetails, TaxInput, masked};
use callout_front::extract::{Json, Master};
use callout_front::state::AppState;

/// Tax details as their pro sees them. Of the numbers only the end is shown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TaxView {
    /// The pro's full name, or the company's.
    legal_name: String,
    /// Home address, or the company's registered one.
    address: String,
    /// As in 1985-04-23.
    birth_date: String,
    /// The end of the National Insurance number.
    #[serde(skip_serializing_if = "Option::is_none")]
    national_insurance: Option<String>,
    /// The end of the Unique Taxpayer Reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    utr: Option<String>,
    /// At Companies House.
    #[serde(skip_serializing_if = "Option::is_none")]
    company_number: Option<String>,
    /// 9 digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    vat_number: Option<String>,
}

impl From<TaxDetails> for TaxView {
    fn from(details: TaxDetails) -> Self {
        Self {
            legal_name: details.legal_name,
            address: details.address,
            birth_date: details.birth_date,
            national_insurance: details.national_insurance.as_deref().map(masked),
            utr: details.utr.as_deref().map(masked),
            company_number: details.company_number,
            vat_number: details.vat_number,
        }
    }
}

/// The tax details; none yet.
#[derive(Serialize, ToSchema)]
pub struct TaxState {
    /// What was given.
    details: Option<TaxView>,
}

/// The tax details that the signed-in pro has given.
#[utoipa::path(
    get, path = "/api/masters/me/tax", tag = "Masters",
    responses((status = 200, body = TaxState), (status = 401, body = Problem))
)]
pub async fn show(State(state): State<AppState>, master: Master) -> Fallible<axum::Json<TaxState>> {
    let details = state.tax.of(&master.id).await?.map(TaxView::from);
    Ok(axum::Json(TaxState { details }))
}

/// Stores the signed-in pro's tax details, in place of earlier ones. They are stored encrypted.
#[utoipa::path(
    put, path = "/api/masters/me/tax", tag = "Masters", request_body = TaxInput,
    responses((status = 200, body = TaxState), (status = 401, body = Problem), (status = 422, body = Problem))
)]
pub async fn give(
    State(state): State<AppState>,
    master: Master,
    Json(input): Json<TaxInput>,
) -> Fallible<axum::Json<TaxState>> {
    let details = state.tax.give(&master.id, &input).await?;
    Ok(axum::Json(TaxState {
        details: Some(details.into()),
    }))
}
