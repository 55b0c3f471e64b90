//! The file of a document, shown in its page. Every view is written down.

use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, header};

use super::super::reading::Reading;
use callout_domain::failure::Fallible;
use callout_front::extract::Path;
use callout_front::state::AppState;

/// A picture may be drawn, and nothing else.
const PICTURE: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);
/// The browser's own viewer, which draws a PDF, does not work in a sandbox.
const PDF: HeaderValue =
    HeaderValue::from_static("base-uri 'none'; form-action 'none'; frame-ancestors 'self'");

pub(in super::super) async fn file(
    State(state): State<AppState>,
    Path(id): Path<String>,
    reading: Reading,
) -> Fallible<Response> {
    let (document, bytes) = state.documents.open(&id, reading.by()).await?;
    let (media_type, disposition, policy) = match document.media_type.as_deref() {
        Some("application/pdf") => ("application/pdf", "inline; filename=\"document.pdf\"", PDF),
        Some("image/jpeg") => ("image/jpeg", "inline; filename=\"document.jpg\"", PICTURE),
        _ => (
            "application/octet-stream",
            "attachment; filename=\"document\"",
            PICTURE,
        ),
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(disposition));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
