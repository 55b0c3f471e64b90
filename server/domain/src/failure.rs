//! Failures, as the caller sees them: a refusal with a code for programs and a sentence for people, or a failure of
//! something we depend on. `problem` turns them into HTTP answers.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;

use callout_db::{StoreError, WriteError};
use serde_json::{Map, Value};

/// Code of a write that found no room in the database.
const STORAGE_EXHAUSTED: &str = "storage_exhausted";

/// The result of work that may be refused or fail.
pub type Fallible<T> = Result<T, Failure>;

/// What kind of failure it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// The request makes no sense: not JSON, a wrong signature.
    BadRequest,
    /// Nobody is signed in, or the credential shown is not valid.
    Unauthorised,
    /// The card was declined.
    PaymentRefused,
    /// The caller is known, but not allowed.
    Forbidden,
    /// Not there, or not for the caller to know about.
    NotFound,
    /// The address does not support that method.
    MethodNotAllowed,
    /// The request took too long to arrive.
    Timeout,
    /// The current state does not allow it.
    Conflict,
    /// It existed and is gone.
    Gone,
    /// More bytes than are accepted.
    TooLarge,
    /// An unsupported media type.
    UnsupportedMedia,
    /// A value is missing or not valid.
    Invalid,
    /// The caller has reached a limit.
    TooMany,
    /// A mistake or fault on our side.
    Internal,
    /// The payment provider cannot be reached or refuses.
    ProviderUnavailable,
    /// Something of ours is temporarily unavailable.
    Unavailable,
}

/// A refusal or failure.
#[derive(Debug, Clone)]
pub struct Failure {
    /// What kind it is.
    pub kind: FailureKind,
    /// Machine-readable code, e.g. `price_changed`.
    pub code: &'static str,
    /// The sentence for people.
    pub detail: String,
    /// Message by field, for [`FailureKind::Invalid`].
    pub errors: BTreeMap<String, String>,
    /// Seconds until the call may be tried again.
    pub retry_after: Option<u64>,
    /// Further members of the answer, e.g. `quote` of `price_changed` or `bookingId` of `already_paid`.
    pub extra: Map<String, Value>,
    /// What went wrong on our side or at somebody we depend on, for the log alone.
    pub cause: Option<Arc<String>>,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Exhausted(_) => Self::storage_exhausted(error),
            error => Self::internal(error),
        }
    }
}

impl WriteError for Failure {
    fn is_exhausted(&self) -> bool {
        self.is_storage_exhausted()
    }
}

impl Failure {
    /// A failure of `kind` with a `code` and a sentence for people.
    pub fn new(kind: FailureKind, code: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind,
            code,
            detail: detail.into(),
            errors: BTreeMap::new(),
            retry_after: None,
            extra: Map::new(),
            cause: None,
        }
    }

    /// A refusal that names one field.
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let message = message.into();
        let mut error = Self::new(FailureKind::Invalid, "invalid", message.clone());
        error.errors.insert(field.into(), message);
        error
    }

    /// A refusal of a value, with its own code.
    pub fn unprocessable(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Invalid, code, detail)
    }

    /// A conflict with its own code.
    pub fn conflict(code: &'static str, detail: impl Into<String>) -> Self {
        Self::new(FailureKind::Conflict, code, detail)
    }

    /// No valid token where one is needed.
    #[must_use]
    pub fn unauthorised() -> Self {
        Self::new(
            FailureKind::Unauthorised,
            "unauthorised",
            "Please sign in to continue.",
        )
    }

    /// Not there, or not for the caller to know about.
    pub fn not_found(detail: impl Into<String>) -> Self {
        Self::new(FailureKind::NotFound, "not_found", detail)
    }

    /// The address does not take the method.
    #[must_use]
    pub fn wrong_method() -> Self {
        Self::new(
            FailureKind::MethodNotAllowed,
            "method_not_allowed",
            "This address does not take that method.",
        )
    }

    /// A limit is reached, with the seconds to wait.
    #[must_use]
    pub fn too_many(retry_after: u64) -> Self {
        let mut error = Self::new(
            FailureKind::TooMany,
            "too_many_requests",
            "Too many requests. Please wait a moment and try again.",
        );
        error.retry_after = Some(retry_after.max(1));
        error
    }

    /// A fault on our side; the cause goes to the log, never to the answer.
    pub fn internal(cause: impl Display) -> Self {
        Self::new(
            FailureKind::Internal,
            "internal",
            "Something went wrong on our side. Please try again.",
        )
        .caused_by(cause)
    }

    /// Nothing can be saved for now, because the disk is full; the cause goes to the log.
    pub fn storage_exhausted(cause: impl Display) -> Self {
        let mut failure = Self::new(
            FailureKind::Unavailable,
            STORAGE_EXHAUSTED,
            "We cannot save anything right now. Please try again in a minute.",
        );
        failure.retry_after = Some(60);
        failure.caused_by(cause)
    }

    /// Keeps what went wrong, for the log.
    #[must_use]
    pub fn caused_by(mut self, cause: impl Display) -> Self {
        self.cause = Some(Arc::new(cause.to_string()));
        self
    }

    /// Writes down what went wrong, if something did. Called once, by whoever passes a failure on to no other code: with an answer, a page,
    /// the end of a job. The span around it says in which request or job, and for which booking.
    pub fn log(&self) {
        if let Some(cause) = &self.cause {
            tracing::error!(code = self.code, %cause, "failed");
        }
    }

    /// True when nothing could be saved because the disk is full.
    #[must_use]
    pub fn is_storage_exhausted(&self) -> bool {
        self.code == STORAGE_EXHAUSTED
    }

    /// Adds a further member to the problem.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(name.to_owned(), value.into());
        self
    }
}

impl Display for Failure {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            formatter,
            "{}: {}",
            self.code,
            self.cause.as_deref().unwrap_or(&self.detail)
        )
    }
}

impl std::error::Error for Failure {}

impl From<pricing_core::PricingError> for Failure {
    fn from(error: pricing_core::PricingError) -> Self {
        match error.field {
            Some(field) => {
                let mut failure = Self::field(field.into_owned(), error.message);
                failure.code = error.code;
                failure
            }
            None => Self::unprocessable(error.code, error.message),
        }
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        Self::internal(error)
    }
}
