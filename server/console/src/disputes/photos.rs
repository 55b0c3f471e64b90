//! A photo that one side of a dispute has added.

use axum::extract::{Path, State};
use axum::response::Response;

use super::super::photos::{file, nothing};
use super::super::reading::Reading;
use callout_domain::failure::Fallible;
use callout_front::state::AppState;
use callout_store::disputes::{self, Dispute};
use callout_store::from_json;

pub(in super::super) async fn photo(
    State(state): State<AppState>,
    Path((id, photo)): Path<(String, String)>,
    reading: Reading,
) -> Fallible<Response> {
    let dispute = disputes::find(&mut state.db.read().await?, &id).await?;
    if !all_of(&dispute.ok_or_else(nothing)?)?.contains(&photo) {
        return Err(nothing());
    }
    file(&state, &reading, photo, ("dispute", id)).await
}

/// The ids of both sides' photos.
fn all_of(dispute: &Dispute) -> Fallible<Vec<String>> {
    let mut all: Vec<String> = from_json(&dispute.photos)?;
    all.extend(from_json::<Vec<String>>(&dispute.answer_photos)?);
    Ok(all)
}
