//! What a pro has not read in chats, as both of the pro's streams tell it.

use axum::response::sse::Event;
use serde_json::json;

use callout_domain::failure::Fallible;
use callout_front::state::AppState;
use callout_store::chat::{self, Unread};

/// What was told last of each chat.
#[derive(Default)]
pub(super) struct UnreadTold(Vec<Unread>);

impl UnreadTold {
    /// Tells of each chat in which something is unread, or was read, since it was told last.
    pub(super) async fn news(&mut self, state: &AppState, master_id: &str) -> Fallible<Vec<Event>> {
        let mut connection = state.db.read().await?;
        let now = chat::unread_of_pro(&mut connection, master_id).await?;
        drop(connection);
        let before = std::mem::replace(&mut self.0, now);
        let was_read = |was: &&Unread| !self.0.iter().any(|now| now.booking_id == was.booking_id);
        let read = before.iter().filter(was_read).map(|was| (&was.booking_id, 0));
        let new = self.0.iter().filter(|now| !before.contains(now));
        let told = new.map(|now| (&now.booking_id, now.unread)).chain(read);
        Ok(told
            .map(|(id, unread)| {
                let data = json!({ "type": "message", "bookingId": id, "unread": unread });
                Event::default().event("message").data(data.to_string())
            })
            .collect())
    }
}
