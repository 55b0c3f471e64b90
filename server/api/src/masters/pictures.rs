//! The public pictures of pros.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use utoipa::ToSchema;

use super::profile::{Answer, answer};
use crate::views::master_profile::MasterProfile;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::problem::Problem;
use callout_front::extract::{MasterForm, Path};
use callout_front::state::AppState;
use callout_people::photos;
use callout_store::master_pictures::MasterPicture;

/// A form with one picture.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct PictureForm {
    /// JPEG, PNG or WebP of at most 50 million pixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
}

/// Sets the picture of the caller, re-encoded to at most 512 px; the one before is deleted.
#[utoipa::path(
    post, path = "/api/masters/profile/avatar", tag = "Masters",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem),
        (status = 413, body = Problem, description = "More than 10 MB"),
        (status = 415, body = Problem, description = "Neither JPEG, PNG nor WebP"), (status = 422, body = Problem),
        (status = 429, body = Problem, description = "Too many files in an hour, or at once"))
)]
pub async fn set_avatar(State(state): State<AppState>, sent: MasterForm) -> Answer {
    set(&state, sent, MasterPicture::Avatar).await
}

/// Sets the logo of the caller's business, re-encoded to at most 512 px; the one before is deleted.
#[utoipa::path(
    post, path = "/api/masters/profile/logo", tag = "Masters",
    request_body(content = PictureForm, content_type = "multipart/form-data"),
    responses((status = 200, body = MasterProfile), (status = 401, body = Problem),
        (status = 413, body = Problem, description = "More than 10 MB"),
        (status = 415, body = Problem, description = "Neither JPEG, PNG nor WebP"), (status = 422, body = Problem),
        (status = 429, body = Problem, description = "Too many files in an hour, or at once"))
)]
pub async fn set_logo(State(state): State<AppState>, sent: MasterForm) -> Answer {
    set(&state, sent, MasterPicture::Logo).await
}

async fn set(state: &AppState, sent: MasterForm, picture: MasterPicture) -> Answer {
    let file = sent
        .form
        .file
        .ok_or_else(|| Failure::field("file", "Please choose a photo."))?;
    state.pictures.set(&sent.master.id, picture, file).await?;
    state.pros.profile(&sent.master.id).await.map(answer)
}

/// A pro's picture. Its id cannot be guessed, and another picture has another id, so it may be kept for ever.
#[utoipa::path(
    get, path = "/api/masters/pictures/{id}", tag = "Masters",
    params(("id" = String, Path, description = "From `avatarUrl` or `logoUrl`")),
    responses((status = 200, description = "The picture", content_type = "image/jpeg"), (status = 404, body = Problem))
)]
pub async fn show(State(state): State<AppState>, Path(id): Path<String>) -> Fallible<Response> {
    let mut response = state.pictures.read(&id).await?.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(photos::MEDIA_TYPE));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    Ok(response)
}
