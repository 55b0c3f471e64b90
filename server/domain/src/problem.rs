//! How a failure is answered over HTTP: RFC 9457 `application/problem+json` with a code for programs and a sentence for people. It stands
//! here, below HTTP, because a trait of axum's can be given to [`Failure`] in its own crate alone.

use std::collections::BTreeMap;

use axum_core::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::failure::{Failure, FailureKind};

/// The body of every error answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: `status` gives the kind of problem, `code` the exact one.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The standard phrase for the status.
    pub title: String,
    /// HTTP status code.
    pub status: u16,
    /// The sentence to show to people.
    pub detail: String,
    /// Machine-readable code.
    pub code: String,
    /// Message by field, for 422.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub errors: BTreeMap<String, String>,
    /// Extra members of this problem.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

impl From<&Failure> for Problem {
    fn from(failure: &Failure) -> Self {
        let status = status(failure.kind);
        Self {
            kind: "about:blank",
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            detail: failure.detail.clone(),
            code: failure.code.to_owned(),
            errors: failure.errors.clone(),
            extra: failure.extra.clone(),
        }
    }
}

/// The HTTP status for this kind of failure.
#[must_use]
pub const fn status(kind: FailureKind) -> StatusCode {
    match kind {
        FailureKind::BadRequest => StatusCode::BAD_REQUEST,
        FailureKind::Unauthorised => StatusCode::UNAUTHORIZED,
        FailureKind::PaymentRefused => StatusCode::PAYMENT_REQUIRED,
        FailureKind::Forbidden => StatusCode::FORBIDDEN,
        FailureKind::NotFound => StatusCode::NOT_FOUND,
        FailureKind::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        FailureKind::Timeout => StatusCode::REQUEST_TIMEOUT,
        FailureKind::Conflict => StatusCode::CONFLICT,
        FailureKind::Gone => StatusCode::GONE,
        FailureKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        FailureKind::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        FailureKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
        FailureKind::TooMany => StatusCode::TOO_MANY_REQUESTS,
        FailureKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        FailureKind::ProviderUnavailable => StatusCode::BAD_GATEWAY,
        FailureKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        self.log();
        let Ok(body) = serde_json::to_vec(&Problem::from(&self)) else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let mut response = (status(self.kind), body).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if self.kind == FailureKind::Unauthorised {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}
