//! Why a pricing request was refused: a stable code for programs, the field at fault, and a sentence for people.

use std::borrow::Cow;
use std::fmt;

/// A refused pricing request. The server answers it as problem+json (422), the browser shows `message` at `field`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PricingError {
    /// Stable machine-readable code, e.g. `invalid_postcode`, `invalid_combination`.
    pub code: &'static str,
    /// The request field at fault, as it is spelt in JSON; `None` if the request as a whole is wrong.
    pub field: Option<Cow<'static, str>>,
    /// The text for people.
    pub message: String,
}

impl PricingError {
    /// An error about one field.
    pub fn field(
        code: &'static str,
        field: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
    ) -> Self {
        Self {
            code,
            field: Some(field.into()),
            message: message.into(),
        }
    }

    /// An error about the whole request.
    pub fn request(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            field: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for PricingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PricingError {}
