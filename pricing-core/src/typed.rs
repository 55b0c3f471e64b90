//! What people type, cleaned and read: one rule for the browser and the server. Texts lose what cannot be seen, since it makes two
//! texts that look alike differ; names, emails, mobiles, postcodes, codes, amounts and tax numbers become one spelling. There are no
//! Unicode tables here: whoever calls composes accents first (NFC), and lower-cases an email.

mod amount;
mod email;
mod letters;
mod number;
mod phone;

pub use amount::{amount, pounds};
pub use email::{EMAIL_LIMIT, email};
pub use letters::{line, text};
pub use number::{compact, sign_in_code, start_code, utr, vat_number};
pub use phone::phone;

pub(crate) use letters::{is_seen, is_space};

use crate::error::PricingError;
use crate::postcode::{Postcode, Prefix};
use serde::Deserialize;

/// What a field holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(target_family = "wasm", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum TypedKind {
    /// A name or another single line.
    Line,
    /// Words of several lines.
    Text,
    /// An email, in lower case already.
    Email,
    /// A UK mobile.
    Phone,
    /// A full postcode.
    Postcode,
    /// A postcode area, an outward code, or a full postcode for its outward code.
    Area,
    /// The six digits that prove an email or a mobile.
    SignInCode,
    /// The four digits that begin a job.
    StartCode,
    /// Pounds and pence: read as `12.50`.
    Amount,
    /// Whole pounds: read as `80`.
    Pounds,
    /// A Unique Taxpayer Reference.
    Utr,
    /// A VAT number: read without GB.
    VatNumber,
}

/// What was typed into a field, in its one spelling.
///
/// # Errors
/// What is wrong with it, on the field of its kind.
pub fn read(kind: TypedKind, typed: &str) -> Result<String, PricingError> {
    match kind {
        TypedKind::Line => Ok(line(typed)),
        TypedKind::Text => Ok(text(typed).trim().to_owned()),
        TypedKind::Email => email(typed),
        TypedKind::Phone => phone(typed),
        TypedKind::Postcode => Postcode::parse(typed).map(|postcode| postcode.to_string()),
        TypedKind::Area => Prefix::parse_any(typed).map(|prefix| prefix.to_string()),
        TypedKind::SignInCode => sign_in_code(typed),
        TypedKind::StartCode => start_code(typed),
        TypedKind::Amount => amount(typed).map(|pence| format!("{}.{:02}", pence.0 / 100, pence.0 % 100)),
        TypedKind::Pounds => pounds(typed).map(|pounds| pounds.to_string()),
        TypedKind::Utr => utr(typed),
        TypedKind::VatNumber => vat_number(typed),
    }
}
