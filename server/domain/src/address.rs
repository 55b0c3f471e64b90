//! Where the job is and whom to ask for, checked field by field.

use crate::failure::Failure;

use pricing_core::postcode::Postcode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::contact::{self, given};
use super::letters;
use super::mistakes::Mistakes;

/// Longest name, characters.
pub const NAME_LIMIT: usize = 100;
/// Longest address line, characters.
pub const LINE_LIMIT: usize = 120;
/// Longest city, characters.
pub const CITY_LIMIT: usize = 80;
/// Longest entry notes, characters.
pub const ENTRY_LIMIT: usize = 500;

const NAME_MESSAGE: &str = "Full name is required.";
const LINE_MESSAGE: &str = "Address line is required.";
const POSTCODE_MESSAGE: &str = "Postcode is required.";

/// An address as the browser sends it; a quote needs none of it.
#[derive(Debug, Default, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct AddressInput {
    /// First and last name.
    pub full_name: Option<String>,
    /// UK mobile.
    pub phone: Option<String>,
    /// Optional.
    pub email: Option<String>,
    /// House and street.
    pub line1: Option<String>,
    /// Optional.
    pub line2: Option<String>,
    /// Optional.
    pub city: Option<String>,
    /// A full postcode for a booking.
    pub postcode: Option<String>,
    /// Optional door code, floor, pets.
    pub entry_info: Option<String>,
}

/// An address that a pro can go to.
#[derive(Debug, Clone, PartialEq)]
pub struct Address {
    /// Full name.
    pub full_name: String,
    /// `+447…`.
    pub phone: String,
    /// Lower case.
    pub email: Option<String>,
    /// First line.
    pub line1: String,
    /// Second line.
    pub line2: Option<String>,
    /// Town.
    pub city: Option<String>,
    /// Full postcode.
    pub postcode: Postcode,
    /// Door code, floor, pets.
    pub entry_info: Option<String>,
}

impl Address {
    /// Checks every field; all mistakes are reported at once, as `address.<field>`.
    ///
    /// # Errors
    /// 422 with a message for each invalid field.
    pub fn parse(input: &AddressInput) -> Result<Self, Failure> {
        let mut wrong = Wrong::default();
        let full_name = wrong.required("fullName", input.full_name.as_deref(), NAME_LIMIT, NAME_MESSAGE);
        let phone = wrong.checked(
            "phone",
            contact::phone(input.phone.as_deref().unwrap_or_default()),
        );
        let email =
            given(input.email.as_deref()).and_then(|email| wrong.checked("email", contact::email(email)));
        let line1 = wrong.required("line1", input.line1.as_deref(), LINE_LIMIT, LINE_MESSAGE);
        let line2 = input
            .line2
            .as_deref()
            .and_then(|text| wrong.said("line2", line2(text)).flatten());
        let city = wrong.optional("city", input.city.as_deref(), CITY_LIMIT);
        let entry_info = input
            .entry_info
            .as_deref()
            .and_then(|text| wrong.said("entryInfo", entry_info(text)).flatten());
        let postcode = match given(input.postcode.as_deref()) {
            Some(postcode) => wrong.checked("postcode", Postcode::parse(postcode).map_err(Failure::from)),
            None => wrong.note("postcode", POSTCODE_MESSAGE),
        };
        match (full_name, phone, line1, postcode) {
            (Some(full_name), Some(phone), Some(line1), Some(postcode)) if wrong.0.is_empty() => Ok(Self {
                full_name,
                phone,
                email,
                line1,
                line2,
                city,
                postcode,
                entry_info,
            }),
            _ => Err(wrong.0.into()),
        }
    }
}

/// A second address line; `None` when blank.
///
/// # Errors
/// Says what is wrong with it.
pub fn line2(text: &str) -> Result<Option<String>, String> {
    line(text, LINE_LIMIT)
}

/// Entry notes, without odd characters; `None` when nothing is left.
///
/// # Errors
/// Says what is wrong with them.
pub fn entry_info(text: &str) -> Result<Option<String>, String> {
    let notes = letters::plain_text(text);
    given(Some(&notes))
        .map(|notes| limited(notes, ENTRY_LIMIT))
        .transpose()
}

/// A text that is not blank, trimmed.
///
/// # Errors
/// Says `missing` of a blank one.
pub fn required<'a>(text: &'a str, missing: &str) -> Result<&'a str, String> {
    given(Some(text)).ok_or_else(|| missing.to_owned())
}

/// A single line that is not blank, of at most `limit` characters.
///
/// # Errors
/// Says what is wrong with it, of a blank one `missing`.
pub fn required_line(text: &str, limit: usize, missing: &str) -> Result<String, String> {
    line(text, limit)?.ok_or_else(|| missing.to_owned())
}

