//! Whom an operator searches for, told apart by its form.

use callout_domain::contact;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::letters;
use callout_front::state::AppState;
use callout_store::people::{self, Person};

/// How ids begin.
const IDS: [&str; 3] = ["client-", "guest-", "master-"];

/// What is searched for, normalised as it is stored.
#[derive(Debug, PartialEq, Eq)]
pub enum Searched {
    /// Somebody's id.
    Id(String),
    /// An email or a phone.
    Contact(String),
    /// A part of a name.
    Name(String),
}

impl Searched {
    /// Tells what was typed apart.
    ///
    /// # Errors
    /// 422 on `sought` for what is too short, or no email though it looks like one.
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
        if IDS.iter().any(|prefix| text.starts_with(prefix)) {
            return Ok(Self::Id(text.to_owned()));
        }
        Ok(contact::phone(text).map_or_else(|_| Self::Name(text.to_owned()), Self::Contact))
    }

    /// The people, the newest first.
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
