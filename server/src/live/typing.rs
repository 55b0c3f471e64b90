//! Who is typing in a chat: told to whoever is there at that moment, and kept nowhere.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use super::servers::{News, Servers};
use crate::domain::chat::Side;

/// How many signs wait for a slow listener before the oldest are dropped.
const WAITING: usize = 4;

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

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn typing(booking: &str, from: Side) -> Typing {
        Typing {
            booking: booking.to_owned(),
            from,
        }
    }

    #[test]
    fn only_those_of_the_chat_hear_it_and_nobody_is_kept() {
        let typists = Typists::default();
        let (mut here, mut there) = (typists.listen("C-1"), typists.listen("C-2"));
        let also = typists.listen("C-1");
        typists.tell(&typing("C-1", Side::Pro));
        assert_eq!(here.heard().now_or_never(), Some(Side::Pro));
        assert_eq!(here.heard().now_or_never(), None);
        assert_eq!(there.heard().now_or_never(), None);
        drop(here);
        assert_eq!(typists.by_booking().len(), 2);
        drop((also, there));
        assert!(typists.by_booking().is_empty());
        typists.tell(&typing("C-1", Side::Pro));
    }

    #[test]
    fn a_slow_listener_misses_the_oldest() {
        let typists = Typists::default();
        let mut slow = typists.listen("C-1");
        for _ in 0..WAITING {
            typists.tell(&typing("C-1", Side::Client));
        }
        typists.tell(&typing("C-1", Side::Pro));
        let mut heard = Vec::new();
        while let Some(side) = slow.heard().now_or_never() {
            heard.push(side);
        }
        assert_eq!((heard.len(), heard.last()), (WAITING, Some(&Side::Pro)));
    }

    #[test]
    fn it_is_a_small_json_text() {
        let text = serde_json::to_string(&typing("C-1", Side::Pro)).unwrap();
        assert_eq!(text, r#"{"booking":"C-1","from":"pro"}"#);
    }
}
