//! Photos: uploaded before there is a booking, visible to those who may see the booking.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use callout_domain::failure::{Failure, Fallible};
use http::{HeaderValue, StatusCode, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::bookings::access::{self, Bearer, LinkQuery, Open};
use callout_booking::matching::{JobSeen, Seen};
use callout_domain::problem::Problem;
use callout_front::extract::{Caller, Form, Master, MayUpload, Path, Query};
use callout_front::state::AppState;
use callout_store::uploads::Upload;

/// A form with one photo.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct PhotoForm {
    /// JPEG, PNG or WebP of at most 50 million pixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
}

/// Where the photo is stored.
#[derive(Serialize, ToSchema)]
pub struct StoredPhoto {
    /// `/api/files/{id}`: whoever holds it may attach it to one booking within 24 hours.
    photo_url: String,
}

/// Stores a photo, re-encoded and without its metadata.
#[utoipa::path(
    post, path = "/api/uploads", tag = "Files",
    request_body(content = PhotoForm, content_type = "multipart/form-data"),
    responses(
        (status = 201, body = StoredPhoto),
        (status = 408, body = Problem, description = "The form took too long to arrive"),
        (status = 413, body = Problem, description = "More than 10 MB"),
        (status = 415, body = Problem, description = "Neither JPEG, PNG nor WebP"),
        (status = 422, body = Problem),
        (status = 429, body = Problem, description = "Too many photos in an hour, or at once"),
    )
)]
pub async fn upload(
    State(state): State<AppState>,
    caller: Caller,
    _: MayUpload,
    form: Form,
) -> Fallible<(StatusCode, axum::Json<StoredPhoto>)> {
    let photo = form
        .file
        .ok_or_else(|| Failure::field("file", "Please choose a photo."))?;
    let photo_url = state.photos.store(&caller.key, photo).await?;
    Ok((StatusCode::CREATED, axum::Json(StoredPhoto { photo_url })))
}

/// A booking's photo, for its owner (bearer), the holder of its guest link, or its pro. A photo without a booking cannot be fetched.
#[utoipa::path(
    get, path = "/api/files/{id}", tag = "Files",
    params(
        ("id" = String, Path, description = "From `photo_url`"),
        ("token" = Option<String>, Query, description = "Guest token of the photo's booking"),
    ),
    security((), ("bearer" = [])),
    responses(
        (status = 200, description = "The photo as an attachment", content_type = "image/jpeg"),
        (status = 401, body = Problem),
        (status = 403, body = Problem, description = "A share token"),
        (status = 404, body = Problem),
    )
)]
pub async fn file(
    State(state): State<AppState>,
    bearer: Bearer,
    master: Fallible<Master>,
    Path(id): Path<String>,
    Query(link): Query<LinkQuery>,
) -> Fallible<Response> {
    let upload = callout_store::uploads::find(&mut state.db.read().await?, &id).await?;
    // A missing or unattached photo looks like one of a booking that does not exist.
    let booking_id = upload.as_ref().and_then(|upload| upload.attached_to.as_deref());
    let booking_id = booking_id.unwrap_or_default();
    let is_private_to = upload.as_ref().and_then(|upload| upload.private_to.as_deref());
    match master {
        Ok(master) if link.is_empty() && is_private_to.is_none_or(|pro| pro == master.id) => {
            let job = state.matching.seen_by(&master.id, booking_id).await?;
            job.filter(|job| may_fetch(job, &id)).ok_or_else(nothing)?;
        }
        _ if is_private_to.is_some() => return Err(nothing()),
        _ => drop(access::see(&state, booking_id, bearer, &link, Open::ToGuests).await?),
    }
    let upload = upload.ok_or_else(nothing)?;
    let bytes = state.photos.read(&upload.id).await?.ok_or_else(nothing)?;
    Ok(attachment(&upload, bytes))
}

/// The client's photo is open to a pro until a day after the job, the pro's own of the work for as long as they are kept.
fn may_fetch(job: &JobSeen, photo_id: &str) -> bool {
    let is_of_request = job.booking.photo_id.as_deref() == Some(photo_id);
    match job.seen {
        Seen::Offered => is_of_request,
        Seen::Whole => true,
        Seen::Over => !is_of_request,
    }
}

fn nothing() -> Failure {
    Failure::not_found("There is no such photo.")
}

fn attachment(upload: &Upload, bytes: bytes::Bytes) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_str(&upload.media_type);
    headers.insert(
        header::CONTENT_TYPE,
        media_type.unwrap_or(HeaderValue::from_static("application/octet-stream")),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"photo.jpg\""),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, no-store"),
    );
    response
}
