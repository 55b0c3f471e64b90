//! Where photos and pictures are served.

/// The address that serves a photo.
#[must_use]
pub fn photo_url(upload_id: &str) -> String {
    format!("/api/files/{upload_id}")
}

/// Where a pro's public picture is served.
#[must_use]
pub fn picture_url(id: &str) -> String {
    format!("/api/masters/pictures/{id}")
}
