//! How a person can be reached: an email or a UK mobile, normalised.

use super::failure::Failure;
use super::letters;

/// Said of an invalid email.
pub const EMAIL_MESSAGE: &str = "Please enter a valid email.";
/// Said of an invalid phone.
pub const PHONE_MESSAGE: &str = "Please enter a valid UK mobile number.";
/// Longest email, characters.
pub const EMAIL_LIMIT: usize = 254;

/// An email: trimmed, lower-cased, of a simple valid form, at most 254 characters.
///
/// # Errors
/// 422 on the field `email`.
pub fn email(text: &str) -> Result<String, Failure> {
    let email = text.trim().to_lowercase();
    let well_formed = email.split_once('@').is_some_and(|(local, domain)| {
        let labels: Vec<&str> = domain.split('.').collect();
        !local.is_empty()
            && !domain.contains('@')
            && labels.len() > 1
            && labels.iter().all(|label| !label.is_empty())
    });
    let plain = email.chars().all(|letter| !letter.is_whitespace()) && letters::is_plain_line(&email);
    if well_formed && plain && email.chars().count() <= EMAIL_LIMIT {
        Ok(email)
    } else {
        Err(Failure::field("email", EMAIL_MESSAGE))
    }
}

/// A UK mobile as `+447…`.
///
/// # Errors
/// 422 on the field `phone`.
pub fn phone(text: &str) -> Result<String, Failure> {
    pricing_core::phone::normalise(text).map_err(|_| Failure::field("phone", PHONE_MESSAGE))
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
        for bad in [
            "",
            "ada",
            "ada@",
            "@x.y",
            "ada@x",
            "ada@x..y",
            "a da@x.y",
            "a@b@c.d",
            "a\u{1}@x.y",
            "a\u{202e}@x.y",
        ] {
            assert!(email(bad).is_err(), "{bad}");
        }
        assert!(email(&format!("{}@x.uk", "a".repeat(249))).is_ok());
        assert!(email(&format!("{}@x.uk", "a".repeat(250))).is_err());
        assert!(email(&format!("{}@x.uk", "é".repeat(249))).is_ok());
    }
}
