//! Extractors that refuse bad input with problem+json instead of axum's plain text: body, query, path, headers.

mod bearer;
pub mod caller;
pub mod device;
mod form;
pub mod may_pay;
pub mod pace;
mod upload;

pub use bearer::{AnySession, Client, Master, MaybeClient, Signed, visitor};
pub use caller::Caller;
pub use device::Remember;
pub use form::{Form, MasterForm};
pub use may_pay::MayPay;
pub use upload::{MayUpload, ProvedMaster};

use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use bytes::Bytes;
use callout_domain::failure::{Failure, FailureKind};
use http::request::Parts;
use http::{StatusCode, header};
use serde::de::DeserializeOwned;

use callout_domain::nul;
use callout_domain::object::Object;

/// A JSON body; 415 for another media type, 413 when too large, 422 that names the field when malformed.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        Ok(Self(JsonBytes::from_request(request, state).await?.parse()?))
    }
}

/// A JSON body whose bytes are kept as well, for idempotency hashes.
pub struct JsonBytes(pub Bytes);

impl JsonBytes {
    /// Reads the body as `T`.
    ///
    /// # Errors
    /// 422 that names the field.
    pub fn parse<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        // Tracking the path doubles the cost of parsing, so it is done only for bodies that were refused.
        let Object(value) = serde_json::from_slice(&self.0).map_err(|_| self.what_is_wrong::<T>())?;
        nul::check_json(&self.0)?;
        Ok(value)
    }

    fn what_is_wrong<T: DeserializeOwned>(&self) -> Failure {
        let mut reader = serde_json::Deserializer::from_slice(&self.0);
        match serde_path_to_error::deserialize::<_, Object<T>>(&mut reader) {
            Err(error) => malformed(&error),
            // The value itself is fine, so something must follow it.
            Ok(_) => not_json(),
        }
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonBytes {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let is_json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| {
                let media_type = value
                    .split(';')
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_ascii_lowercase();
                media_type == "application/json" || media_type.ends_with("+json")
            });
        if !is_json {
            return Err(wrong_media_type());
        }
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) => Err(body_refused(&rejection)),
        }
    }
}

/// An optional JSON body.
pub struct MaybeJson<T>(pub T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for MaybeJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        if request.headers().contains_key(header::CONTENT_TYPE) {
            let body = JsonBytes::from_request(request, state).await?;
            return if matches!(body.0.trim_ascii(), b"" | b"null") {
                Ok(Self(T::default()))
            } else {
                body.parse().map(Self)
            };
        }
        match RawBody::from_request(request, state).await? {
            RawBody(body) if body.is_empty() => Ok(Self(T::default())),
            RawBody(_) => Err(wrong_media_type()),
        }
    }
}

/// The body's raw bytes, for verifying a signature; 413 when too large.
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        Bytes::from_request(request, state)
            .await
            .map(Self)
            .map_err(|rejection| body_refused(&rejection))
    }
}

/// 415.
fn wrong_media_type() -> Failure {
    Failure::new(
        FailureKind::UnsupportedMedia,
        "unsupported_media_type",
        "Send the body as application/json.",
    )
}

/// 408.
pub fn took_too_long() -> Failure {
    Failure::new(
        FailureKind::Timeout,
        "timeout",
        "That took too long. Please check your connection and try again.",
    )
}

/// The error for a body that could not be read.
fn body_refused(rejection: &BytesRejection) -> Failure {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        Failure::new(FailureKind::TooLarge, "too_large", "That is too large to send.")
    } else {
        Failure::new(
            FailureKind::BadRequest,
            "unreadable_body",
            "The body could not be read.",
        )
    }
}

fn not_json() -> Failure {
    Failure::field("body", "This is not valid JSON.")
}

fn malformed(error: &serde_path_to_error::Error<serde_json::Error>) -> Failure {
    let path = error.path().to_string();
    let reason = error.inner();
    if reason.is_syntax() || reason.is_eof() {
        return not_json();
    }
    // serde mentions a missing field only in its message: "missing field `x` at line 1 column 2".
    let text = reason.to_string();
    let missing = text
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next());
    let field = match (path.as_str(), missing) {
        (".", Some(name)) => name.to_owned(),
        (parent, Some(name)) => format!("{parent}.{name}"),
        (".", None) => "body".to_owned(),
        (path, None) => path.to_owned(),
    };
    let message = if missing.is_some() {
        "This field is required."
    } else {
        "This value is not of the right kind."
    };
    Failure::field(field, message)
}

/// The query string; 422 when it is malformed.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Failure> {
        nul::check_query(parts.uri.query().unwrap_or_default())?;
        axum::extract::Query::<T>::try_from_uri(&parts.uri)
            .map(|query| Self(query.0))
            .map_err(|_| {
                Failure::field(
                    "query",
                    "The query is missing a value or has one of the wrong kind.",
                )
            })
    }
}

/// The path parameters; 404 when they are malformed.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let nothing = || Failure::not_found("There is nothing at this address.");
        if nul::is_in_path(parts.uri.path()) {
            return Err(nothing());
        }
        let path: Result<_, PathRejection> = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| Self(path.0)).map_err(|_| nothing())
    }
}
