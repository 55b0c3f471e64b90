//! Photos: sent before there is a booking, seen by those who may see the booking.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ApiResult;
use crate::caller::Caller;
use crate::domain::links::{self, Kind};
use crate::error::{ApiError, Problem};
use crate::extract::{Form, Path, Query};
use crate::photos;
use crate::session::MaybeClient;
use crate::state::AppState;
use crate::store::bookings::Booking;
use crate::store::{self, Connection, uploads::Upload};

/// A form with one photo.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form in the OpenAPI document")]
pub struct PhotoForm {
    /// JPEG, PNG or WebP, at most 10 MB and 50 million pixels.
    #[schema(value_type = String, format = Binary)]
    file: String,
}

/// Where the photo is now.
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
        (status = 413, body = Problem, description = "More than 10 MB"),
        (status = 415, body = Problem, description = "Neither JPEG, PNG nor WebP"),
        (status = 422, body = Problem),
        (status = 429, body = Problem),
    )
)]
pub async fn upload(
    State(state): State<AppState>,
    caller: Caller,
    form: Form,
) -> ApiResult<(StatusCode, axum::Json<StoredPhoto>)> {
    let bytes = form
        .file
        .ok_or_else(|| ApiError::field("file", "Please choose a photo."))?;
    let photo_url = photos::store_photo(&state, &caller, bytes).await?;
    Ok((StatusCode::CREATED, axum::Json(StoredPhoto { photo_url })))
}

/// A link in place of a bearer.
#[derive(Deserialize)]
pub struct FileQuery {
    /// Guest token of the photo's booking.
    token: Option<String>,
    /// Share token: its holder does not see photos.
    #[serde(alias = "t")]
    share: Option<String>,
}

/// The photo of a booking, to its owner (bearer) or the holder of its guest token. A photo of no booking is nobody's to see.
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
    client: MaybeClient,
    Path(id): Path<String>,
    Query(query): Query<FileQuery>,
) -> ApiResult<Response> {
    let mut connection = state.db.read().await?;
    let viewer = Viewer::of(&state, &mut connection, client, query).await?;
    let upload = store::uploads::find(&mut connection, &id)
        .await?
        .ok_or_else(nothing)?;
    let booking_id = upload.attached_to.as_deref().ok_or_else(nothing)?;
    let booking = store::bookings::find(&mut connection, booking_id)
        .await?
        .ok_or_else(nothing)?;
    drop(connection);
    if !viewer.may_see(&booking) {
        return Err(nothing());
    }
    let bytes = state.photos.read(&upload.id).await?.ok_or_else(nothing)?;
    Ok(attachment(&upload, bytes))
}

/// Who wants to see the photo.
enum Viewer {
    /// The client of this id.
    Client(String),
    /// The holder of the guest link of the booking of this id.
    Guest(String),
}

impl Viewer {
    async fn of(
        state: &AppState,
        connection: &mut Connection,
        MaybeClient(client): MaybeClient,
        query: FileQuery,
    ) -> ApiResult<Self> {
        match (client, query.token, query.share) {
            (Some(client), _, _) => Ok(Self::Client(client.id)),
            (None, Some(token), _) => {
                let id = links::booking_id(&token).ok_or_else(ApiError::unauthorised)?;
                let booking = store::bookings::find(connection, id)
                    .await?
                    .ok_or_else(ApiError::unauthorised)?;
                let is_open =
                    links::opens(&state.keys.link, Kind::Guest, &booking, &token, state.clock.now());
                if is_open {
                    Ok(Self::Guest(booking.id))
                } else {
                    Err(ApiError::unauthorised())
                }
            }
            (None, None, Some(_)) => Err(ApiError::new(
                StatusCode::FORBIDDEN,
                "forbidden",
                "This link does not show photos.",
            )),
            (None, None, None) => Err(ApiError::unauthorised()),
        }
    }

    fn may_see(&self, booking: &Booking) -> bool {
        match self {
            Self::Client(id) => booking.is_of(id),
            Self::Guest(booking_id) => *booking_id == booking.id,
        }
    }
}

fn nothing() -> ApiError {
    ApiError::not_found("There is no such photo.")
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
        HeaderValue::from_static("private, max-age=3600"),
    );
    response
}
