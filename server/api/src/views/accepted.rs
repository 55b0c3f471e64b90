//! The answer to what is done later: 202 `{ok: true}`, whatever is known about the caller.

use axum::response::{IntoResponse, Response};
use http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

/// It will be done, if there is anything to do.
#[derive(Serialize, ToSchema)]
pub struct Accepted {
    /// Always true.
    ok: bool,
}

impl IntoResponse for Accepted {
    fn into_response(self) -> Response {
        (StatusCode::ACCEPTED, axum::Json(self)).into_response()
    }
}

impl Accepted {
    /// The answer.
    #[must_use]
    pub const fn answer() -> Self {
        Self { ok: true }
    }
}
