//! Chats as part of what is stored about a person: exported, erased, and forgotten after their time.

use super::ChatMessage;
use crate::{Connection, StoreError, table};
use callout_db::fetch_all;

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

/// What a pro wrote in every thread, in order; what clients wrote is theirs.
pub async fn of_pro(connection: &mut Connection, master_id: &str) -> Result<Vec<ChatMessage>, StoreError> {
    fetch_all!(
        connection,
        ChatMessage,
        table::select::<ChatMessage>("where master_id = $1 and sender = 'pro' and booking_id in (select booking_id from chat_threads where master_id = $1)
             order by booking_id, seq"),
        master_id,
    )
}
