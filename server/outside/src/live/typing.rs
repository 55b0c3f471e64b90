//! Who is typing in a chat: told to whoever is there at that moment, and kept nowhere.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::servers::{News, Servers};
use callout_domain::chat::Side;

/// How many signs wait for a slow listener before the oldest are dropped.
pub const WAITING: usize = 4;

/// A sign that somebody is typing: all that servers must tell each other of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typing {
    /// The booking whose chat it is.
    pub booking: String,
    /// Who is typing.
    pub from: Side,
}

/// Passes such signs on. Cheap to clone.
#[derive(Clone, Default)]
pub struct Typists {
    here: Arc<Mutex<HashMap<String, broadcast::Sender<Side>>>>,
    servers: Servers,
}

/// Hears who is typing in one chat; leaves when dropped.
pub struct Listener {
    typists: Typists,
    booking: String,
    signs: broadcast::Receiver<Side>,
}

impl Typists {
    /// Those that tell the listeners of other servers, too.
    #[must_use]
    pub fn among(servers: Servers) -> Self {
        Self {
            here: Arc::default(),
            servers,
        }
    }

    /// Tells those who listen to the booking's chat, on every server. Nobody waits for them.
    pub fn tell(&self, typing: &Typing) {
        self.tell_here(typing);
        self.servers.tell_if_any(|| News::Typing(typing.clone()));
    }

    /// Tells those who listen to the booking's chat on this server.
    pub fn tell_here(&self, typing: &Typing) {
        if let Some(signs) = self.by_booking().get(&typing.booking) {
            // Fails when nobody listens any more.
            let _ = signs.send(typing.from);
        }
    }

    /// Listens to the chat of a booking.
    #[must_use]
    pub fn listen(&self, booking: &str) -> Listener {
        let mut chats = self.by_booking();
        let chat = chats
            .entry(booking.to_owned())
            .or_insert_with(|| broadcast::channel(WAITING).0);
        Listener {
            signs: chat.subscribe(),
            typists: self.clone(),
            booking: booking.to_owned(),
        }
    }

    /// How many chats somebody listens to.
    #[must_use]
    pub fn chats(&self) -> usize {
        self.by_booking().len()
    }

    fn by_booking(&self) -> MutexGuard<'_, HashMap<String, broadcast::Sender<Side>>> {
        // Safe after a panic elsewhere: entries are always complete.
        self.here.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener {
    /// The next one who types.
    pub async fn heard(&mut self) -> Side {
        loop {
            match self.signs.recv().await {
                Ok(side) => return side,
                // A sign that was missed is over already.
                Err(broadcast::error::RecvError::Lagged(_)) => {}
                Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut chats = self.typists.by_booking();
        // This listener is still counted.
        if chats
            .get(&self.booking)
            .is_some_and(|chat| chat.receiver_count() <= 1)
        {
            chats.remove(&self.booking);
        }
    }
}