/// A single line of at most `limit` characters; `None` when blank.
///
/// # Errors
/// Says that it is too long.
pub fn line(text: &str, limit: usize) -> Result<Option<String>, String> {
    let text = letters::line(text);
    given(Some(&text)).map(|text| limited(text, limit)).transpose()
}

/// A text of at most `limit` characters.
///
/// # Errors
/// Says that it is too long.
pub fn limited(text: &str, limit: usize) -> Result<String, String> {
    if text.chars().count() > limit {
        return Err(format!("Use at most {limit} characters."));
    }
    Ok(text.to_owned())
}

/// The messages so far.
#[derive(Default)]
struct Wrong(Mistakes);

impl Wrong {
    fn note<T>(&mut self, field: &str, message: impl Into<String>) -> Option<T> {
        self.0.note(format!("address.{field}"), message);
        None
    }

    fn checked<T>(&mut self, field: &str, result: Result<T, Failure>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => self.note(field, error.detail),
        }
    }

    fn required(&mut self, field: &str, text: Option<&str>, limit: usize, missing: &str) -> Option<String> {
        self.said(field, required_line(text.unwrap_or_default(), limit, missing))
    }

    fn optional(&mut self, field: &str, text: Option<&str>, limit: usize) -> Option<String> {
        text.and_then(|text| self.said(field, line(text, limit)).flatten())
    }

    fn said<T>(&mut self, field: &str, result: Result<T, String>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(message) => self.note(field, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> AddressInput {
        AddressInput {
            full_name: Some("  Ada Lovelace ".into()),
            phone: Some("07700 900123".into()),
            email: Some(" Ada@Example.com".into()),
            line1: Some("1 High Street".into()),
            postcode: Some("sw1a1aa".into()),
            ..AddressInput::default()
        }
    }

    #[test]
    fn a_valid_address_is_trimmed_and_normalised() {
        let address = Address::parse(&good()).unwrap();
        assert_eq!(address.full_name, "Ada Lovelace");
        assert_eq!(address.phone, "+447700900123");
        assert_eq!(address.email.as_deref(), Some("ada@example.com"));
        assert_eq!(address.postcode.to_string(), "SW1A 1AA");
    }

    #[test]
    fn every_invalid_field_has_its_message() {
        let error = Address::parse(&AddressInput {
            email: Some("ada@".into()),
            ..AddressInput::default()
        })
        .unwrap_err();
        let expected = [
            ("address.email", "Please enter a valid email."),
            ("address.fullName", "Full name is required."),
            ("address.line1", "Address line is required."),
            ("address.phone", "Please enter a valid UK mobile number."),
            ("address.postcode", "Postcode is required."),
        ];
        let told: Vec<_> = error
            .errors
            .iter()
            .map(|(field, message)| (field.as_str(), message.as_str()))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn what_cannot_be_seen_is_dropped() {
        let odd = Some("\u{200b}a\u{202e}\n\u{7}b ".to_owned());
        let address = Address::parse(&AddressInput {
            full_name: odd.clone(),
            line1: odd.clone(),
            line2: odd.clone(),
            city: odd,
            postcode: Some("EC1V OBW.".to_owned()),
            entry_info: Some("Ring\u{7} twice.\r\n\u{202e}Blue door.\u{1b}".to_owned()),
            ..good()
        })
        .unwrap();
        assert_eq!(
            (address.full_name.as_str(), address.line1.as_str()),
            ("a b", "a b")
        );
        assert_eq!(
            (address.line2.as_deref(), address.city.as_deref()),
            (Some("a b"), Some("a b"))
        );
        assert_eq!(address.postcode.to_string(), "EC1V 0BW");
        assert_eq!(address.entry_info.as_deref(), Some("Ring twice.\nBlue door."));
        let unseen = Some("\u{200b}\u{3164}".to_owned());
        let blank = AddressInput {
            full_name: unseen.clone(),
            line2: unseen.clone(),
            entry_info: unseen,
            ..good()
        };
        let refused = Address::parse(&blank).unwrap_err();
        assert_eq!(refused.errors["address.fullName"], NAME_MESSAGE);
        assert_eq!(refused.errors.len(), 1);
    }

    #[test]
    fn lengths_are_limited_at_both_ends() {
        type Set = fn(&mut AddressInput, String);
        let cases: [(usize, Set); 5] = [
            (NAME_LIMIT, |input, text| input.full_name = Some(text)),
            (LINE_LIMIT, |input, text| input.line1 = Some(text)),
            (LINE_LIMIT, |input, text| input.line2 = Some(text)),
            (CITY_LIMIT, |input, text| input.city = Some(text)),
            (ENTRY_LIMIT, |input, text| input.entry_info = Some(text)),
        ];
        for (limit, set) in cases {
            let with = |text: String| {
                let mut input = good();
                set(&mut input, text);
                Address::parse(&input)
            };
            assert!(with("é".repeat(limit)).is_ok());
            assert_eq!(with("é".repeat(limit + 1)).unwrap_err().errors.len(), 1);
        }
    }
}
