//! A photo that one side of a dispute has added. Whoever looks at it is on record.

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use http::header;

use super::super::reading::Reading;
use crate::audit;
use crate::domain::audit::{Act, Entry, Subject};
use crate::domain::failure::{Failure, Fallible};
use crate::state::AppState;
use crate::store::disputes::{self as rows, Dispute};
use crate::store::{from_json, uploads};

pub(in super::super) async fn photo(
    State(state): State<AppState>,
    Path((id, photo)): Path<(String, String)>,
    reading: Reading,
) -> Fallible<Response> {
    let mut connection = state.db.read().await?;
    let dispute = rows::find(&mut connection, &id).await?.ok_or_else(nothing)?;
    if !all_of(&dispute)?.contains(&photo) {
        return Err(nothing());
    }
    let upload = uploads::find(&mut connection, &photo)
        .await?
        .ok_or_else(nothing)?;
    drop(connection);
    let bytes = state.photos.read(&upload.id).await?.ok_or_else(nothing)?;
    let (by, now) = (reading.by(), state.clock.now());
    // The subject is the photo: who looks at it changes nothing of the dispute, so nobody's form is out of date by it.
    let entry = Entry::new(Act::DocumentViewed, Subject::Document(photo)).is("dispute", id);
    let noted = state
        .db
        .write(move |connection| Box::pin(async move { audit::note(connection, &by, &entry, now).await }));
    noted.await?;
    let headers = [
        (header::CONTENT_TYPE, upload.media_type),
        (header::CACHE_CONTROL, "private, no-store".to_owned()),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; sandbox".to_owned(),
        ),
    ];
    Ok((headers, bytes).into_response())
}

/// The ids of both sides' photos.
fn all_of(dispute: &Dispute) -> Fallible<Vec<String>> {
    let mut all: Vec<String> = from_json(&dispute.photos)?;
    all.extend(from_json::<Vec<String>>(&dispute.answer_photos)?);
    Ok(all)
}

fn nothing() -> Failure {
    Failure::not_found("There is no such photo.")
}
