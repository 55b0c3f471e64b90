//! What people say about the messages that can be switched off.

use super::Messages;
use callout_domain::failure::{Failure, Fallible};
use callout_domain::message_kind::Choice;
use callout_domain::role::Role;
use callout_store::{Connection, clients, masters, message_choices};

impl Messages {
    /// The messages that a person can switch off, and whether they are on.
    pub async fn choices(&self, id: &str, role: Role) -> Fallible<Vec<(Choice, bool)>> {
        read(&mut self.db.read().await?, id, role).await
    }

    /// Keeps what a person says; what is not named stays as it is. Gives all of it.
    ///
    /// # Errors
    /// 422 on `items` for a message that this person cannot switch off; 401 when the account is closed.
    pub async fn choose(
        &self,
        id: String,
        role: Role,
        said: Vec<(Choice, bool)>,
    ) -> Fallible<Vec<(Choice, bool)>> {
        if said.iter().any(|(choice, _)| !Choice::of(role).contains(choice)) {
            return Err(Failure::field("items", "You cannot switch this message off."));
        }
        let now = self.clock.now();
        self.db
            .write(move |connection| {
                Box::pin(async move {
                    let is_there = match role {
                        Role::Client => clients::hold(connection, &id).await?,
                        Role::Master => masters::find(connection, &id).await?.is_some(),
                    };
                    if !is_there {
                        return Err(Failure::unauthorised());
                    }
                    for (choice, is_on) in said {
                        message_choices::set(connection, &id, choice, is_on, now).await?;
                    }
                    read(connection, &id, role).await
                })
            })
            .await
    }
}

async fn read(connection: &mut Connection, id: &str, role: Role) -> Fallible<Vec<(Choice, bool)>> {
    let said = message_choices::of_person(connection, id).await?;
    let is_on = |choice: &Choice| {
        let said = said.iter().find(|(known, _)| known == choice);
        said.map_or(choice.is_on_by_default(), |(_, is_on)| *is_on)
    };
    Ok(Choice::of(role)
        .iter()
        .map(|choice| (*choice, is_on(choice)))
        .collect())
}
