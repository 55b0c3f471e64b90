//! The file of a document, for its page: a picture is drawn there, a PDF is saved. Every view is written down.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, header};

use super::super::reading::Reading;
use callout_domain::failure::Fallible;
use callout_front::extract::Path;
use callout_front::state::AppState;

/// Nothing in it may run, load or be framed.
const POLICY: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

pub(in super::super) async fn file(
    State(state): State<AppState>,
    Path(id): Path<String>,
    reading: Reading,
) -> Fallible<Response> {
    let (document, bytes) = state.documents.open(&id, reading.by()).await?;
    let (media_type, disposition) = match document.media_type.as_deref() {
        Some("application/pdf") => ("application/pdf", "attachment; filename=\"document.pdf\""),
        Some("image/jpeg") => ("image/jpeg", "attachment; filename=\"document.jpg\""),
        _ => ("application/octet-stream", "attachment; filename=\"document\""),
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY);
    Ok(response)
}
