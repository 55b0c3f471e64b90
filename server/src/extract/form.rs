//! A multipart form with texts and at most one photo, within limits.

use crate::domain::failure::{Failure, FailureKind};
use std::collections::BTreeMap;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use bytes::Bytes;
use http::StatusCode;

use super::nul;
use crate::photos;

/// Bytes of the whole form: a photo, its texts and the lines between them.
const FORM_LIMIT: usize = 11 * 1024 * 1024;
/// Bytes of one text; what it may be is the handler's to say.
const TEXT_LIMIT: usize = 64 * 1024;
/// Parts of a form.
const PART_LIMIT: usize = 16;

/// The parts of a form by name; the file is the part `file` or `photo`.
#[derive(Debug, Default)]
pub struct Form {
    /// Texts.
    pub texts: BTreeMap<String, String>,
    /// The photo, if one was sent; an empty part counts as none.
    pub file: Option<Bytes>,
}

impl Form {
    /// A text that was sent and is not blank.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts
            .get(name)
            .map(String::as_str)
            .filter(|text| !text.trim().is_empty())
    }
}

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Failure;

    async fn from_request(mut request: Request, state: &S) -> Result<Self, Failure> {
        DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
        let mut parts = Multipart::from_request(request, state)
            .await
            .map_err(|_| no_form())?;
        let mut form = Self::default();
        for _ in 0..PART_LIMIT {
            let Some(part) = parts.next_field().await.map_err(|error| refused(&error))? else {
                return Ok(form);
            };
            form.add(part).await?;
        }
        Err(Failure::field("body", "This form has too many parts."))
    }
}

impl Form {
    async fn add(&mut self, part: Field<'_>) -> Result<(), Failure> {
        let name = part.name().unwrap_or_default().to_owned();
        if name == "file" || name == "photo" {
            let bytes = part.bytes().await.map_err(|error| refused(&error))?;
            if bytes.len() > photos::BYTE_LIMIT {
                return Err(photos::too_large());
            }
            self.file = Some(bytes).filter(|bytes| !bytes.is_empty());
            return Ok(());
        }
        let text = part.text().await.map_err(|error| refused(&error))?;
        if text.len() > TEXT_LIMIT {
            return Err(Failure::field(name, "This text is too long."));
        }
        nul::check_text(&name, &text)?;
        self.texts.insert(name, text);
        Ok(())
    }
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
