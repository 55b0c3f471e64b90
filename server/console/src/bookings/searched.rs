//! What an operator searches for, told apart by its form.

use pricing_core::postcode::Postcode;

use callout_domain::booking::Booking;
use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters;
use callout_front::state::AppState;
use callout_store::bookings::{self, of_operators};

/// What is searched for, normalised as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub enum Searched {
    /// A booking's number.
    Number(String),
    /// An email or a phone.
    Contact(String),
    /// A full postcode.
    Postcode(String),
}

impl Searched {
    /// Tells what was typed apart.
    ///
    /// # Errors
    /// 422 on `sought` for what is too short or none of these.
    pub fn parse(text: &str) -> Fallible<Self> {
        let text = letters::line(text);
        let text = text.as_str();
        if text.chars().count() < 3 {
            return Err(refused("Type at least three characters."));
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
    pub(super) async fn find(&self, state: &AppState, limit: i64) -> Fallible<Vec<Booking>> {
        let mut connection = state.db.read().await?;
        Ok(match self {
            Self::Number(id) => bookings::find(&mut connection, id).await?.into_iter().collect(),
            Self::Contact(contact) => of_operators::of_contact(&mut connection, contact, limit).await?,
            Self::Postcode(postcode) => of_operators::at_postcode(&mut connection, postcode, limit).await?,
        })
    }
}

fn refused(detail: &str) -> Failure {
    Failure::field("sought", detail)
}
