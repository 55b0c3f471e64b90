//! What people said about the messages that can be switched off. Without a row a message is as it is by default.

use super::{Connection, StoreError};
use callout_db::{execute, fetch_all};
use callout_domain::clock::Millis;
use callout_domain::message_kind::Choice;

/// What a person said: the choice, and whether it is on.
pub async fn of_person(
    connection: &mut Connection,
    person_id: &str,
) -> Result<Vec<(Choice, bool)>, StoreError> {
    fetch_all!(
        connection,
        (Choice, bool),
        "select choice, is_on from message_choices where person_id = $1 order by choice",
        person_id,
    )
}

/// Whether the person gets these messages.
pub async fn is_on(connection: &mut Connection, person_id: &str, choice: Choice) -> Result<bool, StoreError> {
    let said = of_person(connection, person_id).await?;
    let said = said.into_iter().find(|(known, _)| *known == choice);
    Ok(said.map_or(choice.is_on_by_default(), |(_, is_on)| is_on))
}

/// Keeps a choice.
pub async fn set(
    connection: &mut Connection,
    person_id: &str,
    choice: Choice,
    is_on: bool,
    now: Millis,
) -> Result<(), StoreError> {
    execute!(
        connection,
        "insert into message_choices (person_id, choice, is_on, changed_at) values ($1, $2, $3, $4)
         on conflict (person_id, choice) do update set is_on = excluded.is_on, changed_at = excluded.changed_at",
        person_id,
        choice,
        is_on,
        now,
    )?;
    Ok(())
}
