//! Whom an operator searches for, told apart by its form.

use crate::domain::contact;
use crate::domain::failure::{Failure, Fallible};
use crate::domain::letters;
use crate::state::AppState;
use crate::store::people::{self, Person};

/// How ids begin.
const IDS: [&str; 3] = ["client-", "guest-", "master-"];

/// What is searched for, normalised as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Searched {
    /// Somebody's id.
    Id(String),
    /// An email or a phone.
    Contact(String),
    /// A part of a name.
    Name(String),
}

impl Searched {
    /// # Errors
    /// 422 on `sought` for what is too short, or no email though it looks like one.
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
        if IDS.iter().any(|prefix| text.starts_with(prefix)) {
            return Ok(Self::Id(text.to_owned()));
        }
        Ok(contact::phone(text).map_or_else(|_| Self::Name(text.to_owned()), Self::Contact))
    }

    /// The people, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub(super) async fn find(&self, state: &AppState, limit: i64) -> Fallible<Vec<Person>> {
        let mut connection = state.db.read().await?;
        Ok(match self {
            Self::Id(id) => people::find(&mut connection, id).await?.into_iter().collect(),
            Self::Contact(contact) => people::of_contact(&mut connection, contact, limit).await?,
            Self::Name(name) => people::named(&mut connection, name, limit).await?,
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
            (" Ada@Example.com ", contact("ada@example.com")),
            ("07700 900123", contact("+447700900123")),
            ("master-12", Searched::Id("master-12".to_owned())),
            ("Lovelace", Searched::Name("Lovelace".to_owned())),
        ] {
            assert_eq!(Searched::parse(typed).unwrap(), is, "{typed}");
        }
        for wrong in ["", "Li", "ada@", "Ada\u{202e}1"] {
            let refused = Searched::parse(wrong).unwrap_err();
            assert!(refused.errors.contains_key("sought"), "{wrong}");
        }
    }
}
