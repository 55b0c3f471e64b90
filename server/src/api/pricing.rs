//! Prices without a booking: the price book, estimates, classification, the refined price, the pro's share.

use crate::domain::failure::{Failure, Fallible};
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, StatusCode, header};
use pricing_core::calendar::ClockTime;
use pricing_core::classification::{self, ClassificationAnswer};
use pricing_core::estimate::{self, Estimate, EstimateInput};
use pricing_core::fee::{self, Fee};
use pricing_core::postcode::Prefix;
use pricing_core::refine::{self, RefinedPrice};
use pricing_core::{Pence, Urgency};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::books::Current;
use crate::domain::pounds::Pounds;
use crate::error::Problem;
use crate::extract::Caller;
use crate::extract::{Form, Json, Query};
use crate::limits;
use crate::state::AppState;
use crate::web;

/// Longest text that is classified, characters (the core reads no further).
const TEXT_LIMIT: usize = 10_000;

/// The price book in force.
#[utoipa::path(
    get, path = "/api/pricing/book", tag = "Pricing",
    params(("If-None-Match" = Option<String>, Header)),
    responses((status = 200, body = Object, description = "The versioned price book; `ETag` names its bytes"), (status = 304))
)]
pub async fn book(State(state): State<AppState>, headers: HeaderMap) -> Fallible<Response> {
    let current = state.books.current().await?;
    let validators = [
        (header::ETAG, current.etag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if is_known(&headers, &current) {
        return Ok((StatusCode::NOT_MODIFIED, validators).into_response());
    }
    let kind = [(header::CONTENT_TYPE, "application/json")];
    if web::takes(&headers, "gzip") {
        let coding = [(header::CONTENT_ENCODING, "gzip")];
        return Ok((validators, kind, coding, current.gzipped.clone()).into_response());
    }
    Ok((validators, kind, current.json.clone()).into_response())
}

/// True when the caller has these bytes already; compression makes a tag weak, which matters to nobody here.
fn is_known(headers: &HeaderMap, current: &Arc<Current>) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == current.etag)
}

/// A description to estimate, with a photo perhaps.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
#[schema(rename_all = "camelCase")]
pub struct EstimateForm {
    /// 3 to 500 characters.
    text: String,
    /// Prefix or full postcode.
    postcode: String,
    /// A quick fix of the create screen.
    quick_fix: Option<String>,
    /// A problem type, from an alternative.
    problem_type_to_use: Option<String>,
    /// A photo; it never changes the price.
    #[schema(value_type = Option<String>, format = Binary)]
    file: Option<String>,
}

/// An estimate, and where the photo is: the answer's description, which the core writes itself.
#[derive(serde::Serialize, ToSchema)]
pub struct EstimateAnswer<'b> {
    /// The estimate.
    #[serde(flatten)]
    estimate: Estimate<'b>,
    /// The stored photo, if one was sent.
    photo_url: Option<String>,
}

/// Estimates a job from its description.
#[utoipa::path(
    post, path = "/api/ai/estimate", tag = "Pricing",
    request_body(content = EstimateForm, content_type = "multipart/form-data"),
    responses((status = 200, body = EstimateAnswer<'_>), (status = 413, body = Problem), (status = 415, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))
)]
pub async fn estimate(State(state): State<AppState>, caller: Caller, form: Form) -> Fallible<Response> {
    let required = |name: &str| {
        form.texts
            .get(name)
            .map(String::as_str)
            .ok_or_else(|| Failure::field(name, "This field is required."))
    };
    let current = state.books.current().await?;
    let input = EstimateInput {
        text: required("text")?,
        postcode: required("postcode")?,
        quick_fix: form.text("quickFix"),
        problem_type: form.text("problemTypeToUse"),
    };
    let estimate = estimate::estimate(&current.book, &input)?;
    let photo_url = match form.file {
        Some(bytes) => {
            state
                .limits
                .count_address(limits::UPLOADS, caller.address(), state.clock.now())?;
            Some(state.photos.store(&caller.key, bytes).await?)
        }
        None => None,
    };
    let mut json = serde_json::to_string(&estimate).map_err(Failure::internal)?;
    if let Some(url) = photo_url {
        json.truncate(json.len().saturating_sub(1));
        json.push_str(&format!(",\"photo_url\":{}}}", serde_json::json!(url)));
    }
    Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response())
}

