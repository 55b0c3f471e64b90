//! Papers of a pro. Only that pro, and later an operator, ever gets a file, and as an attachment that no browser runs.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use crate::views::document::DocumentView;
use callout_domain::clock::Millis;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::master_document::DocumentKind;
use callout_domain::problem::Problem;
use callout_front::extract::{Form, Master as MasterCaller, MasterForm, Path};
use callout_front::state::AppState;
use callout_people::documents::NewDocument;
use callout_store::master_documents::MasterDocument;

/// Nothing in the file may run or load anything, wherever it is opened.
const SANDBOX: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

/// A form with one document.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
#[schema(rename_all = "camelCase")]
pub struct DocumentForm {
    /// What it proves.
    kind: DocumentKind,
    /// A PDF that is neither damaged nor encrypted, or a JPEG, PNG or WebP photo of at most 50 million pixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
    /// The last day it is valid, after today in London; required for `gas_safe` and `electrical`.
    #[schema(format = Date)]
    expires_on: Option<String>,
}

/// The documents of a pro.
#[derive(Serialize, ToSchema)]
pub struct DocumentList {
    /// Newest first.
    items: Vec<DocumentView>,
}

/// Keeps a document until an operator has looked at it. It takes the place of one of its kind that is not verified. Photos are
/// re-encoded, PDFs are kept as they are.
#[utoipa::path(
    post, path = "/api/masters/documents", tag = "Masters",
    request_body(content = DocumentForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = DocumentView),
        (status = 401, body = Problem),
        (status = 409, body = Problem, description = "`too_many_documents`"),
        (status = 413, body = Problem, description = "More than 10 MB"),
        (status = 415, body = Problem, description = "Neither PDF, JPEG, PNG nor WebP"),
        (status = 422, body = Problem, description = "A field is missing or wrong; a PDF that is damaged or encrypted"),
        (status = 429, body = Problem, description = "Too many files in an hour, or at once"),
    )
)]
pub async fn upload(
    State(state): State<AppState>,
    sent: MasterForm,
) -> Fallible<(StatusCode, axum::Json<DocumentView>)> {
    let now = state.clock.now();
    let new = parse(sent.form, now)?;
    let document = state.documents.add(&sent.master.id, new).await?;
    Ok((StatusCode::CREATED, axum::Json(DocumentView::of(document, now))))
}

fn parse(form: Form, now: Millis) -> Fallible<NewDocument> {
    let text = |name: &str| form.text(name).map(str::trim);
    let kind = text("kind")
        .and_then(DocumentKind::parse)
        .ok_or_else(|| Failure::field("kind", "Please choose what kind of document this is."))?;
    let expires_on = kind
        .last_day(text("expiresOn"), now)
        .map_err(|message| Failure::field("expiresOn", message))?;
    let file = form
        .file
        .ok_or_else(|| Failure::field("file", "Please choose a file."))?;
    Ok(NewDocument {
        kind,
        expires_on,
        file,
    })
}

/// The caller's documents.
#[utoipa::path(
    get, path = "/api/masters/documents", tag = "Masters",
    responses((status = 200, body = DocumentList), (status = 401, body = Problem))
)]
pub async fn list(State(state): State<AppState>, caller: MasterCaller) -> Fallible<axum::Json<DocumentList>> {
    let now = state.clock.now();
    let documents = state.documents.of(&caller.id).await?;
    let items = documents
        .into_iter()
        .map(|document| DocumentView::of(document, now));
    Ok(axum::Json(DocumentList {
        items: items.collect(),
    }))
}

/// Deletes a document of the caller and its file.
#[utoipa::path(
    delete, path = "/api/masters/documents/{id}", tag = "Masters",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 204, description = "It is gone"),
        (status = 401, body = Problem),
        (status = 404, body = Problem),
        (status = 409, body = Problem, description = "`document_verified`: it stays on record"),
    )
)]
pub async fn delete(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<StatusCode> {
    state.documents.delete(&caller.id, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The file of a document of the caller.
#[utoipa::path(
    get, path = "/api/masters/documents/{id}/file", tag = "Masters",
    params(("id" = String, Path, description = "The document")),
    responses(
        (status = 200, description = "A PDF or a JPEG, as an attachment", content_type = "application/octet-stream"),
        (status = 401, body = Problem),
        (status = 404, body = Problem),
    )
)]
pub async fn file(
    State(state): State<AppState>,
    Path(id): Path<String>,
    caller: MasterCaller,
) -> Fallible<Response> {
    let (document, bytes) = state.documents.file(&caller.id, &id).await?;
    Ok(attachment(&document, bytes))
}

fn attachment(document: &MasterDocument, bytes: Bytes) -> Response {
    let (media_type, name) = match document.media_type.as_deref() {
        Some("application/pdf") => ("application/pdf", "attachment; filename=\"document.pdf\""),
        Some("image/jpeg") => ("image/jpeg", "attachment; filename=\"document.jpg\""),
        _ => ("application/octet-stream", "attachment; filename=\"document\""),
    };
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static(name));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    headers.insert(header::CONTENT_SECURITY_POLICY, SANDBOX);
    response
}
