//! Prices without a booking: price book, estimates, classification, refined price, the pro's share.

use callout_domain::failure::{Failure, Fallible};
use std::sync::Arc;

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderMap, StatusCode, header};
use pricing_core::calendar::ClockTime;
use pricing_core::classification::{self, ClassificationAnswer};
use pricing_core::danger::{self, DangerAnswer};
use pricing_core::estimate::{self, Estimate, EstimateInput};
use pricing_core::fee::{self, Fee};
use pricing_core::postcode::Prefix;
use pricing_core::refine::{self, RefinedPrice};
use pricing_core::{Pence, Urgency};
use serde::Deserialize;
use utoipa::ToSchema;

use callout_base::telemetry;
use callout_booking::books::Current;
use callout_domain::letters;
use callout_domain::pounds::Pounds;
use callout_domain::problem::Problem;
use callout_front::accept_encoding::takes;
use callout_front::extract::Caller;
use callout_front::extract::{Form, Json, Query};
use callout_front::state::AppState;

/// Longest text to classify, in characters; the core reads no further.
pub const TEXT_LIMIT: usize = 10_000;

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
    if takes(&headers, "gzip") {
        let coding = [(header::CONTENT_ENCODING, "gzip")];
        return Ok((validators, kind, coding, current.gzipped.clone()).into_response());
    }
    Ok((validators, kind, current.json.clone()).into_response())
}

/// True when the caller already has these bytes. Compression makes the tag weak, which makes no difference here.
fn is_known(headers: &HeaderMap, current: &Arc<Current>) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(|tag| tag.trim().trim_start_matches("W/"))
        .any(|tag| tag == "*" || tag == current.etag)
}

/// A description to estimate, with an optional photo.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
#[schema(rename_all = "camelCase")]
pub struct EstimateForm {
    /// What is to be done, as the client says it.
    text: String,
    /// Prefix or full postcode.
    postcode: String,
    /// A quick fix from the create screen.
    quick_fix: Option<String>,
    /// A problem type, taken from an alternative.
    problem_type_to_use: Option<String>,
    /// What was answered to the questions about danger: a JSON array of `{kind, yes}`.
    danger_answers: Option<String>,
    /// A photo; it never affects the price.
    #[schema(value_type = Option<String>, format = Binary)]
    file: Option<String>,
}

/// An estimate, and the address of its photo.
#[derive(serde::Serialize, ToSchema)]
pub struct EstimateAnswer<'b> {
    /// The estimate.
    #[serde(flatten)]
    estimate: Estimate<'b>,
    /// The stored photo, if one was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    photo_url: Option<String>,
}

/// Estimates a job from its description.
#[utoipa::path(
    post, path = "/api/ai/estimate", tag = "Pricing",
    request_body(content = EstimateForm, content_type = "multipart/form-data"),
    responses((status = 200, body = EstimateAnswer<'_>), (status = 408, body = Problem), (status = 413, body = Problem), (status = 415, body = Problem),
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
        text: letters::plain_text(required("text")?),
        postcode: required("postcode")?.into(),
        quick_fix: form.text("quickFix").map(Into::into),
        problem_type: form.text("problemTypeToUse").map(Into::into),
        danger_answers: danger_answers(&form)?,
    };
    let estimate = estimate::estimate(&current.book, &input)?;
    for answer in danger::answered(&input.text, input.danger_answers.as_deref().unwrap_or_default()) {
        let yes = if answer.yes { "yes" } else { "no" };
        metrics::counter!(telemetry::DANGER_ANSWERS, "kind" => answer.kind.code(), "answer" => yes)
            .increment(1);
    }
    let photo_url = match form.file {
        Some(photo) => Some(state.photos.store(&caller.key, photo).await?),
        None => None,
    };
    Ok(axum::Json(EstimateAnswer { estimate, photo_url }).into_response())
}

/// The answers to questions about danger, which the form holds as JSON.
fn danger_answers(form: &Form) -> Fallible<Option<Vec<DangerAnswer>>> {
    let unreadable = |_| Failure::field("dangerAnswers", "These are no answers to questions about danger.");
    form.text("dangerAnswers")
        .map(|text| serde_json::from_str(text).map_err(unreadable))
        .transpose()
}

/// A text to classify.
#[derive(Deserialize, ToSchema)]
pub struct ClassifyRequest {
    /// What the client wrote.
    text: String,
}

async fn classify(state: &AppState, request: &ClassifyRequest) -> Fallible<axum::Json<ClassificationAnswer>> {
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
    let current = state.books.current().await?;
    Ok(axum::Json(classification::classification(&current.book, text)))
}

/// What a description is probably about.
#[utoipa::path(
    post, path = "/api/ai/classify-description", tag = "Pricing", request_body = ClassifyRequest,
    responses((status = 200, body = ClassificationAnswer), (status = 422, body = Problem))
)]
pub async fn classify_description(
    State(state): State<AppState>,
    Json(request): Json<ClassifyRequest>,
) -> Fallible<axum::Json<ClassificationAnswer>> {
    classify(&state, &request).await
}

/// The trades that a description needs.
#[utoipa::path(
    post, path = "/api/ai/classify-trades", tag = "Pricing", request_body = ClassifyRequest,
    responses((status = 200, body = ClassificationAnswer), (status = 422, body = Problem))
)]
pub async fn classify_trades(
    State(state): State<AppState>,
    Json(request): Json<ClassifyRequest>,
) -> Fallible<axum::Json<ClassificationAnswer>> {
    classify(&state, &request).await
}

/// Input to the 'Your price' card.
#[derive(Deserialize, ToSchema)]
pub struct RefineRequest {
    /// Prefix or full postcode.
    postcode: String,
    /// How soon.
    urgency: Urgency,
    /// London time, such as `18:30`.
    #[serde(default)]
    time: Option<String>,
    /// The estimate in pounds; £85 if omitted.
    #[serde(default, rename = "baseGBP")]
    #[schema(value_type = Option<f64>)]
    base: Option<Pounds>,
}

/// The price adjusted for urgency and time of day.
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

/// The pro's share of a price.
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
