//! A multipart form with text fields and at most one photo; size, duration and the number of simultaneous uploads are limited.

use crate::domain::failure::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::fs::File;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts as _, Multipart, Request};
use http::StatusCode;

use super::{Caller, nul, took_too_long};
use crate::limits;
use crate::photos::{self, Sent, UploadPermit};
use crate::state::AppState;

/// Bytes of the whole form: a photo, its text fields and the multipart delimiters.
const FORM_LIMIT: usize = 11 * 1024 * 1024;
/// Bytes of one text field; the handler checks its content.
const TEXT_LIMIT: usize = 64 * 1024;
/// Parts of a form.
const PART_LIMIT: usize = 16;

/// The parts of a form by name; the photo is the part `file` or `photo`.
pub struct Form {
    /// Text fields.
    pub texts: BTreeMap<String, String>,
    /// The photo, if there is one; an empty part counts as none.
    pub photo: Option<Sent>,
}

impl Form {
    /// A text field, if it was sent and is not blank.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.trim().is_empty())
    }
}

impl FromRequest<AppState> for Form {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut head, body) = request.into_parts();
        let caller = Caller::from_request_parts(&mut head, state).await?;
        // Take the permit before reading anything: the client decides how slowly the rest arrives.
        let permit = state.photos.permit(&caller.key)?;
        let reading = Reading {
            state,
            caller,
            texts: BTreeMap::new(),
            photo: None,
        };
        let limit = Duration::from_secs(state.config.upload_seconds);
        tokio::time::timeout(limit, reading.read(Request::from_parts(head, body), permit))
            .await
            .map_err(|_| took_too_long())?
    }
}

/// A form being read.
struct Reading<'s> {
    state: &'s AppState,
    caller: Caller,
    texts: BTreeMap<String, String>,
    photo: Option<File>,
}

impl Reading<'_> {
    async fn read(mut self, mut request: Request, permit: UploadPermit) -> Result<Form, Failure> {
        DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
        let mut parts = Multipart::from_request(request, self.state)
            .await
            .map_err(|_| no_form())?;
        for _ in 0..PART_LIMIT {
            let Some(part) = parts.next_field().await.map_err(|error| refused(&error))? else {
                return Ok(Form {
                    texts: self.texts,
                    photo: self.photo.map(|file| Sent::new(file, permit)),
                });
            };
            match part.name().unwrap_or_default() {
                "file" | "photo" => self.photo = self.photo(part).await?,
                name => {
                    let name = name.to_owned();
                    let text = text(&name, part).await?;
                    self.texts.insert(name, text);
                }
            }
        }
        Err(Failure::field("body", "This form has too many parts."))
    }

    /// The photo. It is counted when its first bytes arrive, so forms without a photo are not limited.
    async fn photo(&self, mut part: Field<'_>) -> Result<Option<File>, Failure> {
        let mut photo = None;
        while let Some(piece) = part.chunk().await.map_err(|error| refused(&error))? {
            if piece.is_empty() {
                continue;
            }
            let arriving = match &mut photo {
                Some(arriving) => arriving,
                None => {
                    let now = self.state.clock.now();
                    self.state
                        .limits
                        .count_address(limits::UPLOADS, self.caller.address(), now)?;
                    photo.insert(self.state.photos.arriving().await?)
                }
            };
            arriving.add(&piece).await?;
        }
        match photo {
            Some(photo) => photo.whole().await.map(Some),
            None => Ok(None),
        }
    }
}

/// One text field of the form.
async fn text(name: &str, mut part: Field<'_>) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    while let Some(piece) = part.chunk().await.map_err(|error| refused(&error))? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > TEXT_LIMIT {
            return Err(Failure::field(name, "This text is too long."));
        }
    }
    let text = String::from_utf8(bytes).map_err(|_| Failure::field(name, "This text is not valid UTF-8."))?;
    nul::check_text(name, &text)?;
    Ok(text)
}

fn no_form() -> Failure {
    Failure::new(
        FailureKind::UnsupportedMedia,
        "unsupported_media_type",
        "Send the body as multipart/form-data.",
    )
}

fn refused(error: &MultipartError) -> Failure {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        photos::too_large()
    } else {
        Failure::field("body", "This is not a valid form.")
    }
}
