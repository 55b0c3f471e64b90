//! What an operator searches for, told apart by its form.

use pricing_core::postcode::Postcode;

use crate::domain::booking::Booking;
use crate::domain::contact;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::letters;
use crate::state::AppState;
use crate::store::bookings::{self as rows, of_operators};

/// What is searched for, normalised as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// A booking's number.
    Number(String),
    /// An email or a phone.
    Contact(String),
    /// A full postcode.
    Postcode(String),
}

impl Searched {
    /// # Errors
    /// 422 on `sought` for what is too short or none of these.
    pub(super) fn parse(text: &str) -> Fallible<Self> {
        let text = text.trim();
        if text.chars().count() < 3 {
            return Err(refused("Type at least three characters."));
        }
        if !letters::is_plain_line(text) {
            return Err(refused(letters::MESSAGE));
        }
        if text.contains('@') {
            return contact::email(text)
                .map(Self::Contact)
                .map_err(|_| refused(contact::EMAIL_MESSAGE));
        }
        if let Ok(phone) = contact::phone(text) {
            return Ok(Self::Contact(phone));
        }
        if let Ok(postcode) = Postcode::parse(text) {
            return Ok(Self::Postcode(postcode.to_string()));
        }
        let number = text.to_uppercase();
        if number.starts_with("C-") {
            return Ok(Self::Number(number));
        }
        let detail = "This is no booking number, UK mobile number, email or full postcode.";
        Err(refused(detail))
    }

    /// The bookings, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn find(&self, state: &AppState, limit: i64) -> Fallible<Vec<Booking>> {
        let mut connection = state.db.read().await?;
        Ok(match self {
            Self::Number(id) => rows::find(&mut connection, id).await?.into_iter().collect(),
            Self::Contact(contact) => of_operators::of_contact(&mut connection, contact, limit).await?,
            Self::Postcode(postcode) => of_operators::at_postcode(&mut connection, postcode, limit).await?,
        })
    }
}

fn refused(detail: &str) -> Failure {
    Failure::field("sought", detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_searched_for_is_told_by_its_form() {
        let contact = |text: &str| Searched::Contact(text.to_owned());
        for (typed, is) in [
            (" c-7k2m9qxz ", Searched::Number("C-7K2M9QXZ".to_owned())),
            ("Ada@Example.com", contact("ada@example.com")),
            ("07700 900123", contact("+447700900123")),
            ("sw1a1aa", Searched::Postcode("SW1A 1AA".to_owned())),
        ] {
            assert_eq!(Searched::parse(typed).unwrap(), is, "{typed}");
        }
        for wrong in ["", "C-", "ada@", "somebody", "C-\u{202e}1"] {
            let refused = Searched::parse(wrong).unwrap_err();
            assert!(refused.errors.contains_key("sought"), "{wrong}");
        }
    }
}
