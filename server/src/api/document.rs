//! The API's own description: the OpenAPI document, and a page of it for people that needs nothing from elsewhere.

mod complete;
mod page;
mod shape;

use crate::domain::failure::{Failure, Fallible};
use std::sync::OnceLock;

use axum::response::Html;
use bytes::Bytes;
use http::{HeaderValue, header};

pub(crate) use complete::complete;

/// The OpenAPI 3.1 document.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "Operations",
    responses((status = 200, description = "This document", content_type = "application/json"))
)]
pub async fn openapi() -> Fallible<([(header::HeaderName, HeaderValue); 2], Bytes)> {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    let text = match TEXT.get() {
        Some(text) => text.clone(),
        None => {
            let made = crate::router::openapi()
                .to_pretty_json()
                .map_err(Failure::internal)?;
            TEXT.get_or_init(|| made.into()).clone()
        }
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, text))
}

/// The same as a page to read.
#[utoipa::path(
    get, path = "/api/docs", tag = "Operations",
    responses((status = 200, description = "The document as a page", content_type = "text/html"))
)]
pub async fn docs() -> Fallible<Html<String>> {
    let document = serde_json::to_value(crate::router::openapi()).map_err(Failure::internal)?;
    Ok(Html(page::render(&document)))
}
