//! A document of a pro.

use serde::Serialize;
use utoipa::ToSchema;

use callout_domain::clock::Millis;
use callout_domain::master_document::{DocumentKind, DocumentStatus};
use callout_domain::time;
use callout_store::master_documents::MasterDocument;

/// A document of a pro.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MasterDocument)]
pub struct DocumentView {
    /// `document-…`.
    id: String,
    /// What it proves.
    kind: DocumentKind,
    /// Where it stands.
    status: DocumentStatus,
    /// The last day it is valid, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Option::is_none")]
    expires_on: Option<String>,
    /// Why it was rejected.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Number of the registration or policy, as an operator read it.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    /// When it was uploaded, London time with offset.
    uploaded_at: String,
    /// Where its pro can fetch the file; absent when an operator vouched for it without one, and for an identity 30 days after it was
    /// verified.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_url: Option<String>,
}

impl DocumentView {
    /// A document as its pro sees it at `now` (Unix milliseconds).
    #[must_use]
    pub fn of(document: MasterDocument, now: Millis) -> Self {
        let status = document.status(now);
        let file_url = document
            .file_id
            .map(|_| format!("/api/masters/documents/{}/file", document.id));
        Self {
            id: document.id,
            kind: document.kind,
            status,
            expires_on: document.expires_on,
            reason: document.reason,
            number: document.number,
            uploaded_at: time::iso(document.uploaded_at),
            file_url,
        }
    }
}
