//! The API's own description: the OpenAPI document, and a self-contained HTML page of it.

mod common;
mod complete;
pub mod inputs;
mod page;
mod shape;

use callout_domain::failure::{Failure, Fallible};
use std::sync::OnceLock;

use axum::Extension;
use axum::response::Html;
use bytes::Bytes;
use http::{HeaderValue, header};
use utoipa::openapi::OpenApi;

pub(crate) use complete::complete;

/// Makes the document of the route table; the router puts it in.
#[derive(Clone, Copy)]
pub struct Source(pub fn() -> OpenApi);

/// The OpenAPI 3.1 document.
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "Operations",
    responses((status = 200, description = "This document", content_type = "application/json"))
)]
pub async fn openapi(
    Extension(source): Extension<Source>,
) -> Fallible<([(header::HeaderName, HeaderValue); 2], Bytes)> {
    static TEXT: OnceLock<Bytes> = OnceLock::new();
    let text = made_once(&TEXT, || (source.0)().to_pretty_json())?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, text))
}

/// The same document as an HTML page.
#[utoipa::path(
    get, path = "/api/docs", tag = "Operations",
    responses((status = 200, description = "The document as a page", content_type = "text/html"))
)]
pub async fn docs(Extension(source): Extension<Source>) -> Fallible<Html<Bytes>> {
    static PAGE: OnceLock<Bytes> = OnceLock::new();
    made_once(&PAGE, || {
        let document = serde_json::to_value((source.0)())?;
        Ok(page::render(&document))
    })
    .map(Html)
}

/// Makes a value for the first caller and keeps it for the rest, since it is the same for everybody.
///
/// # Errors
/// When it cannot be made.
pub fn made_once(
    made: &OnceLock<Bytes>,
    make: impl FnOnce() -> Result<String, serde_json::Error>,
) -> Fallible<Bytes> {
    if let Some(made) = made.get() {
        return Ok(made.clone());
    }
    let text = make().map_err(Failure::internal)?;
    Ok(made.get_or_init(|| text.into()).clone())
}
