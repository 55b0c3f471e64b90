//! What goes wrong, told as RFC 9457 `application/problem+json`: a code for programs, a sentence for people.

use std::collections::BTreeMap;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::store::StoreError;

/// A refusal or failure of an API call.
#[derive(Debug, Clone)]
pub struct ApiError {
    /// HTTP status.
    pub status: StatusCode,
    /// Machine-readable code, e.g. `price_changed`.
    pub code: &'static str,
    /// The sentence for people, in the documents' wording where they give one.
    pub detail: String,
    /// Message by field, for 422.
    pub errors: BTreeMap<String, String>,
    /// Seconds until the call may be tried again, for 429.
    pub retry_after: Option<u64>,
    /// Further members of the problem, e.g. `quote` of `price_changed` or `bookingId` of `already_paid`.
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// The body of every error answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// `about:blank`: the status says what kind of problem it is, `code` which one.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The status in words.
    pub title: String,
    /// HTTP status code.
    pub status: u16,
    /// The sentence for people.
    pub detail: String,
    /// Machine-readable code.
    pub code: String,
    /// Message by field, for 422.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, String>,
    /// Further members of this problem.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl ApiError {
    /// An error of `status` with a `code` and a sentence for people.
    pub fn new(status: StatusCode, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            status,
            code,
            detail: detail.into(),
            errors: BTreeMap::new(),
            retry_after: None,
            extra: serde_json::Map::new(),
        }
    }

    /// 422 that names one field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut error = Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message.clone());
        error.errors.insert(field.into(), message);
        error
    }

    /// 422 with a code of its own.
    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, detail)
    }

    /// 409 with a code of its own.
    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, code, detail)
    }

    /// 401: no valid token where one is needed.
    #[must_use]
    pub fn unauthorised() -> Self {
        Self::new(
            StatusCode::UNAUTHORIZED,
            "unauthorised",
            "Please sign in to continue.",
        )
    }

    /// 404: not there, or not the caller's to know of.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", detail)
    }

    /// 429 with the seconds to wait.
    #[must_use]
    pub fn too_many(retry_after: u64) -> Self {
        let mut error = Self::new(
            StatusCode::TOO_MANY_REQUESTS,
            "too_many_requests",
            "Too many requests. Please wait a moment and try again.",
        );
        error.retry_after = Some(retry_after.max(1));
        error
    }

    /// 500; the cause goes to the log, never to the answer.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "internal",
            "Something went wrong on our side. Please try again.",
        )
    }

    /// Adds a further member to the problem.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }

    /// The body of the answer.
    #[must_use]
    pub fn problem(&self) -> Problem {
        Problem {
            kind: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error").to_owned(),
            status: self.status.as_u16(),
            detail: self.detail.clone(),
            code: self.code.to_owned(),
            errors: self.errors.clone(),
            extra: self.extra.clone(),
        }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{} {}: {}",
            self.status.as_u16(),
            self.code,
            self.detail
        )
    }
}

impl std::error::Error for ApiError {}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.problem())).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::internal(error)
    }
}

impl From<pricing_core::PricingError> for ApiError {
    fn from(error: pricing_core::PricingError) -> Self {
        match error.field {
            Some(field) => {
                let mut api = Self::field(field.into_owned(), error.message);
                api.code = error.code;
                api
            }
            None => Self::unprocessable(error.code, error.message),
        }
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(error)
    }
}