/// A text to classify.
#[derive(Deserialize, ToSchema)]
pub struct ClassifyRequest {
    /// What the client wrote.
    text: String,
}

fn classify(request: &ClassifyRequest) -> Fallible<axum::Json<ClassificationAnswer>> {
    let text = request.text.trim();
    if text.is_empty() {
        return Err(Failure::field("text", "This field is required."));
    }
    if text.chars().count() > TEXT_LIMIT {
        return Err(Failure::field(
            "text",
            format!("Use at most {TEXT_LIMIT} characters."),
        ));
    }
    Ok(axum::Json(classification::classification(text)))
}

/// What a description seems to be about.
#[utoipa::path(
    post, path = "/api/ai/classify-description", tag = "Pricing", request_body = ClassifyRequest,
    responses((status = 200, body = ClassificationAnswer), (status = 422, body = Problem))
)]
pub async fn classify_description(
    Json(request): Json<ClassifyRequest>,
) -> Fallible<axum::Json<ClassificationAnswer>> {
    classify(&request)
}

/// The trades that a description calls for.
#[utoipa::path(
    post, path = "/api/ai/classify-trades", tag = "Pricing", request_body = ClassifyRequest,
    responses((status = 200, body = ClassificationAnswer), (status = 422, body = Problem))
)]
pub async fn classify_trades(
    Json(request): Json<ClassifyRequest>,
) -> Fallible<axum::Json<ClassificationAnswer>> {
    classify(&request)
}

/// What the 'Your price' card is made from.
#[derive(Deserialize, ToSchema)]
pub struct RefineRequest {
    /// Prefix or full postcode.
    postcode: String,
    /// How soon.
    urgency: Urgency,
    /// `18:30` on London's clocks.
    #[serde(default)]
    time: Option<String>,
    /// The estimate in pounds; £85 without one.
    #[serde(default, rename = "baseGBP")]
    #[schema(value_type = Option<f64>)]
    base: Option<Pounds>,
}

/// The price refined by urgency and time of day.
#[utoipa::path(
    post, path = "/api/price/refine", tag = "Pricing", request_body = RefineRequest,
    responses((status = 200, body = RefinedPrice), (status = 422, body = Problem))
)]
pub async fn refine(
    State(state): State<AppState>,
    Json(request): Json<RefineRequest>,
) -> Fallible<axum::Json<RefinedPrice>> {
    let current = state.books.current().await?;
    Prefix::parse_any(&request.postcode)?;
    let time = request.time.as_deref().map(str::parse::<ClockTime>).transpose()?;
    Ok(axum::Json(refine::refine(
        &current.book,
        request.urgency,
        time,
        request.base.map(|base| base.0),
    )?))
}

/// A price.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FeeQuery {
    /// Pence.
    amount_pence: Option<i64>,
}

/// What of a price the pro gets.
#[utoipa::path(
    get, path = "/api/masters/fees", tag = "Pricing", params(("amountPence" = i64, Query)),
    responses((status = 200, body = Fee), (status = 422, body = Problem))
)]
pub async fn fees(State(state): State<AppState>, Query(query): Query<FeeQuery>) -> Fallible<axum::Json<Fee>> {
    let amount = query
        .amount_pence
        .ok_or_else(|| Failure::field("amountPence", "This field is required."))?;
    let current = state.books.current().await?;
    Ok(axum::Json(fee::fee(&current.book, Pence(amount))?))
}
