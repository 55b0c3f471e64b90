//! A multipart form with text fields and at most one file; size, duration and the number of simultaneous uploads are limited. Only a file
//! takes one of the places for uploads, and only while it arrives quickly enough: forms without one never wait for those with.

use callout_domain::failure::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::time::Duration;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts as _, Multipart, Request};
use http::StatusCode;

use super::pace::{self, Pace};
use super::{Caller, Master, took_too_long};
use crate::state::AppState;
use callout_base::limits;
use callout_domain::nul;
use callout_people::photos::{self, Arriving, Sent, UploadPermit};

/// Bytes of the whole form: a file, its text fields and the multipart delimiters.
const FORM_LIMIT: usize = 11 * 1024 * 1024;
/// Bytes of all text fields together; the handler checks their content.
const TEXT_LIMIT: usize = 64 * 1024;
/// Parts of a form.
const PART_LIMIT: usize = 16;

/// The parts of a form by name; the file is the part `file` or `photo`. Files are counted by the caller's network address.
pub struct Form {
    /// Text fields.
    pub texts: BTreeMap<String, String>,
    /// The file, if there is one; an empty part counts as none.
    pub file: Option<Sent>,
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
        let request = Request::from_parts(head, body);
        Reading::new(state, Sender::Address(caller)).read(request).await
    }
}

/// A pro and the pro's form. Files are counted by the pro, since several may share an address, and by the address with a wider limit.
/// Nothing is read without a pro's token, or when the pro has no files left this hour or the address none today.
pub struct MasterForm {
    /// Who sends it.
    pub master: Master,
    /// The form.
    pub form: Form,
}

impl FromRequest<AppState> for MasterForm {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut head, body) = request.into_parts();
        let master = Master::from_request_parts(&mut head, state).await?;
        let caller = Caller::from_request_parts(&mut head, state).await?;
        let now = state.clock.now();
        state.limits.check(limits::PRO_UPLOADS, &master.id, now)?;
        state
            .limits
            .check(limits::PRO_UPLOADS_ADDRESS, &caller.key, now)?;
        let sender = Sender::Master(caller, master.id.clone());
        let request = Request::from_parts(head, body);
        let form = Reading::new(state, sender).read(request).await?;
        Ok(Self { master, form })
    }
}

/// Whose files are counted.
enum Sender {
    Address(Caller),
    /// A pro, by id.
    Master(Caller, String),
}

impl Sender {
    fn caller(&self) -> &Caller {
        match self {
            Self::Address(caller) | Self::Master(caller, _) => caller,
        }
    }

    fn count(&self, state: &AppState) -> Result<(), Failure> {
        let now = state.clock.now();
        match self {
            Self::Address(caller) => state.limits.count_address(limits::UPLOADS, caller.address(), now),
            Self::Master(caller, id) => {
                let limit = limits::PRO_UPLOADS_ADDRESS;
                state.limits.count_address(limit, caller.address(), now)?;
                state.limits.count(limits::PRO_UPLOADS, id, now)
            }
        }
    }
}

/// A form being read.
struct Reading<'s> {
    state: &'s AppState,
    sender: Sender,
    texts: BTreeMap<String, String>,
    /// Bytes that are left for texts.
    left: usize,
    file: Option<Sent>,
}

impl<'s> Reading<'s> {
    fn new(state: &'s AppState, sender: Sender) -> Self {
        Self {
            state,
            sender,
            texts: BTreeMap::new(),
            left: TEXT_LIMIT,
            file: None,
        }
    }

    async fn read(self, request: Request) -> Result<Form, Failure> {
        let (address, now) = (self.sender.caller().address(), self.state.clock.now());
        self.state.limits.count_address(limits::FORMS, address, now)?;
        let limit = Duration::from_secs(self.state.config.upload_seconds);
        tokio::time::timeout(limit, self.read_parts(request))
            .await
            .map_err(|_| took_too_long())?
    }

    async fn read_parts(mut self, mut request: Request) -> Result<Form, Failure> {
        DefaultBodyLimit::max(FORM_LIMIT).apply(&mut request);
        let mut parts = Multipart::from_request(request, self.state)
            .await
            .map_err(|_| no_form())?;
        for _ in 0..PART_LIMIT {
            let Some(part) = parts.next_field().await.map_err(|error| refused(&error))? else {
                return Ok(Form {
                    texts: self.texts,
                    file: self.file,
                });
            };
            match part.name().unwrap_or_default() {
                "file" | "photo" => self.file = self.file(part).await?,
                name => {
                    let name = name.to_owned();
                    let text = text(&name, part, self.left).await?;
                    self.left = self.left.saturating_sub(text.len());
                    self.texts.insert(name, text);
                }
            }
        }
        Err(Failure::field("body", "This form has too many parts."))
    }

    /// The file. It is counted, and takes its place among the uploads, when its first bytes arrive.
    async fn file(&self, mut part: Field<'_>) -> Result<Option<Sent>, Failure> {
        let mut begun = None;
        let mut pace = Pace::new(pace::FILES);
        while let Some(piece) = pace.wait(part.chunk()).await?.map_err(|error| refused(&error))? {
            if piece.is_empty() {
                continue;
            }
            let (arriving, _) = match &mut begun {
                Some(begun) => begun,
                None => begun.insert(self.begin().await?),
            };
            pace.count(piece.len());
            arriving.add(&piece).await?;
        }
        match begun {
            Some((arriving, permit)) => Ok(Some(Sent::new(arriving.whole().await?, permit))),
            None => Ok(None),
        }
    }

    async fn begin(&self) -> Result<(Arriving, UploadPermit), Failure> {
        let permit = self.state.photos.permit(self.sender.caller().address())?;
        self.sender.count(self.state)?;
        Ok((self.state.photos.arriving().await?, permit))
    }
}

/// One text field of the form.
async fn text(name: &str, mut part: Field<'_>, most: usize) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    while let Some(piece) = part.chunk().await.map_err(|error| refused(&error))? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
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
