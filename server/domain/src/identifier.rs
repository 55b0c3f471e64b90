//! What names an account: an email or a UK mobile, normalised.

use super::contact;
use crate::failure::Failure;

/// Said when there is neither.
const MESSAGE: &str = "Enter a valid email or UK mobile number.";

/// An email or a phone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identifier {
    /// Lower case.
    Email(String),
    /// `+447…`.
    Phone(String),
}

impl Identifier {
    /// Reads whichever is given; the email when both are.
    ///
    /// # Errors
    /// 422 on the field.
    pub fn parse(email: Option<&str>, phone: Option<&str>) -> Result<Self, Failure> {
        match (contact::given(email), contact::given(phone)) {
            (Some(email), _) => contact::email(email).map(Self::Email),
            (None, Some(phone)) => contact::phone(phone).map(Self::Phone),
            (None, None) => Err(Failure::field("email", MESSAGE)),
        }
    }

    /// Reads what [`Identifier::value`] gave.
    #[must_use]
    pub fn of_normalised(value: &str) -> Self {
        if value.contains('@') {
            Self::Email(value.to_owned())
        } else {
            Self::Phone(value.to_owned())
        }
    }

    /// Normalised text.
    #[must_use]
    pub fn value(&self) -> &str {
        match self {
            Self::Email(value) | Self::Phone(value) => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_or_a_phone_is_required() {
        let email = Identifier::parse(Some(" Ada@Example.com"), Some("x")).unwrap();
        assert_eq!(email, Identifier::Email("ada@example.com".to_owned()));
        let phone = Identifier::parse(Some(" "), Some("07700 900123")).unwrap();
        assert_eq!(phone.value(), "+447700900123");
        for (email, phone, field) in [
            (None, None, "email"),
            (Some("ada"), None, "email"),
            (None, Some("1"), "phone"),
        ] {
            assert!(
                Identifier::parse(email, phone)
                    .unwrap_err()
                    .errors
                    .contains_key(field)
            );
        }
    }
}
