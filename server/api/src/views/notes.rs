//! What a pro keeps about a job for themselves.

use serde::Serialize;
use utoipa::ToSchema;

use super::photo::photo_url;
use callout_domain::time;
use callout_store::job_notes::JobNotes;

/// What the pro keeps of a job; nobody but they and operators see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = JobNotes)]
#[serde(rename_all = "camelCase")]
pub struct NotesView {
    /// Words.
    text: String,
    /// Addresses of photos from before the work; fetched with the bearer token.
    photos: Vec<String>,
    /// When they last changed, ISO 8601.
    changed_at: String,
}

impl From<JobNotes> for NotesView {
    fn from(notes: JobNotes) -> Self {
        Self {
            text: notes.text,
            photos: notes.photos.0.iter().map(|id| photo_url(id)).collect(),
            changed_at: time::iso(notes.changed_at),
        }
    }
}
