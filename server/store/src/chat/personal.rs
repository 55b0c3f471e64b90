//! Chats as part of what is stored about a person: exported, erased, and forgotten after their time.

use super::ChatMessage;
use crate::{Connection, StoreError, table};
use callout_db::{execute, fetch_all};
use callout_domain::clock::Millis;

/// The messages of every booking of a client, in order.
pub async fn of_client(connection: &mut Connection, client_id: &str) -> Result<Vec<ChatMessage>, StoreError> {
    fetch_all!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>(
            "where booking_id in (select id from bookings where client_id = $1)
             order by booking_id, sent_at, master_id, seq"
        ),
        client_id,
    )
}

/// The messages of every thread of a pro, in order.
pub async fn of_pro(connection: &mut Connection, master_id: &str) -> Result<Vec<ChatMessage>, StoreError> {
    fetch_all!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>("where master_id = $1 and booking_id in (select booking_id from chat_threads where master_id = $1)
             order by booking_id, seq"),
        master_id,
    )
}

/// Deletes what a pro wrote in chats; what clients wrote is theirs.
pub async fn delete_words_of_pro(connection: &mut Connection, master_id: &str) -> Result<(), StoreError> {
    execute!(
        connection,
        "delete from chat_messages where master_id = $1 and sender = 'pro'
           and booking_id in (select booking_id from chat_threads where master_id = $1)",
        master_id,
    )?;
    Ok(())
}

/// Empties the chats of every booking of a client.
pub async fn delete_of_client(connection: &mut Connection, client_id: &str) -> Result<(), StoreError> {
    for sql in [
        "delete from chat_messages where booking_id in (select id from bookings where client_id = $1)",
        "delete from chat_threads where booking_id in (select id from bookings where client_id = $1)",
    ] {
        execute!(connection, sql, client_id)?;
    }
    Ok(())
}

/// Deletes messages written before `before` (Unix milliseconds), and threads in which nothing was written since.
pub async fn forget(connection: &mut Connection, before: Millis) -> Result<(), StoreError> {
    for sql in [
        "delete from chat_messages where sent_at < $1",
        "delete from chat_threads where last_at < $1",
    ] {
        execute!(connection, sql, before)?;
    }
    Ok(())
}
