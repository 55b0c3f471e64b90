//! How a person can be reached: an email or a UK mobile, normalised.

use pricing_core::typed;
pub use pricing_core::typed::EMAIL_LIMIT;

use super::failure::Failure;
use super::letters;

/// Said of an invalid email.
pub const EMAIL_MESSAGE: &str = "Please enter a valid email.";
/// Said of an invalid phone.
pub const PHONE_MESSAGE: &str = "Please enter a valid UK mobile number.";

/// An email in lower case, of at most 254 characters, that can be sent to.
///
/// # Errors
/// 422 on the field `email`.
pub fn email(text: &str) -> Result<String, Failure> {
    typed::email(&letters::composed(text).to_lowercase()).map_err(|_| Failure::field("email", EMAIL_MESSAGE))
}

/// A UK mobile as `+447…`.
///
/// # Errors
/// 422 on the field `phone`.
pub fn phone(text: &str) -> Result<String, Failure> {
    typed::phone(text).map_err(|_| Failure::field("phone", PHONE_MESSAGE))
}

/// The six digits of a code that was sent; anything else is no try, and is not counted as one.
///
/// # Errors
/// 422 on the field `code`.
pub fn code(text: &str) -> Result<String, Failure> {
    typed::sign_in_code(text).map_err(|error| Failure::field("code", error.message))
}

/// A text that is present and not blank, trimmed.
#[must_use]
pub fn given(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_are_trimmed_and_lowered() {
        assert_eq!(email("  Ada@Example.COM ").unwrap(), "ada@example.com");
        assert_eq!(
            email("JOSE\u{301}@example.com\u{200b}").unwrap(),
            "josé@example.com"
        );
        for bad in [
            "",
            "ada",
            "ada@x",
            "ada@example.com,",
            "a..b@example.com",
            "<ada@example.com>",
        ] {
            assert!(email(bad).is_err(), "{bad}");
        }
    }
}
