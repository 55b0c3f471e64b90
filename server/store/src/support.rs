//! Messages from the support page.

use super::{Connection, StoreError, table};
use callout_db::{fetch_all, fetch_optional};
use callout_domain::clock::Millis;
use callout_domain::support::SupportMessage;

/// Keeps a message; false when the same one is there already.
pub async fn add(connection: &mut Connection, message: &SupportMessage) -> Result<bool, StoreError> {
    let added = table::insert(connection, message, "on conflict (id) do nothing").await?;
    Ok(added == 1)
}

/// The message of this id.
pub async fn find(connection: &mut Connection, id: &str) -> Result<Option<SupportMessage>, StoreError> {
    fetch_optional!(
        connection,
        SupportMessage,
        table::select::<SupportMessage>("where id = $1"),
        id
    )
}

/// Up to `limit` messages that nobody has answered or closed, the one that waits longest first.
pub async fn waiting(connection: &mut Connection, limit: i64) -> Result<Vec<SupportMessage>, StoreError> {
    fetch_all!(
        connection,
        SupportMessage,
        table::select::<SupportMessage>(
            "where ended_at is null order by created_at, id limit $1 -- scans: all that wait"
        ),
        limit
    )
}

/// Up to `limit` messages that were answered or closed, the last one first.
pub async fn ended(connection: &mut Connection, limit: i64) -> Result<Vec<SupportMessage>, StoreError> {
    fetch_all!(
        connection,
        SupportMessage,
        table::select::<SupportMessage>(
            "where ended_at is not null order by ended_at desc, id limit $1 -- scans: stops at the limit"
        ),
        limit
    )
}

/// Ends the wait of a message, with or without an answer; none when there is no such message, or it waits no more.
pub async fn end(
    connection: &mut Connection,
    id: &str,
    answer: Option<&str>,
    now: Millis,
) -> Result<Option<SupportMessage>, StoreError> {
    fetch_optional!(
        connection,
        SupportMessage,
        "update support_messages set answer = $1, ended_at = $2 where id = $3 and ended_at is null returning *",
        answer,
        now,
        id,
    )
}

/// What was written under the emails that a client or pro has proved, the newest first.
pub async fn of_person(
    connection: &mut Connection,
    person_id: &str,
) -> Result<Vec<SupportMessage>, StoreError> {
    fetch_all!(
        connection,
        SupportMessage,
        table::select::<SupportMessage>(
            "where email in (select value from identifiers where account_id = $1 and verified_at is not null)
             order by created_at desc, id"
        ),
        person_id,
    )
}
