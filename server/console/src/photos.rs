//! Photos of a booking or a dispute, as operators see them. Whoever looks at one is on record.

use axum::response::{IntoResponse as _, Response};
use http::header;
use leptos::prelude::*;

use super::reading::Reading;
use callout_base::audit;
use callout_domain::audit::{Act, Entry, Subject};
use callout_domain::failure::{Failure, Fallible};
use callout_front::state::AppState;
use callout_store::uploads;

/// What a photo is part of: its kind as the audit log names it, and its id.
pub(super) type Of = (&'static str, String);

/// Pictures side by side, each a link to itself. `page` is the page of what they are part of.
pub(super) fn pictures(page: &str, photos: &[String]) -> AnyView {
    let count = photos.len();
    let pictures: Vec<AnyView> = (1..)
        .zip(photos)
        .map(|(number, photo)| {
            let address = format!("{page}/photos/{photo}");
            let picture = address.clone();
            let words = format!("Photo {number} of {count}");
            view! { <a href=address><img src=picture alt=words loading="lazy" /></a> }.into_any()
        })
        .collect();
    view! { <div class="photos">{pictures}</div> }.into_any()
}

/// The file of a photo. The caller knows that it is part of `of`.
///
/// # Errors
/// 404 when it is gone.
pub(super) async fn file(state: &AppState, reading: &Reading, photo: String, of: Of) -> Fallible<Response> {
    let upload = uploads::find(&mut state.db.read().await?, &photo).await?;
    let upload = upload.ok_or_else(nothing)?;
    let bytes = state.photos.read(&upload.id).await?.ok_or_else(nothing)?;
    let (by, now, (kind, id)) = (reading.by(), state.clock.now(), of);
    // The subject is the photo: who looks at it changes nothing of what it is part of, so nobody's form is out of date by it.
    let entry = Entry::new(Act::DocumentViewed, Subject::Document(photo)).is(kind, id);
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

/// 404 for a photo that is not there, or not part of what the address names.
pub(super) fn nothing() -> Failure {
    Failure::not_found("There is no such photo.")
}
